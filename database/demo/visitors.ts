/**
 * The demo's people at the console: each logs in from their own browsers and calls the real handlers of the console's
 * API. Only captcha and password of a login are skipped: hashing one password takes as long as a few hours of orders.
 */
import { actorOf, type AuditEntry, type AuditVerbs } from '#features/audit/server/verbs.ts';
import type { NoticeVerbs } from '#features/notices/server/verbs.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { logUserIn } from '#features/accounts/server/login/log-user-in.ts';
import type { SessionVerbs } from '#features/sessions/server/verbs.ts';
import type { SettableClock } from '#foundation/core/clock.ts';
import type { Session } from '#foundation/core/session.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import {
  type ServedContract,
  type CallContext,
  type Client,
  type Cookies,
  refusalMethods,
} from '#foundation/server/http/handlers.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { newToken } from '#foundation/server/secrets/sealing.ts';
import { demoOperator, demoReviewer } from './people.ts';

export interface VisitedApp {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
  sessions: Pick<SessionVerbs, 'authenticate'>;
  audit: AuditVerbs;
  notices: NoticeVerbs;
  handlers: readonly ServedContract[];
}

/** Addresses are from the ranges reserved for documentation. */
const browsers = {
  shop_desk: { ip: '203.0.113.24', device: 'Chrome on Windows' },
  shop_phone: { ip: '198.51.100.61', device: 'Safari on iOS' },
  shop_stockroom: { ip: '203.0.113.29', device: 'Microsoft Edge on Windows' },
  cafe_desk: { ip: '203.0.113.87', device: 'Safari on macOS' },
  cafe_phone: { ip: '198.51.100.140', device: 'Chrome on Android' },
  books_desk: { ip: '203.0.113.142', device: 'Chrome on macOS' },
  agent_desk: { ip: '192.0.2.18', device: 'Firefox on Windows' },
  platform_desk: { ip: '192.0.2.5', device: 'Chrome on Linux' },
  review_desk: { ip: '192.0.2.9', device: 'Firefox on macOS' },
  stranger: { ip: '198.51.100.222', device: 'Firefox on Linux' },
} as const;
export type BrowserName = keyof typeof browsers;

/**
 * Each user's default browser. Users who are missing here never log in: `demo_new` has just registered, and
 * `demo_agent2` has not logged in yet.
 */
const usualBrowsers: Readonly<Record<string, BrowserName>> = {
  demo_shop: 'shop_desk',
  demo_shop2: 'cafe_desk',
  demo_books: 'books_desk',
  demo_agent: 'agent_desk',
  [demoOperator]: 'platform_desk',
  [demoReviewer]: 'review_desk',
};

/** Time from the login to the first act. */
const AFTER_LOGIN_MS = 47_000;

export type Actor = Pick<AuditEntry, 'userId' | 'memberNo' | 'ip' | 'device' | 'at'>;

export interface Visitors {
  /** Returns who acts: the user, logged in from that browser. Logs in again if the session has expired. */
  loggedIn(username: string, browser?: BrowserName): Promise<Actor>;
  /** Makes a console call and returns its data. A refusal throws, because the demo only makes valid calls. */
  sendCall(username: string, path: `/${string}`, input: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Records a login with a wrong password. */
  mistype(username: string, browser: BrowserName): Promise<void>;
}

interface Visit {
  browser: BrowserName;
  token: string;
  half: string | null;
}

export function visitorsOf(app: VisitedApp, clock: SettableClock): Visitors {
  const { db, platform, sessions, audit } = app;
  const tokens = Object.fromEntries(Object.keys(browsers).map((name) => [name, newToken()]));
  const visits = new Map<string, Visit>();
  const lastSeen = new Map<string, Date>();

  const cookiesOf = (browser: BrowserName): Cookies => ({
    // Handlers read only the device's cookie.
    get: () => tokens[browser],
    setHttpOnly: () => undefined,
    clear: () => undefined,
  });
  /** Keeps every user's log in order of time, although the orders of a few hours are created together. */
  const seen = (username: string): Date => {
    const last = lastSeen.get(username);
    if (last && last > clock.now()) clock.set(last);
    lastSeen.set(username, clock.now());
    return clock.now();
  };
  const logIn = async (username: string, browser: BrowserName): Promise<Visit> => {
    const settings = await platform.settings();
    const request = {
      client: clientOf(browser),
      cookies: cookiesOf(browser),
      language: 'en',
      now: clock.now(),
      call: undefined,
    } as const;
    const { token, half } = await db.transaction(async (tx) =>
      logUserIn(app, tx, settings, await lockUser(tx, username), request),
    );
    const visit = { browser, token, half };
    visits.set(username, visit);
    return visit;
  };
  const sessionOf = ({ token, half }: Visit): Promise<Session | undefined> =>
    sessions.authenticate(token, half ?? undefined);
  const visit = async (username: string, wanted?: BrowserName): Promise<{ session: Session; browser: BrowserName }> => {
    seen(username);
    const before = visits.get(username);
    const browser = wanted ?? usualBrowsers[username];
    if (!browser) throw new Error(`${username} has no browser`);
    const open = before && (wanted === undefined || before.browser === wanted) ? await sessionOf(before) : undefined;
    if (before && open) return { session: open, browser: before.browser };
    const session = await sessionOf(await logIn(username, browser));
    if (!session) throw new Error(`${username} could not log in`);
    clock.advance(AFTER_LOGIN_MS);
    seen(username);
    return { session, browser };
  };

  return {
    async loggedIn(username, wanted) {
      const { session, browser } = await visit(username, wanted);
      return actorOf({ session, client: clientOf(browser), now: clock.now(), call: undefined });
    },
    async sendCall(username, path, input) {
      const { session, browser } = await visit(username);
      const answered = app.handlers.find(({ table }) => table[path] !== undefined);
      const [call, handler] = [answered?.contract.calls[path], answered?.table[path]];
      if (!call || !handler) throw new Error(`there is no call ${path}`);
      const context = {
        path,
        call,
        session,
        language: 'en',
        client: clientOf(browser),
        now: clock.now(),
        cookies: cookiesOf(browser),
        settle: () => undefined,
        ...refusalMethods,
      } as CallContext;
      return handler(context, call.input?.parse(input) as never);
    },
    async mistype(username, browser) {
      const at = seen(username);
      await db.transaction(async (tx) => {
        const session = await lockUser(tx, username);
        await audit.record(tx, {
          ...actorOf({ session, client: clientOf(browser), now: at, call: undefined }),
          action: 'login_failed',
          result: 'refused',
        });
      });
    },
  };
}

function clientOf(browser: BrowserName): Client {
  const { ip, device } = browsers[browser];
  return { ip, network: ip, device, key: browser, browser: true };
}

type LoginContext = Parameters<typeof logUserIn>[3];

async function lockUser(tx: Tx, username: string): Promise<LoginContext> {
  const { rows } = await sql<LoginContext>`
    select user_id as "userId", role, member_no as "memberNo", last_login_at as "lastLoginAt", last_login_day as "lastLoginDay", consecutive_days as "consecutiveDays",
      staff_roles as "staffRoles"
    from users where username = ${username} for update`.execute(tx);
  const [user] = rows;
  if (!user) throw new Error(`the demo has no user ${username}`);
  return user;
}
