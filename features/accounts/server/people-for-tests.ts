/**
 * Test users for database tests: a server with the calls of users, codes and captchas on a real database, and visitors
 * who log in and keep their token and cookies. Only tests import this.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditHandlers } from '#features/audit/server/calls.ts';
import { auditVerbs } from '#features/audit/server/verbs.ts';
import { captchaHandlers } from '#features/captcha/server/calls.ts';
import { captchaVerbs } from '#features/captcha/server/verbs.ts';
import { factorHandlers } from '#features/factors/server/calls.ts';
import { factorVerbs } from '#features/factors/server/verbs.ts';
import { ledgerVerbs } from '#features/ledger/server/verbs.ts';
import type { Member, NewMember } from '#features/members/member.ts';
import { memberVerbs } from '#features/members/server/verbs.ts';
import { noticeHandlers } from '#features/notices/server/calls.ts';
import { noticeVerbs } from '#features/notices/server/verbs.ts';
import { platformVerbs, type PlatformVerbs } from '#features/platform/server/verbs.ts';
import type { PlatformSettings } from '#features/platform/settings.ts';
import { sessionHandlers } from '#features/sessions/server/calls.ts';
import { sessionVerbs } from '#features/sessions/server/verbs.ts';
import { smsHandlers } from '#features/sms/server/calls.ts';
import { outboxTransport, type SmsMessage, type SmsTransport } from '#features/sms/server/transport.ts';
import { smsVerbs } from '#features/sms/server/verbs.ts';
import { SettableClock } from '#foundation/core/clock.ts';
import { SystemNumbers } from '#foundation/core/system-number.ts';
import { serveContracts } from '#foundation/server/http/console-api.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { ServedContract } from '#foundation/server/http/handlers.ts';
import { createHttpServer } from '#foundation/server/http/http.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { type Answer, Visitor, type VisitorOptions } from '#foundation/server/http/visitor-for-tests.ts';
import type { LoggedIn } from '../contract.ts';
import { userHandlers } from './calls.ts';
import type { UserCallDeps } from './deps.ts';
import { operatorUserHandlers } from './operators/calls.ts';
import { argonPasswords, type PasswordCosts, type Passwords } from './credentials/passwords.ts';
import { type AddedUser, userVerbs } from './verbs.ts';

export interface PeopleOptions {
  captcha?: 'none' | 'altcha';
  transport?: SmsTransport;
  passwordCosts?: PasswordCosts;
  /** Runs before each password is hashed or checked. */
  whilePasswordsWork?(app: { clock: SettableClock }): Promise<void>;
  /** The size of the database's pool. */
  connections?: number;
  /** Another process on the same database. */
  sharing?: { db: TestDatabase; clock: SettableClock };
  /** Gives an invited member what younger features add. */
  memberInvited?(built: { db: Database; clock: SettableClock; platform: PlatformVerbs }): UserCallDeps['memberInvited'];
  /** Further contracts to serve. */
  more?(app: PeopleApp): readonly ServedContract[];
}

export type PeopleApp = Awaited<ReturnType<typeof app>>;
export type People = Awaited<ReturnType<typeof people>>;

export const PASSWORD = 'Demo1234';
/** Cheap: the tests are about how often a password can be checked, not how long that takes. */
const cheapCosts: PasswordCosts = { memoryKiB: 1024, passes: 1 };

/** Everything wired as in the server. The caller must `close` it. */
export async function people(options: PeopleOptions = {}) {
  const built = await app(options);
  const { db, clock, sessions, users, members, ledger, platform } = built;
  const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  serveContracts(server, {
    contracts: [...built.handlers, ...(options.more?.(built) ?? [])],
    clock,
    log: silentLog,
    secure: false,
    authenticate: sessions.authenticate,
    onView: sessions.viewed,
  });
  return {
    ...built,
    server,
    person: (from: VisitorOptions = {}) => new Person(server, from),
    setSettings: (changes: Partial<PlatformSettings>) => db.transaction((tx) => platform.setSettings(tx, changes)),
    /** Adds a member with a wallet and a user whose password is `PASSWORD`. */
    async addMember({
      username,
      mobile,
      ...member
    }: Partial<NewMember> & { username: string; mobile?: string }): Promise<{ member: Member; userId: bigint }> {
      const passwordHash = await users.hashPassword(PASSWORD);
      const { currency } = await platform.settings();
      return db.transaction(async (tx) => {
        const settlement = { mode: 'D', days: 1, sameDayRatioE4: 0 } as const;
        const added = await members.add(tx, {
          kind: 'merchant',
          name: username,
          settlement,
          createdAt: clock.now(),
          ...member,
        });
        await ledger.open(tx, added.memberNo, currency);
        const user: AddedUser = {
          role: added.kind === 'agent' ? 'agency' : 'member',
          memberNo: added.memberNo,
          username,
          nickname: username,
          passwordHash,
          createdAt: clock.now(),
          ...(mobile ? { mobile } : {}),
        };
        return { member: added, userId: await users.addUser(tx, user) };
      });
    },
    async addOperator(username: string): Promise<bigint> {
      const passwordHash = await users.hashPassword(PASSWORD);
      return db.transaction((tx) =>
        users.addUser(tx, {
          role: 'operator',
          memberNo: null,
          username,
          nickname: username,
          passwordHash,
          createdAt: clock.now(),
        }),
      );
    },
    async close(): Promise<void> {
      await server.close();
      await built.release();
    },
  };
}

