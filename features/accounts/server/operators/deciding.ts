/**
 * Keeps an operator who just reset a member's login from deciding about that member's papers and cards: no single
 * operator can take over a login and approve a card for its money.
 */
import type { AuditVerbs } from '#features/audit/server/verbs.ts';
import type { OperatorSession } from '#foundation/core/session.ts';
import type { PhraseValues } from '#foundation/core/words.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';
import { PROBATION_MS, probationEnd, wholeHours } from '../../rules.ts';

interface MemberDecisionContext {
  readonly session: OperatorSession;
  readonly now: Date;
  refuse(name: 'decide_after_reset', values: PhraseValues): never;
}

/** Refuses an operator who made a reset link for this member or removed its factor within the last day. */
export async function refuseAfterReset(
  { audit }: { audit: Pick<AuditVerbs, 'lastDone'> },
  tx: Tx,
  context: MemberDecisionContext,
  memberNo: bigint,
): Promise<void> {
  const { session, now } = context;
  const since = new Date(now.getTime() - PROBATION_MS);
  const last = await audit.lastDone(tx, {
    userId: session.userId,
    memberNo,
    actions: ['password_reset_started', 'factor_reset'],
    since,
  });
  const until = probationEnd(last, now);
  if (until) context.refuse('decide_after_reset', { hours: wholeHours(until, now) });
}
