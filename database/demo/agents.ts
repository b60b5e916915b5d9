/**
 * What the platform's operators do that the demo's agent sees: they raise its rate above that of an agent below it, and
 * reverse an order whose commission it had received.
 */
import type { AuditVerbs } from '#features/audit/server/verbs.ts';
import { changesText } from '#features/agents/server/rates/rate-answers.ts';
import type { ChannelVerbs } from '#features/channels/server/verbs.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { OrderView } from '#features/orders/order.ts';
import type { OrderVerbs } from '#features/orders/server/verbs.ts';
import type { Currency } from '#foundation/core/money.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { demoMembers, demoOperator, demoReviewer } from './people.ts';
import { orderNoOf } from './traffic.ts';
import type { Visitors } from './visitors.ts';

export interface AgentApp {
  db: Database;
  audit: AuditVerbs;
  members: Pick<MemberVerbs, 'lock'>;
  channels: Pick<ChannelVerbs, 'setRates'>;
  orders: Pick<OrderVerbs, 'find'>;
}

export interface AgentScene {
  app: AgentApp;
  visitors: Visitors;
  currency: Currency;
}

const AGENT = 'demo_agent';
const SHOP = 'demo_shop';
/** Above what `demo_agent2` pays on this channel, and not above what the shops pay. */
const RAISED_CHANNEL = 'sandbox_wallet';
const RAISED_E4 = 6_500;
/** Large enough for a commission that people notice. */
const LARGE_MINOR = 50_00n;
const MAX_ORDERS_A_DAY = 1_000;

/** An operator raises what the agent pays, and leaves the agent below it as it is. */
export async function raiseAgentRate({ app, visitors, currency }: AgentScene): Promise<void> {
  const memberNo = memberNoOf(AGENT);
  const actor = await visitors.loggedIn(demoOperator);
  const rate = { percentE4: RAISED_E4, fixedMinor: 0n, minFeeMinor: null, maxFeeMinor: null };
  await app.db.transaction(async (tx) => {
    await app.members.lock(tx, memberNo);
    const set = await app.channels.setRates(tx, { memberNo, rates: [{ channel: RAISED_CHANNEL, rate }] });
    if (set.outcome === 'refused') throw new Error(`the rate of ${AGENT} could not be raised`);
    const object = `${memberNo} ${changesText(set.changes, currency)}`;
    await app.audit.record(tx, { ...actor, memberNo, action: 'rates_set', object });
  });
}

/** An operator proposes to reverse an order that the shop was paid `ago` days before the start. */
export async function proposeReversal({ app, visitors }: AgentScene, ago: number): Promise<void> {
  const { memberNo, systemNo } = await largeOrder(app, 'success', SHOP, [ago]);
  await visitors.sendCall(demoOperator, '/operator/order/reverse', {
    memberNo: memberNo.toString(),
    orderNo: systemNo.toString(),
    reason: 'The bank has charged it back',
  });
}

/** The other operator confirms the only open proposal. */
export async function confirmProposal({ visitors }: AgentScene): Promise<void> {
  const { list } = (await visitors.sendCall(demoReviewer, '/operator/approval/list', { state: 'open' })) as {
    list: readonly { id: string }[];
  };
  const [proposed] = list;
  if (!proposed || list.length > 1) throw new Error(`${list.length} proposals of the demo wait, and not one`);
  await visitors.sendCall(demoReviewer, '/operator/approval/decide', { id: proposed.id, decision: 'confirm' });
}

/** The first large order with this status of these days, in this order. */
export async function largeOrder(
  { orders }: Pick<AgentApp, 'orders'>,
  status: 'success' | 'expired',
  shop: string,
  agos: readonly number[],
): Promise<OrderView> {
  for (const ago of agos)
    for (let index = 0; index < MAX_ORDERS_A_DAY; index += 1) {
      const order = await orders.find(memberNoOf(shop), { orderNo: orderNoOf(shop, ago, index) }, 'payin');
      if (order?.status === status && order.amountMinor >= LARGE_MINOR) return order;
    }
  throw new Error(`${shop} has no such order of ${agos.join(' or ')} days ago`);
}

export function memberNoOf(username: string): bigint {
  const member = demoMembers.find((one) => one.username === username);
  if (!member) throw new Error(`the demo has no ${username}`);
  return member.memberNo;
}
