/**
 * Resets an operator's login, for the server's command line. There is no second step: anyone who can run the command
 * has full access anyway.
 */
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { NoticeVerbs } from '#features/notices/server/verbs.ts';
import { endAllSessions } from '#features/sessions/server/verbs.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';
import { lockProposals } from './proposal-store.ts';
import { updateResetsEnded } from '../login/reset-store.ts';
import {
  lockUser,
  selectUserByAccount,
  updateCredentialsReset,
  updateMobile,
  updatePasswordHash,
  updateUserState,
} from '../store.ts';

export interface OperatorReset {
  username: string;
  /** Undefined keeps the password. */
  passwordHash: string | undefined;
  /** Removes the authenticator, the recovery codes and the bound number. */
  factor: boolean;
  enable: boolean;
  at: Date;
}

interface ResetDeps {
  factors: Pick<FactorVerbs, 'reset' | 'notePhoneRemoved'>;
  notices: Pick<NoticeVerbs, 'add'>;
}

/** Returns undefined if there is no such operator. */
export async function resetOperator(
  { factors, notices }: ResetDeps,
  tx: Tx,
  reset: OperatorReset,
): Promise<{ username: string } | undefined> {
  const { username, passwordHash, factor, enable, at } = reset;
  await lockProposals(tx);
  const found = await selectUserByAccount(tx, { username, mobile: undefined });
  if (found?.role !== 'operator') return undefined;
  const { userId } = found;
  // The factor before the user, in the same order as a login.
  const isTaken = factor && (await factors.reset(tx, userId, at));
  const user = await lockUser(tx, userId);
  if (!user) return undefined;
  if (isTaken) await notices.add(tx, { userId, kind: 'authenticator_removed', at });
  if (factor && user.mobile !== null) {
    await updateMobile(tx, userId, null, at);
    await factors.notePhoneRemoved(tx, userId, at);
    await notices.add(tx, { userId, kind: 'phone_removed', at, mobile: user.mobile });
  }
  if (passwordHash !== undefined) {
    await updatePasswordHash(tx, userId, passwordHash);
    await updateResetsEnded(tx, userId, at);
    await notices.add(tx, { userId, kind: 'password_changed', at });
  }
  if (enable) await updateUserState(tx, userId, 'active');
  await updateCredentialsReset(tx, userId, at);
  await endAllSessions(tx, userId, at);
  return { username: user.username };
}
