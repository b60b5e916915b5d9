/**
 * What one operator proposes and another confirms: how long it waits, and how it stands. Pure; each kind of proposal
 * has its own table.
 */

export const approvalStates = ['open', 'confirmed', 'rejected', 'expired'] as const;
export type ApprovalState = (typeof approvalStates)[number];

/** For so long a proposal waits. */
export const APPROVAL_LIFE_MS = 24 * 3_600_000;

/** As it counts now: nobody has to run for a proposal to be over. */
export function approvalStateAt(
  { state, expiresAt }: { state: ApprovalState; expiresAt: Date },
  now: Date,
): ApprovalState {
  return state === 'open' && expiresAt <= now ? 'expired' : state;
}
