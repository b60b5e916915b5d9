/** Members whose wallets move in every way, and a server with the statement's calls. Only tests import this. */
import { sql } from '#foundation/server/postgres/sql.ts';
import { rightsOf } from '#features/rights.ts';
import type { Session } from '#foundation/core/session.ts';
import { serveContracts } from '#foundation/server/http/console-api.ts';
import { createHttpServer } from '#foundation/server/http/http.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { everyKindAs } from '#features/exports/server/kinds-for-tests.ts';
import { exportHandlers } from '#features/exports/server/calls.ts';
import { checkBooks } from '#features/ledger/server/checking.ts';
import {
  disbursementCancelledJournal,
  disbursementJournal,
  type JournalDraft,
  type PostedJournal,
} from '#features/ledger/rules.ts';
import type { OrderView } from '#features/orders/order.ts';
import {
  created,
  newOrder,
  ordersApp,
  type OrdersApp,
  paymentOf,
  SANDBOX,
} from '#features/orders/server/orders-for-tests.ts';
import { statementChecks } from './checks.ts';
import { statementHandlers } from './calls.ts';
import { statementExports } from './exports.ts';

interface Answer<Data> {
  code: number;
  error?: string;
  fields?: Record<string, string>;
  data: Data;
}

export type StatementStage = Awaited<ReturnType<typeof statementStage>>;

/** The channels `qr` and `bank` at 0.6 %. */
export async function statementStage({
  at = '2026-11-10T04:00:00.000Z',
  timeZone = 'Asia/Shanghai',
}: { at?: string; timeZone?: string } = {}) {
  const app = await ordersApp({ at });
  await app.db.transaction((tx) => app.platform.setSettings(tx, { timeZone }));
  await app.addChannel();
  await app.addChannel({ code: 'bank', channelId: 2 });
  const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  const deps = { ...app, numbers: app.orders };
  const kinds = statementExports(deps);
  serveContracts(server, {
    contracts: [
      statementHandlers(deps),
      exportHandlers({
        ...app,
        kinds: { ...everyKindAs(kinds.statement), ...kinds },
        downloads: { start: () => Promise.reject(new Error('too many rows')) },
      }),
    ],
    clock: app.clock,
    log: silentLog,
    secure: false,
    authenticate: async (token) => sessionOf(app, token),
  });
  const inject = (as: bigint | string, path: string, input: object, language: string) =>
    server.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { 'x-token': as.toString(), 'accept-language': language },
      payload: input,
    });
  return {
    app,
    timeZone,
    async post<Data>(as: bigint | string, path: string, input: object = {}): Promise<Answer<Data>> {
      return (await inject(as, path, input, 'en')).json<Answer<Data>>();
    },
    /** The file, or the envelope of a refusal. */
    async file(as: bigint, kind: string, format: string, filter: object = {}, language = 'en'): Promise<Buffer> {
      return (await inject(as, '/user/export', { kind, format, filter }, language)).rawPayload;
    },
    /** A paid order. */
    async pay(
      memberNo: bigint,
      amountMinor: bigint,
      { kind = 'payin', channelCode = 'qr' }: { kind?: 'payin' | 'recharge'; channelCode?: string } = {},
    ): Promise<OrderView> {
      const order = await created(app.orders, newOrder(memberNo, { kind, channelCode, amountMinor }));
      if ((await app.orders.confirmPayment(SANDBOX, paymentOf(order))) !== 'paid') throw new Error('not paid');
      return order;
    },
    /** An order that is not paid. */
    order: (memberNo: bigint, amountMinor: bigint) => created(app.orders, newOrder(memberNo, { amountMinor })),
    adjust: (memberNo: bigint, amountMinor: bigint, remark = 'by hand') =>
      app.ledger.adjust({ memberNo, reference: app.systemNumbers.next(), currency: 'CNY', amountMinor, remark }),
    /** A withdrawal or payout, which comes back if it is cancelled. */
    async disburse(memberNo: bigint, kind: 'withdrawal' | 'payout', amountMinor: bigint, feeMinor: bigint) {
      const of = { memberNo, systemNo: app.systemNumbers.next(), kind, currency: 'CNY', amountMinor, feeMinor };
      const applied = await posted(app, disbursementJournal(of));
      return { applied, cancel: () => posted(app, disbursementCancelledJournal(of)) };
    },
    /** What the checks of the statements find. */
    async found(): Promise<[string, unknown][]> {
      const names = new Set(statementChecks.map(({ name }) => name));
      const findings = await checkBooks(app.db, { more: statementChecks });
      return findings
        .filter(({ check }) => names.has(check.name))
        .map(({ check, violations }) => [check.name, violations.map(({ subject }) => subject)]);
    },
    async rows(memberNo: bigint): Promise<unknown[]> {
      const { rows } =
        await sql`select * from statement_days where member_no = ${memberNo} order by day, version`.execute(app.db);
      return rows;
    },
    async close(): Promise<void> {
      await server.close();
      await app.close();
    },
  };
}

function posted(
  { db, ledger, clock }: OrdersApp,
  draft: JournalDraft,
): Promise<PostedJournal | 'balance_insufficient' | 'already_booked'> {
  return db.transaction(async (tx) => {
    const books = await ledger.openBooks(tx, [draft.memberNo], draft.currency);
    const outcome = books.post(draft, clock.now());
    await books.write();
    return outcome;
  });
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
      username: `user_${token}`,
      role: member.kind === 'agent' ? 'agency' : 'member',
      memberNo: member.memberNo,
    }
  );
}
