/** The list's columns, the most important first, and its rows on a phone. */
import { MemberLink } from '#features/accounts/console/deciding/MemberLink.tsx';
import { NotifyBadge } from '#features/orders/console/NotifyBadge.tsx';
import { statusTones } from '#features/orders/console/status-tones.ts';
import { wasPaid } from '#features/orders/statuses.ts';
import type { orderScreenWords } from '#features/orders/screen-words.ts';
import { Clip } from '#foundation/console/display/Clip.tsx';
import { CopyText, ShortText } from '#foundation/console/display/CopyText.tsx';
import { type Format, Time } from '#foundation/console/display/format.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import type { Translate } from '#foundation/console/page/words.tsx';
import type { OperatorOrderRow as Row } from '../../order-contract.ts';
import type { operatorOrderWords } from '../../order-words.ts';
import classes from '../disbursements/Disbursements.module.css';

export interface Words {
  /** Of the list that members have. */
  list: Translate<typeof orderScreenWords>;
  own: Translate<typeof operatorOrderWords>;
}

export function operatorColumns({ list, own }: Words, format: Format): Column<Row>[] {
  return [
    { id: 'orderNo', header: list('order_no'), cell: ({ orderNo }) => <CopyText value={orderNo} most={20} /> },
    { id: 'member', header: own('member'), cell: (row) => <MemberCell row={row} /> },
    { id: 'amount', header: list('amount'), numeric: true, cell: ({ amount }) => format.amount(amount) },
    {
      id: 'fee',
      header: list('fee'),
      numeric: true,
      priority: 3,
      cell: ({ status, fee }) => (wasPaid(status) ? format.amount(fee) : '–'),
    },
    {
      id: 'status',
      header: list('status'),
      cell: ({ status }) => <StatusBadge tone={statusTones[status]}>{list(status)}</StatusBadge>,
    },
    {
      id: 'notifyStatus',
      header: list('notify_status'),
      cell: (row) => (row.notifyStatus === 'none' ? '–' : <NotifyBadge order={row} />),
    },
    {
      id: 'createdAt',
      header: list('created'),
      sortable: true,
      priority: 7,
      cell: ({ createdAt }) => <Time at={createdAt} short />,
    },
    { id: 'paidAt', header: list('paid'), priority: 2, cell: ({ paidAt }) => <Time at={paidAt} short /> },
    {
      id: 'channel',
      header: list('channel'),
      priority: 5,
      cell: ({ channel }) => <Clip text={channel.name || channel.code} most={18} />,
    },
    {
      id: 'upstream',
      header: own('upstream'),
      priority: 4,
      cell: ({ upstream }) => <Clip text={upstream.name} most={18} />,
    },
    {
      id: 'systemNo',
      header: list('system_no'),
      priority: 2,
      cell: ({ systemNo }) => <CopyText value={systemNo} most={11} />,
    },
    {
      id: 'upstreamNo',
      header: own('upstream_no'),
      optional: true,
      priority: 1,
      cell: ({ upstreamNo }) => (upstreamNo === '' ? '–' : <CopyText value={upstreamNo} most={13} />),
    },
    { id: 'type', header: list('type'), optional: true, priority: 1, cell: ({ type }) => list(type) },
  ];
}

/** On a phone: the number and the amount; then status and callback if they are not as usual, time, member and channel. */
export function operatorPhoneRow({ list }: Words, format: Format): PhoneRow<Row> {
  return {
    what: ({ orderNo }) => <ShortText text={orderNo} most={22} />,
    amount: ({ amount }) => format.amount(amount),
    state: (row) => (
      <>
        {row.status !== 'success' && <StatusBadge tone={statusTones[row.status]}>{list(row.status)}</StatusBadge>}
        {(row.notifyStatus === 'pending' || row.notifyStatus === 'failed') && <NotifyBadge order={row} isNamed />}
      </>
    ),
    at: ({ createdAt }) => createdAt,
    sort: 'createdAt',
    facts: ({ memberName, channel }) => [memberName, channel.name || channel.code],
  };
}

/** The name, and the number below it. */
function MemberCell({ row: { memberNo, memberName } }: { row: Row }) {
  return (
    <span className={classes.member}>
      <Clip text={memberName} most={20} />
      <span className={classes.quiet}>
        <CopyText value={memberNo}>
          <MemberLink memberNo={memberNo} />
        </CopyText>
      </span>
    </span>
  );
}
