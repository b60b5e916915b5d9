/**
 * Keeps an operator who just reset a member's login from deciding about that member's papers and cards: no single
 * operator can take over a login and approve a card for its money.
 */
import type { AuditVerbs } from '#features/audit/server/verbs.ts';
import type { OperatorSession } from '#foundation/core/session.ts';
import type { WordValues } from '#foundation/core/words.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';
import { PROBATION_MS, restsUntil, wholeHours } from '../rules.ts';

interface DecidingAsk {
  readonly session: OperatorSession;
  readonly now: Date;
  refuse(name: 'decide_after_reset', values: WordValues): never;
}

/** Refuses an operator who made a reset link for this member or removed its factor within the last day. */
export async function refuseAfterReset(
  { audit }: { audit: Pick<AuditVerbs, 'lastDone'> },
  tx: Tx,
  ask: DecidingAsk,
  memberNo: bigint,
): Promise<void> {
  const { session, now } = ask;
  const since = new Date(now.getTime() - PROBATION_MS);
  const last = await audit.lastDone(tx, {
    userId: session.userId,
    memberNo,
    actions: ['password_reset_started', 'factor_reset'],
    since,
  });
  const until = restsUntil(last, now);
  if (until) ask.refuse('decide_after_reset', { hours: wholeHours(until, now) });
}
