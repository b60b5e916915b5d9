/** The copied orders of an agent's tree, or of a part of it, as a source of the order list. */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import { isOneOf, type OrderSource } from '#features/orders/server/filter.ts';
import type { Place } from '../places.ts';
import { ALL_CHANNELS, WHOLE_TREE } from '../projection/row.ts';

export function orderSource(agentNo: bigint, place: Place): OrderSource {
  const owned = ownedOrders(agentNo, place);
  return {
    orders: sql`agent_orders`,
    owned,
    numbered: sql`agent_orders o where ${owned}`,
    rollups: (channelIds) => sql`agent_rollups
      where member_no = ${agentNo} and subject_no = ${place.subjectNo} and ${isOneOf(sql`channel_id`, channelIds ?? [ALL_CHANNELS])}`,
    hasNotifyStatus: true,
    more: {
      row: sql`case when o.status = 'success' then o.commission else 0 end`,
      created: 'success_commission',
      paid: 'paid_commission',
    },
  };
}

/** The condition that row `o` is an order of that part of the agent's tree. */
export function ownedOrders(agentNo: bigint, { subjectNo, kind, levels }: Place): Sql {
  const ofAgent = sql`o.member_no = ${agentNo}`;
  if (subjectNo === WHOLE_TREE) return ofAgent;
  if (kind === 'merchant') return sql`${ofAgent} and o.merchant_no = ${subjectNo}`;
  // Literals, so that the planner uses the level's index.
  const via = levels.map((level) => sql`o.via[${sql.lit(level)}] = ${subjectNo}`);
  return sql`${ofAgent} and (${sql.join(via, ' or ')})`;
}
