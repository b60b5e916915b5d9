/** The list's columns, the most important first, and its rows on a phone. */
import { orderColumns, orderPhoneRow } from '#features/orders/console/order-columns.tsx';
import type { orderScreenWords } from '#features/orders/screen-words.ts';
import { Clip } from '#foundation/console/display/Clip.tsx';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import type { Format } from '#foundation/console/display/format.tsx';
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
  const [number, ...others] = (orderColumns(list, format) as Column<Row>[]).map(unsortedByPayment);
  return [
    ...(number ? [number] : []),
    { id: 'member', header: own('member'), cell: (row) => <MemberCell row={row} /> },
    ...others,
    {
      id: 'upstream',
      header: own('upstream'),
      priority: 4,
      cell: ({ upstream }) => <Clip text={upstream.name} most={18} />,
    },
    {
      id: 'upstreamNo',
      header: own('upstream_no'),
      optional: true,
      priority: 1,
      cell: ({ upstreamNo }) => (upstreamNo === '' ? '–' : <CopyText value={upstreamNo} most={13} />),
    },
  ];
}

/** The order of all members' payments has no index. */
function unsortedByPayment(column: Column<Row>): Column<Row> {
  return column.id === 'paidAt' ? { ...column, sortable: false } : column;
}

export function operatorPhoneRow({ list }: Words, format: Format): PhoneRow<Row> {
  const phone = orderPhoneRow(list, format) as PhoneRow<Row>;
  return { ...phone, facts: (row) => [row.memberName, ...(phone.facts?.(row) ?? []).slice(0, 1)] };
}

/** The name, and the number below it. */
function MemberCell({ row: { memberNo, memberName } }: { row: Row }) {
  return (
    <span className={classes.member}>
      <Clip text={memberName} most={20} />
      <span className={classes.quiet}>
        <CopyText value={memberNo} />
      </span>
    </span>
  );
}
