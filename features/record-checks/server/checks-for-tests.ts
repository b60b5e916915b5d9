/** Merchants with orders, and a server with the calls that compare them. Only tests import this. */
import type { OrderView } from '#features/orders/order.ts';
import { created, newOrder, ordersApp, paymentOf, SANDBOX } from '#features/orders/server/orders-for-tests.ts';
import type { Envelope } from '#foundation/core/envelope.ts';
import type { Session } from '#foundation/core/session.ts';
import { CONSOLE_BASE, serveContracts } from '#foundation/server/http/console-api.ts';
import { createHttpServer } from '#foundation/server/http/http.ts';
import { openJobQueue } from '#foundation/server/jobs/queue.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { collected } from '#foundation/server/sheets/workbook-for-tests.ts';
import type { CheckResult } from '../contract.ts';
import { recordCheckHandlers } from './calls.ts';
import { type CheckingDeps, recordCheckQueue, runCheck } from './checking.ts';

export type CheckStage = Awaited<ReturnType<typeof checkStage>>;

/** `isQueued`: jobs wait in the real queue; otherwise `run` does them. */
export async function checkStage({ isQueued = false } = {}) {
  const app = await ordersApp({ at: '2026-11-10T04:00:00.000Z' });
  await app.addChannel();
  const queue = openJobQueue({ pool: app.db.pool, log: silentLog });
  const waiting: { memberNo: string; checkId: string }[] = [];
  const files = new Map<string, { name: string; bytes: Buffer }>();
  const downloads: CheckingDeps['downloads'] = {
    async store({ downloadId, name }, pieces) {
      files.set(downloadId, { name, bytes: await collected(pieces) });
    },
  };
  const deps = { ...app, downloads };
  const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  const caught: Pick<typeof queue, 'send' | 'stateOf'> = {
    send: async (_queue, data) => void waiting.push(data as (typeof waiting)[number]),
    stateOf: async () => undefined,
  };
  serveContracts(server, {
    contracts: [recordCheckHandlers({ ...app, queue: isQueued ? queue : caught })],
    clock: app.clock,
    log: silentLog,
    secure: false,
    authenticate: async (token): Promise<Session> => ({
      sessionId: token,
      userId: BigInt(token),
      username: token,
      role: 'member',
      memberNo: BigInt(token),
    }),
  });
  const inject = async <Data>(memberNo: bigint, path: string, payload: object, language = 'en') =>
    (
      await server.inject({
        method: 'POST',
        url: CONSOLE_BASE + path,
        headers: { 'x-token': memberNo.toString(), 'accept-language': language },
        payload,
      })
    ).json<Envelope<Data>>();
  return {
    ...app,
    files,
    downloads,
    work: (checking: CheckingDeps = deps) =>
      queue.work(recordCheckQueue, { atOnce: 1 }, (job) => runCheck(checking, job)),
    order: (memberNo: bigint, changes: Parameters<typeof newOrder>[1] = {}) =>
      created(app.orders, newOrder(memberNo, changes)),
    pay: (order: OrderView) => app.orders.confirmPayment(SANDBOX, paymentOf(order)),
    /** A day of November 2026, at noon of the platform's zone. */
    setDay: (day: number) => app.clock.set(`2026-11-${String(day).padStart(2, '0')}T04:00:00.000Z`),
    async check(memberNo: bigint, file: string | Uint8Array, fields: Record<string, string> = {}, language?: string) {
      const form = new FormData();
      const fieldsSent = { from: '2026-11-01', to: '2026-11-30', ...fields };
      for (const [name, text] of Object.entries(fieldsSent)) form.append(name, text);
      form.append('file', new Blob([typeof file === 'string' ? file : Uint8Array.from(file)]), 'list.csv');
      return inject<{ id: string }>(memberNo, '/reconciliation/check', form, language);
    },
    result: (memberNo: bigint, id: string) => inject<CheckResult>(memberNo, '/reconciliation/checkResult', { id }),
    /** Does the jobs that wait. */
    async run({ isLastRun = true, checking = deps }: { isLastRun?: boolean; checking?: CheckingDeps } = {}) {
      for (const data of waiting.splice(0)) await runCheck(checking, { data, isLastRun });
    },
    async close() {
      await queue.stop();
      await server.close();
      await app.close();
    },
  };
}

/** What a check found, line by line. */
export function found({ differences }: CheckResult): (string | number | undefined)[][] {
  return differences.map(({ kind, number, theirs }) => [kind, number, theirs?.line]);
}
