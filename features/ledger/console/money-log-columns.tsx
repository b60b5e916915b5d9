/** The columns of a wallet's entries, with links to their orders and payouts. */
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { type Format, Time } from '#foundation/console/display/format.tsx';
import type { Column } from '#foundation/console/list/data-table/column.ts';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import type { MoneyLogRow } from '../contract.ts';
import { ledgerScreenWords } from '../screen-words.ts';
import classes from './MoneyLogScreen.module.css';

export function moneyLogColumns(t: Translate<typeof ledgerScreenWords>, format: Format): Column<MoneyLogRow>[] {
  return [
    {
      id: 'orderNo',
      header: t('order_no'),
      card: 'title',
      cell: (row) => (
        <span className={classes.number}>
          <SourceNumber row={row} />
        </span>
      ),
    },
    { id: 'type', header: t('type'), card: 'badge', cell: ({ type }) => t(type) },
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
      header: t('fee'),
      numeric: true,
      cell: ({ fee }) => (
        <span className={classes.fee} data-zero={/^[0.]*$/.test(fee) || undefined}>
          {format.amount(fee)}
        </span>
      ),
    },
    { id: 'before', header: t('before'), numeric: true, cell: ({ before }) => format.amount(before) },
    {
      id: 'after',
      header: t('after'),
      numeric: true,
      cell: ({ after }) => <span className={classes.after}>{format.amount(after)}</span>,
    },
    { id: 'createdAt', header: t('time'), sortable: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
    { id: 'remark', header: t('remark'), cell: (row) => <Remark row={row} /> },
    { id: 'systemNo', header: t('system_no'), optional: true, cell: ({ systemNo }) => <CopyText value={systemNo} /> },
  ];
}

const orders = { to: '/order/list', search: {} } as const;

const withdrawals = { to: '/repay/index', search: {} } as const;
const payouts = { to: '/repay/index', search: { tab: 'payouts' } } as const;

/** The link target of entries that belong to one of the member's own orders, withdrawals or payouts. */
function linkOf({
  type,
  id,
  orderNo,
}: MoneyLogRow): { to: `/${string}`; search: Readonly<Record<string, string>> } | undefined {
  // An agent's reversal concerns a merchant's order.
  if (type === 'payin' || type === 'recharge' || (type === 'reversal' && orderNo !== null)) return orders;
  if (type === 'withdrawal') return withdrawals;
  if (type === 'payout') return payouts;
  // A refund can be of either; its id ends with the journal kind.
  if (type === 'refund') return id.endsWith('-payout_cancelled') ? payouts : withdrawals;
  return undefined;
}

function SourceNumber({ row }: { row: MoneyLogRow }) {
  const { orderNo, systemNo } = row;
  const number = orderNo ?? systemNo;
  const link = linkOf(row);
  if (link === undefined) return <CopyText value={number} />;
  return (
    <CopyText value={number}>
      <ScreenLink to={link.to} search={{ ...link.search, open: systemNo }} className={classes.link}>
        {number}
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
