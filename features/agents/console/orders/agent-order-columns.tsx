/** The columns of the members' orders: those of the order list, with the merchant and the agent's own commission. */
import { orderColumns, orderPhoneRow } from '#features/orders/console/order-columns.tsx';
import { statusTones } from '#features/orders/console/status-tones.ts';
import type { orderScreenWords } from '#features/orders/screen-words.ts';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import type { Format } from '#foundation/console/display/format.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import type { AgentOrderRow } from '../../order-contract.ts';
import type { agentOrderWords } from '../../agent-order-words.ts';
import { agentWords } from '../../screen-words.ts';
import { commissionTones } from '../commission-tones.ts';
import { MemberName } from '../member-badges.tsx';
import classes from './AgentOrders.module.css';

export interface ColumnWords {
  order: Translate<typeof orderScreenWords>;
  agent: Translate<typeof agentWords>;
  own: Translate<typeof agentOrderWords>;
}

/** The columns in their order, so that the most important ones fit without scrolling. */
const sequence = ['orderNo', 'merchant', 'level', 'amount', 'commission', 'status', 'createdAt', 'paidAt'];

export function agentOrderColumns(t: ColumnWords, format: Format): Column<AgentOrderRow>[] {
  const own: Column<AgentOrderRow>[] = [
    { id: 'merchant', header: t.agent('merchant'), cell: ({ merchant }) => <MemberName member={merchant} /> },
    { id: 'level', header: t.own('level'), numeric: true, priority: 1, cell: ({ level }) => format.number(level) },
    {
      id: 'commission',
      header: t.agent('commission'),
      numeric: true,
      cell: ({ commission }) => <CommissionCell commission={commission} format={format} />,
    },
  ];
  const columns = [...orderColumns(t.order, format), ...own];
  return [
    ...sequence.flatMap((id) => columns.find((column) => column.id === id) ?? []),
    // The rest matters more to the merchant.
    ...columns.filter(({ id }) => !sequence.includes(id)).map((column) => ({ ...column, optional: true })),
  ];
}

/** Those of the order list, with the merchant. */
export function agentOrderPhoneRow(t: ColumnWords, format: Format): PhoneRow<AgentOrderRow> {
  const order = orderPhoneRow(t.order, format);
  return {
    ...order,
    what: ({ merchant }) => merchant.name,
    state: ({ status }) =>
      status !== 'success' && <StatusBadge tone={statusTones[status]}>{t.order(status)}</StatusBadge>,
    facts: ({ commission, orderNo }) => [
      commission.state !== 'none' && `${t.agent('commission')} ${format.amount(commission.amount)}`,
      orderNo,
    ],
  };
}

/** The amount, and below it why it is not available, if it isn't. */
function CommissionCell({
  commission: { amount, state },
  format,
}: {
  commission: AgentOrderRow['commission'];
  format: Format;
}) {
  const t = useWords(agentWords);
  if (state === 'none') return <span className={classes.quiet}>–</span>;
  return (
    <span className={classes.commission}>
      <span className={classes.earned} data-muted={state === 'reversed' || state === 'expected' || undefined}>
        {format.amount(amount)}
      </span>
      {/* Every paid order's commission is on hold for a while: that is as it should be. */}
      {state === 'reversed' ? (
        <StatusBadge tone={commissionTones[state]}>{t('state_reversed')}</StatusBadge>
      ) : (
        <span className={classes.quiet}>{t(`state_${state}`)}</span>
      )}
    </span>
  );
}
