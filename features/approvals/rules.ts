/**
 * Rules for proposals, which one operator makes and another confirms: how long one stays open, and its current state.
 * Pure; each kind of proposal has its own table.
 */

/** `stale`: what it is about has changed, so that it can't be carried out. */
export const approvalStates = ['open', 'confirmed', 'rejected', 'expired', 'stale'] as const;
export type ApprovalState = (typeof approvalStates)[number];

/** How long a proposal stays open. */
export const APPROVAL_LIFE_MS = 24 * 3_600_000;

/**
 * Returns the current state. An open proposal expires by time alone, and is stale as soon as what it is about has changed
 * (`holds` is false), without a job.
 */
export function approvalStateAt(
  { state, expiresAt }: { state: ApprovalState; expiresAt: Date },
  now: Date,
  holds = true,
): ApprovalState {
  if (state !== 'open') return state;
  if (expiresAt <= now) return 'expired';
  return holds ? 'open' : 'stale';
}
