/**
 * Logs a user in: opens the session, stores the login's time and day, writes the audit log and notifies the owner if the
 * device is new.
 */
import { actorOf, type AuditVerbs, type RecordingCall } from '#features/audit/server/verbs.ts';
import type { NoticeVerbs } from '#features/notices/server/verbs.ts';
import type { PlatformSettings } from '#features/platform/settings.ts';
import { deviceOf, existsSessionFrom, isKnownDevice } from '#features/sessions/server/devices.ts';
import { keepSession, type OpenedSession, openSession } from '#features/sessions/server/sessions.ts';
import { dayOf } from '#foundation/core/time-zone.ts';
import type { Language } from '#foundation/core/words.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';
import type { Client, Cookies } from '#foundation/server/http/handlers.ts';
import type { LoggedIn } from '../contract.ts';
import { consecutiveLoginDays } from '../rules.ts';
import { updateLogin, type User } from './store.ts';

interface Entering {
  /** Undefined outside of calls. */
  call: RecordingCall | undefined;
  client: Client;
  cookies: Cookies;
  language: Language;
  now: Date;
}

type Entered = Pick<User, 'userId' | 'role' | 'memberNo' | 'lastLoginAt' | 'lastLoginDay' | 'consecutiveDays'>;

/** `user` must be locked or newly inserted. */
export async function enter(
  { audit, notices }: { audit: AuditVerbs; notices: NoticeVerbs },
  tx: Tx,
  settings: PlatformSettings,
  user: Entered,
  ask: Entering,
): Promise<OpenedSession> {
  // Before the session is opened: the notice must use the owner's language, not that of this login.
  if (await isNewDevice(tx, user, ask))
    await notices.add(tx, {
      userId: user.userId,
      kind: 'new_device',
      values: { device: ask.client.device, ip: ask.client.ip },
      at: ask.now,
    });
  const opened = await openSession(tx, settings, user, ask);
  const day = dayOf(ask.now, settings.timeZone);
  await updateLogin(tx, user.userId, {
    at: ask.now,
    ip: ask.client.ip,
    language: ask.language,
    day,
    consecutiveDays: consecutiveLoginDays({ lastDay: user.lastLoginDay, days: user.consecutiveDays }, day),
  });
  const actor = actorOf({ ...ask, session: user });
  for (const one of opened.ended)
    await audit.record(tx, { ...actor, action: 'session_ended', object: `${one.device}, ${one.ip}` });
  await audit.record(tx, { ...actor, action: 'login' });
  return opened;
}

/** The answer to a committed login, with its cookies. */
export function loggedIn(
  { username, nickname, avatar, memberNo, role }: Pick<User, 'username' | 'nickname' | 'avatar' | 'memberNo' | 'role'>,
  opened: OpenedSession,
  ask: { cookies: Cookies; now: Date },
): LoggedIn {
  keepSession(opened, ask);
  return {
    userinfo: {
      token: opened.token,
      expiretime: Math.floor(opened.expiresAt.getTime() / 1000),
      username,
      nickname,
      avatar,
      memberNo: memberNo?.toString() ?? null,
      roles: [role],
    },
  };
}

/**
 * A browser is recognized by its own token. A program keeps none and is recognized by its name and address. The very
 * first login is not reported.
 */
async function isNewDevice(
  tx: Tx,
  { userId, lastLoginAt }: Entered,
  { client, cookies, now }: Entering,
): Promise<boolean> {
  if (lastLoginAt === null) return false;
  const device = deviceOf(cookies);
  if (device !== undefined && (await isKnownDevice(tx, userId, device, now))) return false;
  return client.browser || !(await existsSessionFrom(tx, userId, client));
}
