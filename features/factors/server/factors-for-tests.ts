/**
 * The factors feature wired as in the server, on a real database, with users that are only rows, and codes as a phone's
 * app shows them.
 */
import { rightsOf } from '#features/rights.ts';
import { SystemNumbers } from '#foundation/core/system-number.ts';
import { generateSync } from 'otplib';
import { z } from 'zod';
import { auditVerbs } from '#features/audit/server/verbs.ts';
import { noticeVerbs } from '#features/notices/server/verbs.ts';
import { platformVerbs } from '#features/platform/server/verbs.ts';
import { smsVerbs } from '#features/sms/server/verbs.ts';
import { calls } from '#foundation/core/calls.ts';
import { SettableClock } from '#foundation/core/clock.ts';
import type { Session } from '#foundation/core/session.ts';
import { serveContracts } from '#foundation/server/http/console-api.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { handlers } from '#foundation/server/http/handlers.ts';
import { createHttpServer } from '#foundation/server/http/http.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { type TestDatabase, testDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { Visitor } from '#foundation/server/http/visitor-for-tests.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { secondStepFields, secondStepRefusals } from '../contract.ts';
import type { StepMethod } from '../rules.ts';
import { factorTexts } from '../words.ts';
import { factorHandlers } from './calls.ts';
import type { StepContext } from './second-step.ts';
import { factorVerbs } from './verbs.ts';

/** Calls that do nothing but take a second step, one for each policy. */
const vault = {
  who: 'session',
  summary: 'Opens a vault',
  input: z.strictObject(secondStepFields),
  refusals: secondStepRefusals,
} as const;
const vaultCalls = calls(factorTexts, {
  '/vault/strongest': { ...vault, secondStep: 'strongest' },
  '/vault/any': { ...vault, secondStep: 'any' },
  '/vault/authenticator': { ...vault, secondStep: 'authenticator' },
});

export type FactorApp = Awaited<ReturnType<typeof factorApp>>;

/** `sharing` is another process on the same database. */
export async function factorApp(sharing?: { db: TestDatabase; clock: SettableClock }) {
  const db = sharing?.db ?? (await testDatabase());
  const clock = sharing?.clock ?? new SettableClock('2026-11-20T04:00:00.000Z');
  const sealer = new Sealer(Buffer.alloc(32, 5));
  const platform = platformVerbs({ db, clock });
  const sms = smsVerbs({ db, clock, sealer });
  const audit = auditVerbs({ sealer });
  const boundMobileOf = async (userId: bigint, on: Queryable = db): Promise<string | null> => {
    const { rows } = await sql<{ mobile: string | null }>`select mobile from users where user_id = ${userId}`.execute(
      on,
    );
    return rows[0]?.mobile ?? null;
  };
  const notices = noticeVerbs({ systemNumbers: new SystemNumbers(clock), boundMobileOf, languageOf: async () => 'en' });
  const deps = { db, sealer, platform, sms, audit, boundMobileOf };
  const factors = factorVerbs(deps);
  /** The users whose other sessions were ended, and the session that was kept. */
  const ended: { userId: bigint; stays: string }[] = [];
  const endOtherSessions = async (_tx: Tx, { userId, sessionId }: Pick<Session, 'userId' | 'sessionId'>) =>
    ended.push({ userId, stays: sessionId });
  const open = async (
    context: StepContext & { session: Session },
    input: { verifyType: StepMethod | ''; verifyCode: string },
  ) => {
    const checkedStep = await factors.checkSecondStep(context, { ...input, user: context.session });
    await db.transaction((tx) => factors.spendSecondStep(tx, context, checkedStep));
    return undefined;
  };
  const vaults = handlers(vaultCalls, { '/vault/strongest': open, '/vault/any': open, '/vault/authenticator': open });
  const sessions = new Map<string, Session>();
  const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  serveContracts(server, {
    contracts: [factorHandlers({ ...deps, notices, factors, sessions: { endOtherSessions } }), vaults],
    clock,
    log: silentLog,
    secure: false,
    authenticate: async (token) => sessions.get(token),
  });
  return {
    db,
    clock,
    sealer,
    sms,
    factors,
    platform,
    ended,
    server,
    sessions,
    async close(): Promise<void> {
      await server.close();
      if (!sharing) await db.close();
    },
  };
}

let users = 0n;

/** Adds an operator with one session. */
export async function addPerson(app: FactorApp, { mobile = null }: { mobile?: string | null } = {}) {
  const userId = (users += 1n);
  await sql`insert into users (user_id, role, member_no, username, password_hash, nickname, mobile, created_at)
    values (${userId}, 'operator', null, ${`user${userId}`}, '', '', ${mobile}, ${app.clock.now()})`.execute(app.db);
  return { userId, ...openSession(app, userId) };
}

export type Person = Awaited<ReturnType<typeof addPerson>>;

/** Opens another session of the same user, in this process or another. */
export function openSession(app: FactorApp, userId: bigint) {
  const sessionId = crypto.randomUUID();
  app.sessions.set(sessionId, {
    sessionId,
    userId,
    username: `user${userId}`,
    role: 'operator',
    memberNo: null,
    rights: rightsOf(['owner']),
  });
  const visitor = new Visitor(app.server);
  visitor.token = sessionId;
  return { sessionId, visitor };
}

/** The code that the app shows now, or `steps` later. */
export function codeOf(app: FactorApp, secret: string, steps = 0): string {
  return generateSync({ strategy: 'totp', secret, epoch: Math.floor(app.clock.now().getTime() / 1000) + steps * 30 });
}

/** Binds an authenticator and moves on to the next step, the first one whose code is accepted. */
export async function bindAuthenticator(
  app: FactorApp,
  { visitor }: Pick<Person, 'visitor'>,
): Promise<{ secret: string; recoveryCodes: string[] }> {
  const issued = await visitor.post<{ secret: string }>('/user/getGoogleQrcode');
  const secret = issued.data?.secret ?? '';
  const bound = await visitor.post<{ recoveryCodes: string[] }>('/user/bindGoogleQrcode', {
    secret,
    code: codeOf(app, secret),
  });
  if (bound.code !== 1) throw new Error(`not bound: ${JSON.stringify(bound)}`);
  app.clock.advance(30_000);
  return { secret, recoveryCodes: bound.data?.recoveryCodes ?? [] };
}