async function app({
  captcha: captchaName = 'none',
  transport: otherTransport,
  passwordCosts = cheapCosts,
  whilePasswordsWork,
  connections = 20,
  sharing,
  memberInvited,
}: PeopleOptions) {
  const db = sharing?.db ?? (await testDatabase({ size: connections }));
  const clock = sharing?.clock ?? new SettableClock('2026-11-20T04:00:00.000Z');
  const outbox = join(await mkdtemp(join(tmpdir(), 'people-')), 'outbox.jsonl');
  const sealer = new Sealer(Buffer.alloc(32, 1));
  const numbers = new SystemNumbers(clock);
  const loginIps = new Map<bigint, string[]>();

  const passwords = counted(argonPasswords({ sealer, costs: passwordCosts }), async () =>
    whilePasswordsWork?.({ clock }),
  );
  const verbs = { db, sealer, numbers, passwords, ...verbsOf({ db, clock, sealer, numbers, passwords, captchaName }) };
  const { platform, captcha, sms, users } = verbs;
  const transport = otherTransport ?? outboxTransport({ file: outbox, log: silentLog, clock });
  return {
    ...verbs,
    clock,
    /** Member number → addresses its users can log in from. */
    loginIps,
    handlers: [
      captchaHandlers({ db, captcha }),
      smsHandlers({ db, platform, captcha, sms, transport, log: silentLog, owners: users }),
      auditHandlers({ db }),
      noticeHandlers({ db }),
      factorHandlers({ ...verbs, boundMobileOf: users.boundMobileOf }),
      sessionHandlers(verbs),
      operatorUserHandlers({ ...verbs, transport, log: silentLog, publicUrl: 'https://pay.example' }),
      userHandlers({
        ...verbs,
        loginIpsOf: async (memberNo) => loginIps.get(memberNo) ?? [],
        memberAdded: async () => undefined,
        memberInvited: memberInvited?.({ ...verbs, clock }) ?? (async () => undefined),
      }),
    ],
    /** The messages that were sent, oldest first. */
    async messages(): Promise<SmsMessage[]> {
      const text = await readFile(outbox, 'utf8').catch(() => '');
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as SmsMessage);
    },
    async release(): Promise<void> {
      await rm(join(outbox, '..'), { recursive: true, force: true });
      if (!sharing) await db.close();
    },
  };
}

interface VerbDeps {
  db: Database;
  clock: SettableClock;
  sealer: Sealer;
  numbers: SystemNumbers;
  passwords: Passwords;
  captchaName: 'none' | 'altcha';
}

function verbsOf({ db, clock, sealer, numbers, passwords, captchaName }: VerbDeps) {
  const platform = platformVerbs({ db, clock });
  const captcha = captchaVerbs({
    db,
    clock,
    sealer,
    settings: captchaName === 'altcha' ? { provider: 'altcha' } : { provider: 'none', production: false },
  });
  const sms = smsVerbs({ db, clock, sealer });
  const audit = auditVerbs({ sealer });
  const notices = noticeVerbs({
    systemNumbers: new SystemNumbers(clock),
    boundMobileOf: (userId, on) => users.boundMobileOf(userId, on),
    languageOf: (userId, on) => users.languageOf(userId, on),
  });
  const ledger = ledgerVerbs({ db, clock });
  const members = memberVerbs({ db, platform });
  const sessions = sessionVerbs({ db, clock, platform, audit, production: false });
  const factors = factorVerbs({
    db,
    sealer,
    sms,
    audit,
    boundMobileOf: (userId, on) => users.boundMobileOf(userId, on),
  });
  const users = userVerbs({ db, platform, factors, notices, passwords, numbers, members });
  return { platform, captcha, sms, audit, notices, ledger, members, sessions, factors, users };
}

/** The real passwords, with a count of checks. */
function counted(passwords: Passwords, before: () => Promise<void>): Passwords & { checks: number } {
  const counting = {
    ...passwords,
    checks: 0,
    async hash(password: string): Promise<string> {
      await before();
      return passwords.hash(password);
    },
    async verify(hash: string | undefined, password: string): Promise<boolean> {
      counting.checks += 1;
      await before();
      return passwords.verify(hash, password);
    },
  };
  return counting;
}

/** A visitor who can log in. */
export class Person extends Visitor {
  /** Keeps the token of a successful login. */
  async logIn(account: string, password: string = PASSWORD, more: object = {}): Promise<Answer<LoggedIn>> {
    const answer = await this.post<LoggedIn>('/user/login', { account, password, ...more });
    if (answer.code === 1 && answer.data) this.token = answer.data.userinfo.token;
    return answer;
  }
}
