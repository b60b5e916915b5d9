/**
 * Rules for proposals, which one operator makes and another confirms: how long one stays open, and its current state.
 * Pure; each kind of proposal has its own table.
 */

export const approvalStates = ['open', 'confirmed', 'rejected', 'expired'] as const;
export type ApprovalState = (typeof approvalStates)[number];

/** How long a proposal stays open. */
export const APPROVAL_LIFE_MS = 24 * 3_600_000;

/** Returns the current state. An open proposal expires by time alone, without a job. */
export function approvalStateAt(
  { state, expiresAt }: { state: ApprovalState; expiresAt: Date },
  now: Date,
): ApprovalState {
  return state === 'open' && expiresAt <= now ? 'expired' : state;
}
