/** The columns of a wallet's entries, with links to their orders and payouts, and its rows on a phone. */
import { CopyText, ShortText } from '#foundation/console/display/CopyText.tsx';
import { type Format, Time } from '#foundation/console/display/format.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import type { MoneyLogFilter, MoneyLogRow } from '../contract.ts';
import { ledgerScreenWords } from '../screen-words.ts';
import classes from './MoneyLogScreen.module.css';

export interface MoneyLogColumnOptions {
  /** The entries of a release time, with what is held of each until then. */
  withHeld?: boolean | undefined;
  /** Absent: the screens of the member whose money it is. */
  linkOf?: LinkOfEntry | undefined;
}

export function moneyLogColumns(
  t: Translate<typeof ledgerScreenWords>,
  format: Format,
  { withHeld = false, linkOf = ownLink }: MoneyLogColumnOptions = {},
): Column<MoneyLogRow>[] {
  const held: Column<MoneyLogRow> = {
    id: 'held',
    header: t('held'),
    numeric: true,
    cell: ({ held: amount }) => amount !== undefined && format.amount(amount),
  };
  return [
    {
      id: 'orderNo',
      header: t('order_no'),
      cell: (row) => <SourceNumber row={row} linkOf={linkOf} />,
    },
    { id: 'type', header: t('type'), cell: ({ type }) => t(type) },
    {
      id: 'amount',
      header: t('amount'),
      numeric: true,
      cell: ({ amount }) => (
        <span className={classes.amount} data-tone={amount.startsWith('-') ? 'out' : 'in'}>
          {format.amount(amount, { signed: true })}
        </span>
      ),
    },
    {
      id: 'fee',
      priority: 3,
      header: t('fee'),
      numeric: true,
      cell: ({ fee }) => (
        <span className={classes.fee} data-zero={/^[0.]*$/.test(fee) || undefined}>
          {format.amount(opposite(fee), { signed: true })}
        </span>
      ),
    },
    ...(withHeld ? [held] : []),
    { id: 'before', priority: 1, header: t('before'), numeric: true, cell: ({ before }) => format.amount(before) },
    {
      id: 'after',
      header: t('after'),
      numeric: true,
      cell: ({ after }) => <span className={classes.after}>{format.amount(after)}</span>,
    },
    {
      id: 'createdAt',
      priority: 5,
      header: t('time'),
      sortable: true,
      cell: ({ createdAt }) => <Time at={createdAt} short />,
    },
    { id: 'remark', priority: 4, header: t('remark'), cell: (row) => <Remark row={row} /> },
    {
      id: 'systemNo',
      priority: 2,
      header: t('system_no'),
      optional: true,
      cell: ({ systemNo }) => <CopyText value={systemNo} most={11} />,
    },
  ];
}

/** A fee leaves the wallet, and a fee that is given back comes to it: the sign is what it does to the balance. */
function opposite(amount: string): string {
  return amount.startsWith('-') ? amount.slice(1) : `-${amount}`;
}

/** On a phone: the type and the amount; then time, number and the balance after it. */
export function moneyLogPhoneRow(t: Translate<typeof ledgerScreenWords>, format: Format): PhoneRow<MoneyLogRow> {
  return {
    what: ({ type }) => t(type),
    amount: ({ amount }) => (
      <span className={classes.amount} data-tone={amount.startsWith('-') ? 'out' : 'in'}>
        {format.amount(amount, { signed: true })}
      </span>
    ),
    at: ({ createdAt }) => createdAt,
    sort: 'createdAt',
    facts: ({ orderNo, systemNo, after, held }) => [
      <ShortText key="number" text={orderNo ?? systemNo} most={16} />,
      held !== undefined && `${t('held')} ${format.amount(held)}`,
      `${t('after')} ${format.amount(after)}`,
    ],
  };
}

export type EntrySource = 'order' | 'withdrawal' | 'payout';
export interface EntryLink {
  to: `/${string}`;
  search: Readonly<Record<string, string>>;
}
/** Where an order, a withdrawal or a payout is shown. */
export type LinkOfEntry = (source: EntrySource, systemNo: string) => EntryLink;

const ownLink: LinkOfEntry = (source, systemNo) => ({
  to: source === 'order' ? '/order/list' : '/repay/index',
  search: { ...(source === 'payout' ? { tab: 'payouts' } : {}), open: systemNo },
});

/** What moved the money; undefined if it is none of the member's own. */
function sourceOf({ type, id, orderNo }: MoneyLogRow): EntrySource | undefined {
  // An agent's reversal concerns a merchant's order.
  if (type === 'payin' || type === 'recharge' || (type === 'reversal' && orderNo !== null)) return 'order';
  if (type === 'withdrawal' || type === 'payout') return type;
  // A refund can be of either; its id ends with the journal kind.
  if (type === 'refund') return id.endsWith('-payout_cancelled') ? 'payout' : 'withdrawal';
  return undefined;
}

function SourceNumber({ row, linkOf }: { row: MoneyLogRow; linkOf: LinkOfEntry }) {
  const { orderNo, systemNo } = row;
  const number = orderNo ?? systemNo;
  const source = sourceOf(row);
  if (source === undefined) return <CopyText value={number} most={20} />;
  const { to, search } = linkOf(source, systemNo);
  return (
    <CopyText value={number}>
      <ScreenLink to={to} search={search} className={classes.link}>
        <ShortText text={number} most={20} />
      </ScreenLink>
    </CopyText>
  );
}

function Remark({ row: { type, remark } }: { row: MoneyLogRow }) {
  const t = useWords(ledgerScreenWords);
  // The ledger stores no sentences: a commission's remark is the member number of the order.
  const text = type === 'commission' && /^\d+$/.test(remark) ? t('of_member', { member: remark }) : remark;
  if (text === '') return <span className={classes.empty}>–</span>;
  return (
    <span className={classes.remark} title={text}>
      {text}
    </span>
  );
}

/** Whether the entries are all of their range, so that there is an opening and a closing balance. */
export function isWholeRange({ orderNo, type, releaseAt, releaseAfter }: Partial<MoneyLogFilter>): boolean {
  return (orderNo ?? type ?? releaseAt ?? releaseAfter) === undefined;
}
