/**
 * Password reset: an operator makes a link, and anyone who has it sets a new password, once. Only the token's hash is
 * stored. The reset ends every session and notifies the user.
 */
import { actorOf } from '#features/audit/server/verbs.ts';
import { endAllSessions } from '#features/sessions/server/verbs.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import { takeAttempt } from '#foundation/server/postgres/attempt-windows.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';
import type { CallContext } from '#foundation/server/http/handlers.ts';
import { newToken, sha256 } from '#foundation/server/secrets/sealing.ts';
import type { userCalls } from '../../contract.ts';
import { RESET_LIFE_MS, resetLimit, wholeMinutes } from '../../rules.ts';
import type { UserCallDeps } from '../deps.ts';
import { insertReset, selectResetUser, updateResetsEnded, updateResetUsed } from './reset-store.ts';
import { isGivenPassword } from '../credentials/given-password.ts';
import { lockUser, selectUser, updateChosenPassword, updateCredentialsReset } from '../store.ts';

type ResetCall = (typeof userCalls.calls)['/user/resetPassword'];

/** Returns the link's token. Ends older links of the user. */
export async function makeReset(tx: Tx, userId: bigint, now: Date): Promise<{ token: string; expiresAt: Date }> {
  const token = newToken();
  const expiresAt = new Date(now.getTime() + RESET_LIFE_MS);
  await updateResetsEnded(tx, userId, now);
  await insertReset(tx, { tokenHash: sha256(token), userId, createdAt: now, expiresAt });
  return { token, expiresAt };
}

export function linkOf(publicUrl: string, token: string): string {
  return `${publicUrl}/#/reset-password?token=${token}`;
}

export async function resetPassword(
  deps: UserCallDeps,
  context: CallContext<ResetCall>,
  { token, password }: ParsedInputOf<ResetCall>,
): Promise<undefined> {
  const { db, passwords, audit, notices } = deps;
  const { now } = context;
  const tokenHash = sha256(token);
  const attempt = await takeAttempt(db, resetLimit, context.client.network, now);
  if (!attempt.allowed) context.refuse('too_many_tries', { minutes: wholeMinutes(attempt.waitMs) });
  const passwordHash = await passwords.hash(password);
  const userId = await selectResetUser(db, tokenHash);
  const isGiven = userId !== undefined && (await isGivenPassword(passwords, await selectUser(db, userId), password));
  await db.transaction(async (tx) => {
    // The user first, in the same order as when a link is made. Of two at once the second finds the link used.
    const user = await lockUser(tx, (await selectResetUser(tx, tokenHash)) ?? context.refuse('reset_link_over'));
    if (user?.state !== 'active' || !(await updateResetUsed(tx, tokenHash, now))) context.refuse('reset_link_over');
    // Only now: a link that is over must not tell which password was given.
    if (isGiven) context.wrongField('password', 'password_same');
    await updateChosenPassword(tx, user.userId, passwordHash);
    await updateCredentialsReset(tx, user.userId, now);
    await endAllSessions(tx, user.userId, now);
    await notices.add(tx, { userId: user.userId, kind: 'password_changed', at: now });
    await audit.record(tx, { ...actorOf({ ...context, session: user }), action: 'password_reset' });
  });
  return undefined;
}
