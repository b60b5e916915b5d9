/**
 * Logs a user in: opens the session, stores the login's time and day, writes the audit log and notifies the owner if the
 * device is new.
 */
import { actorOf, type AuditVerbs, type RecordingCall } from '#features/audit/server/verbs.ts';
import type { NoticeVerbs } from '#features/notices/server/verbs.ts';
import type { PlatformSettings } from '#features/platform/settings.ts';
import { deviceTokenOf, existsSessionFrom, isKnownDevice } from '#features/sessions/server/devices.ts';
import { keepSession, type OpenedSession, openSession } from '#features/sessions/server/verbs.ts';
import { type Right, rightsOf } from '#features/rights.ts';
import { dayOf } from '#foundation/core/time-zone.ts';
import type { Language } from '#foundation/core/words.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';
import type { Client, Cookies } from '#foundation/server/http/handlers.ts';
import type { LoggedIn } from '../../contract.ts';
import { consecutiveLoginDays } from '../../rules.ts';
import { selectOwnRights } from '../operators/staff-store.ts';
import { updateLogin, type User } from '../store.ts';

interface LoginContext {
  /** Undefined outside of calls. */
  call: RecordingCall | undefined;
  client: Client;
  cookies: Cookies;
  language: Language;
  now: Date;
}

type UserToLogIn = Pick<
  User,
  'userId' | 'role' | 'memberNo' | 'staffRoles' | 'lastLoginAt' | 'lastLoginDay' | 'consecutiveDays'
>;

interface LoginOpened extends OpenedSession {
  rights: ReadonlySet<Right>;
}

/** `user` must be locked or newly inserted. */
export async function logUserIn(
  { audit, notices }: { audit: AuditVerbs; notices: NoticeVerbs },
  tx: Tx,
  settings: PlatformSettings,
  user: UserToLogIn,
  context: LoginContext,
): Promise<LoginOpened> {
  // Before the session is opened: the notice must use the owner's language, not that of this login.
  if (await isNewDevice(tx, user, context))
    await notices.add(tx, {
      userId: user.userId,
      kind: 'new_device',
      values: { device: context.client.device, ip: context.client.ip },
      at: context.now,
    });
  const opened = await openSession(tx, settings, user, context);
  const day = dayOf(context.now, settings.timeZone);
  await updateLogin(tx, user.userId, {
    at: context.now,
    ip: context.client.ip,
    language: context.language,
    day,
    consecutiveDays: consecutiveLoginDays({ lastDay: user.lastLoginDay, days: user.consecutiveDays }, day),
  });
  const actor = actorOf({ ...context, session: user });
  for (const one of opened.ended)
    await audit.record(tx, { ...actor, action: 'session_ended', object: `${one.deviceName}, ${one.ip}` });
  await audit.record(tx, { ...actor, action: 'login' });
  const roles = user.staffRoles ?? [];
  return { ...opened, rights: rightsOf(roles, roles.length === 0 ? [] : await selectOwnRights(tx, roles)) };
}

/** The answer to a committed login, with its cookies. */
export function loggedIn(
  user: Pick<User, 'username' | 'nickname' | 'avatar' | 'memberNo' | 'role' | 'mustChangePassword'>,
  opened: LoginOpened,
  request: { cookies: Cookies; now: Date },
): LoggedIn {
  keepSession(opened, request);
  const { username, nickname, avatar, memberNo, role, mustChangePassword } = user;
  return {
    userinfo: {
      token: opened.token,
      expiretime: Math.floor(opened.expiresAt.getTime() / 1000),
      username,
      nickname,
      avatar,
      memberNo: memberNo?.toString() ?? null,
      roles: [role],
      rights: [...opened.rights],
      mustChangePassword,
    },
  };
}

/**
 * A browser is recognized by its own token. A program keeps none and is recognized by its name and address. The very
 * first login is not reported.
 */
async function isNewDevice(
  tx: Tx,
  { userId, lastLoginAt }: UserToLogIn,
  { client, cookies, now }: LoginContext,
): Promise<boolean> {
  if (lastLoginAt === null) return false;
  const device = deviceTokenOf(cookies);
  if (device !== undefined && (await isKnownDevice(tx, userId, device, now))) return false;
  return client.browser || !(await existsSessionFrom(tx, userId, client));
}
