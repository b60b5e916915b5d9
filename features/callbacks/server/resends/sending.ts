/**
 * Sends callbacks by hand: the same notify id and fields, signed again with the newest key. The schedule is not touched,
 * except that a success makes the callback delivered.
 */
import type { AttemptDeps, CallbackContent } from '../attempt.ts';
import { attemptDelivery } from '../attempt.ts';
import type { CallbackKey, CallbackSubject } from '../../rules.ts';
import { type HealthDeps, noteHealth } from '../receivers/health.ts';
import { type AttemptRecord, insertManualAttempt } from '../store.ts';
import type { Logger } from '#foundation/server/process/log.ts';

/** Returns the contents of the callbacks of a member's orders or payouts, by system number. */
export type ContentOf = (
  memberNo: bigint,
  systemNos: readonly bigint[],
) => Promise<ReadonlyMap<bigint, CallbackContent>>;

/** Returns those of a member's orders or payouts that have a callback which is not sent any more. */
export type EndedOf = (memberNo: bigint, systemNos: readonly bigint[]) => Promise<readonly bigint[]>;

export interface SendingDeps extends AttemptDeps, HealthDeps {
  content: Readonly<Partial<Record<CallbackSubject, ContentOf>>>;
  /** A plan leaves them out. */
  ended?: Readonly<Partial<Record<CallbackSubject, EndedOf>>>;
  /** Called after an attempt of these members' callbacks. */
  changed?: ((memberNos: ReadonlySet<bigint>) => void) | undefined;
  log: Logger;
}

export async function sendByHand(
  deps: SendingDeps,
  callback: CallbackKey & { receiver: string },
  madeBy: string,
): Promise<AttemptRecord> {
  const { memberNo, systemNo, subject, receiver } = callback;
  const contents = await deps.content[subject]?.(memberNo, [systemNo]);
  const attempt = await attemptDelivery(callback, contents?.get(systemNo), deps);
  await insertManualAttempt(deps.db, callback, attempt, madeBy);
  deps.changed?.(new Set([memberNo]));
  try {
    await noteHealth(deps, [{ lane: { memberNo, receiver }, attempt }]);
  } catch (error) {
    deps.log.error({ err: error }, 'the health of a receiver could not be stored');
  }
  return attempt;
}
