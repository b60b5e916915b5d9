/**
 * What an operator can do with a withdrawal or payout, and when: pure functions over rules.ts, used by the server's
 * checks and the operator's buttons. An operator can do nothing that the rules forbid.
 */
import { stateAfter, isOpenAttempt, type DisbursementState } from '#features/disbursements/rules.ts';

export const operatorActions = ['freeze', 'unfreeze', 'mark_paid', 'cancel', 'submit', 'query'] as const;
export type OperatorAction = (typeof operatorActions)[number];

/** Why one needs a person: an operator reviews it, it is frozen, its result is unknown, or its attempt failed. */
export const attentions = ['review', 'frozen', 'unknown', 'failed'] as const;
export type Attention = (typeof attentions)[number];

/** Max withdrawals and payouts that one request acts on. */
export const MAX_BULK = 500;

/** Acts that send money or give it back: above the platform's threshold a second operator confirms them. */
export const approvedActions = [
  'unfreeze',
  'mark_paid',
  'cancel',
  'submit',
] as const satisfies readonly OperatorAction[];
export type ApprovedAction = (typeof approvedActions)[number];

/** Why an act is not possible now. */
export const actionRefusals = [
  'disbursement_ended',
  'attempt_open',
  'no_attempt_open',
  'is_frozen',
  'not_frozen',
  'paid_by_hand',
] as const;
export type ActionRefusal = (typeof actionRefusals)[number];

export type ActionEvent = 'freeze' | 'unfreeze' | 'mark_paid' | 'cancel' | 'pass' | 'retry';

/** An event of the state; or `due`: the worker handles it at once and nothing else changes. */
export type ActionStep = { event: ActionEvent } | { due: true } | { refused: ActionRefusal };

export function stepOf(standing: DisbursementState, act: OperatorAction): ActionStep {
  const { status, submission, review } = standing;
  const open = isOpenAttempt(submission);
  if (status === 'paid' || status === 'cancelled') return { refused: 'disbursement_ended' };
  switch (act) {
    case 'freeze':
      return status === 'frozen' ? { refused: 'is_frozen' } : eventOf(standing, 'freeze');
    case 'unfreeze':
      return status === 'frozen' ? eventOf(standing, 'unfreeze') : { refused: 'not_frozen' };
    case 'mark_paid':
    case 'cancel':
      return open ? { refused: 'attempt_open' } : eventOf(standing, act);
    case 'submit':
      if (open) return { refused: 'attempt_open' };
      if (status === 'frozen') return { refused: 'is_frozen' };
      if (review === 'waiting') return eventOf(standing, 'pass');
      return submission === 'failed' ? eventOf(standing, 'retry') : { due: true };
    case 'query':
      return open ? { due: true } : { refused: 'no_attempt_open' };
  }
}

function eventOf(standing: DisbursementState, event: ActionEvent): ActionStep {
  if (stateAfter(standing, event) === undefined)
    throw new Error(`the rules do not let ${event} follow ${JSON.stringify(standing)}`);
  return { event };
}

/**
 * Whether the act counts for the amount that needs a second operator. Retrying after a failure does not, because the
 * member can do it alone. Unfreezing does, because otherwise one person could unfreeze and cancel what needs two people
 * to cancel.
 */
export function movesMoney(step: ActionStep): boolean {
  return 'event' in step && step.event !== 'freeze' && step.event !== 'retry';
}

/** What a proposal about it is bound to: if this differs, it has changed. */
export function versionOf({ status, submission, review, attempts }: DisbursementState & { attempts: number }): string {
  return [status, submission, review, attempts].join(' ');
}

/** The event of each confirmed act. */
export const eventOfApproved: Readonly<Record<ApprovedAction, ActionEvent>> = {
  unfreeze: 'unfreeze',
  mark_paid: 'mark_paid',
  cancel: 'cancel',
  submit: 'pass',
};
