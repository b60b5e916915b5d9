/**
 * Whether two operators may be one person with two logins, who would then pass the four-eyes rule alone. Checked in the
 * transaction that confirms a proposal, for the confirmer and the proposer alike. docs/security.md explains why.
 */
import type {
  ConfirmationContext,
  ConfirmationRefusal,
  ProposalToConfirm,
} from '#features/approvals/server/deciding.ts';
import type { FactorVerbs } from '#features/factors/server/verbs.ts';
import type { Queryable, Tx } from '#foundation/server/postgres/database.ts';
import { sha256 } from '#foundation/server/secrets/sealing.ts';
import { latestProbationEnd, PROBATION_MS, probationEnd } from '../../rules.ts';
import {
  deviceTokenOf,
  existsDeviceOf,
  firstSeen,
  selectSessionDevice,
  type SessionDevice,
} from '#features/sessions/server/devices.ts';
import { selectEnabledAt } from './proposal-store.ts';
import { selectGrantedAt } from './staff-store.ts';
import { refuseEnded } from '#features/sessions/server/verbs.ts';
import { lockUsers, selectUser, type User } from '../store.ts';

export interface ConfirmerDeps {
  factors: Pick<FactorVerbs, 'timesOf'>;
}

/**
 * One of the two operators, with the session in which they propose or confirm; undefined for proposals from before the
 * session was stored.
 */
interface OperatorLogin {
  user: User;
  session: SessionDevice | undefined;
}

interface OperatorPair {
  confirmer: OperatorLogin;
  proposer: OperatorLogin;
}

export async function confirmRefusalFor(
  deps: ConfirmerDeps,
  tx: Tx,
  { session, cookies, now }: ConfirmationContext,
  { proposedBy, proposedIn, changes }: ProposalToConfirm,
): Promise<ConfirmationRefusal | undefined> {
  // A reset locks the user too: of two concurrent transactions, the second sees what the first did.
  const pair = [session.userId, proposedBy];
  const users =
    changes === undefined ? await lockUsers(tx, pair, 'share') : await lockUsers(tx, [...pair, changes], 'update');
  await refuseEnded(tx, session.sessionId);
  return refusalOf(deps, tx, { session, cookies, now }, { proposedBy, proposedIn }, (userId) =>
    users.find((one) => one.userId === userId),
  );
}

/** What `confirmRefusalFor` would answer now, for those who read the proposal. Locks nothing. */
export async function confirmHindranceOf(
  deps: ConfirmerDeps,
  on: Queryable,
  context: ConfirmationContext,
  proposal: ProposalToConfirm,
): Promise<ConfirmationRefusal | undefined> {
  return refusalOf(deps, on, context, proposal, (userId) => selectUser(on, userId));
}

async function refusalOf(
  deps: ConfirmerDeps,
  on: Queryable,
  { session, cookies, now }: ConfirmationContext,
  { proposedBy, proposedIn }: ProposalToConfirm,
  find: (userId: bigint) => User | undefined | Promise<User | undefined>,
): Promise<ConfirmationRefusal | undefined> {
  const partyOf = async (userId: bigint, sessionId: string | null): Promise<OperatorLogin> => {
    const user = await find(userId);
    if (!user) throw new Error(`user ${userId} does not exist`);
    return { user, session: sessionId === null ? undefined : await selectSessionDevice(on, sessionId) };
  };
  const confirmer = await partyOf(session.userId, session.sessionId);
  const proposer = await partyOf(proposedBy, proposedIn);
  if (proposer.user.state !== 'active') return { refusal: 'approval_outdated', until: null };
  const cookie = deviceTokenOf(cookies);
  return (
    (await refusalAfterReset(deps, on, [confirmer, proposer], now)) ??
    (await refusalAfterEnabling(on, confirmer, proposer, now)) ??
    (await refusalAfterGranting(on, confirmer, proposer, now)) ??
    (await refusalOfSameDevice(on, {
      confirmer,
      proposer,
      cookies: cookie === undefined ? [] : [sha256(cookie)],
      now,
    })) ??
    (await refusalOfNewDevice(deps, on, [confirmer, proposer], now))
  );
}

