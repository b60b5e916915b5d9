/** A server with the agents' calls over a random tree with orders, for database tests. Only tests import this. */
import type { FastifyInstance } from 'fastify';
import { sql } from '#foundation/server/postgres/sql.ts';
import { rightsOf } from '#features/rights.ts';
import type { Session } from '#foundation/core/session.ts';
import { serveContracts } from '#foundation/server/http/console-api.ts';
import { createHttpServer } from '#foundation/server/http/http.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { settleCommissions } from '#features/ledger/server/commissions.ts';
import type { OrderView } from '#features/orders/order.ts';
import {
  created,
  newOrder,
  ordersApp,
  type OrdersApp,
  paidAtUpstream,
  paymentOf,
  reversed,
  SANDBOX,
} from '#features/orders/server/orders-for-tests.ts';
import { handlers, type ServedContract } from '#foundation/server/http/handlers.ts';
import { treeCalls } from '../tree-contract.ts';
import { type AgentOrderDeps, agentOrderHandlers } from './orders/calls.ts';
import { type TreeDeps, treeReadHandlers } from './tree/calls.ts';
import { agentFollower } from './projection/following.ts';
import { randomOf, randomTree, seenByAgents, type TestTree } from './trees-for-tests.ts';

interface Answer<Data> {
  code: number;
  error?: string;
  data: Data;
}

/** One order of the tree as one agent is to see it, read from the members' own tables. */
export interface SeenOrder {
  agentNo: bigint;
  systemNo: bigint;
  merchantNo: bigint;
  orderNo: string;
  via: bigint[];
  level: number;
  channel: string;
  status: string;
  notifyStatus: string;
  amountMinor: bigint;
  feeMinor: bigint;
  createdAt: Date;
  paidAt: Date | null;
  commissionMinor: bigint;
  heldMinor: bigint;
  releaseAt: Date | null;
  bookedAt: Date | null;
  returnedAt: Date | null;
}

export interface AgentStage {
  app: OrdersApp;
  tree: TestTree;
  /** What an agent of the tree sees, by the plain definition. */
  seenBy(agentNo: bigint): SeenOrder[];
  /** As that member; `operator` as an operator. */
  post: ReturnType<typeof posterOf>;
  close(): Promise<void>;
}

/** Days of orders in every state, below several agents. */
export async function agentStage({ seed = 7, steps = 160 } = {}): Promise<AgentStage> {
  const app = await ordersApp({ at: '2026-10-28T15:20:00.000Z' });
  await app.addChannel();
  await app.addChannel({ code: 'bank', channelId: 2 });
  const random = randomOf(seed);
  const tree = await randomTree(app, random, { agents: 6, merchants: 9, depth: 4 });
  const everyone = [...tree.merchants, ...tree.agents.slice(0, 2)];
  const paid: OrderView[] = [];
  const forgotten: OrderView[] = [];
  for (let step = 0; step < steps; step += 1) {
    app.clock.advance(Math.floor(random() * 8 * 3_600_000) + step * 13);
    const memberNo = everyone[Math.floor(random() * everyone.length)] ?? 0n;
    const order = await created(
      app.orders,
      newOrder(memberNo, {
        orderNo: `S-${step % 3}_${step}`,
        amountMinor: BigInt(1_000 + ((step * 37) % 50) * 1_000),
        channelCode: step % 4 === 0 ? 'bank' : 'qr',
        kind: step % 11 === 0 ? 'recharge' : 'payin',
        notifyUrl: step % 5 === 0 ? null : 'https://shop.example/notify',
        expireMinutes: 30,
      }),
    );
    if (step % 17 === 0) forgotten.push(order);
    if (step % 40 === 30)
      for (const late of forgotten.splice(0)) {
        await paidAtUpstream(app, late);
        if ((await app.orders.confirmPayment(SANDBOX, paymentOf(late))) === 'paid') paid.push(late);
      }
    else if (step % 3 !== 0) {
      app.clock.advance((step % 20) * 60_000);
      if ((await app.orders.confirmPayment(SANDBOX, paymentOf(order))) === 'paid') paid.push(order);
    }
    if (step < steps - 5) while ((await app.orders.expireDue()) > 0);
    if (step < steps - 5 && random() < 0.4) await settleCommissions(app);
    if (random() < 0.15 && paid.length > 0) {
      const [back] = paid.splice(Math.floor(random() * paid.length), 1);
      if (back) await reversed(app, back, { forced: true });
    }
  }
  await sql`update callbacks set status = case system_no % 3 when 0 then 'delivered' when 1 then 'failed' else 'pending' end`.execute(
    app.db,
  );
  await agentFollower(app).run();
  const { rows: all } = await app.db.pool.query<SeenOrder>(SEEN);
  const server = await serverOf(app);
  return {
    app,
    tree,
    seenBy: (agentNo) => all.filter((one) => one.agentNo === agentNo),
    post: posterOf(server),
    async close() {
      await server.close();
      await app.close();
    },
  };
}

const SEEN = seenByAgents(`
  u.agent_no as "agentNo", o.system_no as "systemNo", o.member_no as "merchantNo", o.order_no as "orderNo", u.position::int as level,
  (select array_agg(one order by at desc) from unnest(m.uplines[1:u.position - 1]) with ordinality as up (one, at)) || o.member_no as via,
  case o.channel_id when 1 then 'qr' else 'bank' end as channel, o.status, coalesce(c.status, 'none') as "notifyStatus", o.amount as "amountMinor",
  o.fee as "feeMinor", o.created_at as "createdAt", o.paid_at as "paidAt", earned.amount as "commissionMinor",
  coalesce(s.held, 0) as "heldMinor", s.release_at as "releaseAt", b.created_at as "bookedAt", r.created_at as "returnedAt"`);

function posterOf(server: FastifyInstance) {
  return async <Data>(as: bigint | 'operator', path: string, input: object): Promise<Answer<Data>> => {
    const headers = { 'x-token': as.toString() };
    const reply = await server.inject({ method: 'POST', url: `/api${path}`, headers, payload: input });
    return reply.json<Answer<Data>>();
  };
}

async function serverOf(app: OrdersApp): Promise<FastifyInstance> {
  const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  serveContracts(server, {
    contracts: readersOf({ ...app, publicUrl: 'https://pay.example' }),
    clock: app.clock,
    log: silentLog,
    secure: false,
    authenticate: async (token) => sessionOf(app, token),
  });
  return server;
}

/** The calls that show an agent its tree. */
function readersOf(deps: AgentOrderDeps & TreeDeps): ServedContract[] {
  const { texts, calls } = treeCalls;
  const tree = { '/agent/detail': calls['/agent/detail'], '/agent/userlist': calls['/agent/userlist'] };
  return [agentOrderHandlers(deps), handlers({ texts, calls: tree }, treeReadHandlers(deps))];
}

async function sessionOf({ members }: OrdersApp, token: string): Promise<Session | undefined> {
  if (token === 'operator')
    return {
      sessionId: 'o',
      userId: 1n,
      username: 'op',
      role: 'operator',
      memberNo: null,
      rights: rightsOf(['owner']),
    };
  const member = await members.find(BigInt(token));
  return (
    member && {
      sessionId: token,
      userId: member.memberNo,
      username: token,
      role: member.kind === 'agent' ? 'agency' : 'member',
      memberNo: member.memberNo,
    }
  );
}