/** After a reset of a password or factor, or after removing a factor, the login may belong to another person. */
async function refusalAfterReset(
  { factors }: ConfirmerDeps,
  on: Queryable,
  parties: readonly OperatorLogin[],
  now: Date,
): Promise<ConfirmationRefusal | undefined> {
  const moments: (Date | null | undefined)[] = [];
  for (const { user } of parties)
    moments.push(user.credentialsResetAt, (await factors.timesOf(user.userId, on)).removedAt);
  const until = latestProbationEnd(moments, now);
  return until && { refusal: 'confirm_after_reset', until };
}

async function refusalAfterEnabling(
  on: Queryable,
  confirmer: OperatorLogin,
  proposer: OperatorLogin,
  now: Date,
): Promise<ConfirmationRefusal | undefined> {
  const [one, other] = [confirmer.user.userId, proposer.user.userId];
  const enabledByOther = await selectEnabledAt(on, { userId: one, by: other });
  const enabledByOne = await selectEnabledAt(on, { userId: other, by: one });
  const until = latestProbationEnd([enabledByOther, enabledByOne], now);
  return until && { refusal: 'confirm_after_enabling', until };
}

/** The operator who was added or raised may be a second login of the one who did it. */
async function refusalAfterGranting(
  on: Queryable,
  confirmer: OperatorLogin,
  proposer: OperatorLogin,
  now: Date,
): Promise<ConfirmationRefusal | undefined> {
  const [one, other] = [confirmer.user.userId, proposer.user.userId];
  const moments = [
    await selectGrantedAt(on, { userId: one, by: other }),
    await selectGrantedAt(on, { userId: other, by: one }),
  ];
  const until = latestProbationEnd(moments, now);
  return until && { refusal: 'confirm_after_granting', until };
}

/**
 * An operator cannot confirm on a device that the proposer has ever used. The other way round one day is enough, so
 * that operators who take turns at one desk can confirm at their own: a proposal waits if the confirmer used the
 * proposer's device within the last day.
 */
async function refusalOfSameDevice(
  on: Queryable,
  { confirmer, proposer, cookies, now }: OperatorPair & { cookies: readonly Buffer[]; now: Date },
): Promise<ConfirmationRefusal | undefined> {
  const hashOf = ({ session }: OperatorLogin): readonly Buffer[] => (session?.deviceHash ? [session.deviceHash] : []);
  const isShared =
    (await existsDeviceOf(on, proposer.user.userId, [...hashOf(confirmer), ...cookies])) ||
    (await existsDeviceOf(on, confirmer.user.userId, hashOf(proposer), new Date(now.getTime() - PROBATION_MS)));
  return isShared ? { refusal: 'confirm_same_device', until: null } : undefined;
}

/**
 * Without cookies every device is new, so a new device alone proves nothing. A device counts after a day, in which its
 * owner was notified of it. It counts at once if the second step was by a factor that has been bound for a day, or on
 * the operator's first day. An operator whose devices were all forgotten is not new.
 */
async function refusalOfNewDevice(
  { factors }: ConfirmerDeps,
  on: Queryable,
  parties: readonly OperatorLogin[],
  now: Date,
): Promise<ConfirmationRefusal | undefined> {
  const moments: (Date | undefined)[] = [];
  for (const { user, session } of parties) {
    if (
      !session ||
      probationEnd(user.createdAt, now) ||
      isProven(user, (await factors.timesOf(user.userId, on)).authenticatorBoundAt, now)
    )
      continue;
    moments.push(await firstSeen(on, session));
  }
  const until = latestProbationEnd(moments, now);
  return until && { refusal: 'confirm_new_device', until };
}

/**
 * Whether the required second step is by a factor that has been bound for a day. The authenticator takes precedence, as
 * in the table of second steps.
 */
function isProven({ mobile, mobileBoundAt }: User, authenticatorBoundAt: Date | undefined, now: Date): boolean {
  if (authenticatorBoundAt) return probationEnd(authenticatorBoundAt, now) === undefined;
  return mobile !== null && probationEnd(mobileBoundAt, now) === undefined;
}
