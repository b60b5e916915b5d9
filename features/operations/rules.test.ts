import { describe, expect, test } from 'vitest';
import {
  type ActionRefusal,
  type ActionStep,
  movesMoney,
  type OperatorAction,
  operatorActions,
  stepOf,
  versionOf,
} from './rules.ts';
import {
  stateAfter,
  type DisbursementEvent,
  disbursementStatuses,
  isOpenAttempt,
  reviews,
  type DisbursementState,
  submissions,
} from '#features/disbursements/rules.ts';

const standings: DisbursementState[] = disbursementStatuses
  .flatMap((status) => submissions.flatMap((submission) => reviews.map((review) => ({ status, submission, review }))))
  // Only the states that the table of withdrawals and payouts accepts.
  .filter(({ status, submission }) => status !== 'paid' || !isOpenAttempt(submission))
  .filter(({ status, submission }) => status !== 'cancelled' || submission === 'none' || submission === 'failed')
  .filter(({ status, submission }) => submission !== 'succeeded' || status === 'paid')
  .filter(({ submission, review }) => review !== 'waiting' || submission === 'none');

function kindOf(step: ActionStep): string {
  return 'refused' in step ? 'refused' : 'due' in step ? 'due' : 'event';
}

describe('what an operator can do', () => {
  test.each(standings)(
    '$status, $submission, review $review: an event exactly where the rules allow it',
    (standing) => {
      const may = (...events: DisbursementEvent[]): boolean =>
        events.some((event) => stateAfter(standing, event) !== undefined);
      const found = Object.fromEntries(operatorActions.map((act) => [act, kindOf(stepOf(standing, act))]));
      expect(found).toEqual({
        freeze: may('freeze') ? 'event' : 'refused',
        unfreeze: may('unfreeze') ? 'event' : 'refused',
        mark_paid: may('mark_paid') ? 'event' : 'refused',
        cancel: may('cancel') ? 'event' : 'refused',
        submit: may('pass', 'retry') ? 'event' : may('submit') ? 'due' : 'refused',
        query: may('succeed') ? 'due' : 'refused',
      });
    },
  );

  const applied: DisbursementState = { status: 'applying', submission: 'none', review: 'none' };
  test.each<[string, DisbursementState, Record<OperatorAction, ActionRefusal | 'event' | 'due'>]>([
    [
      'new',
      applied,
      {
        freeze: 'event',
        unfreeze: 'not_frozen',
        mark_paid: 'event',
        cancel: 'event',
        submit: 'due',
        query: 'no_attempt_open',
      },
    ],
    [
      'waiting for review',
      { ...applied, review: 'waiting' },
      {
        freeze: 'event',
        unfreeze: 'not_frozen',
        mark_paid: 'event',
        cancel: 'event',
        submit: 'event',
        query: 'no_attempt_open',
      },
    ],
    [
      'being paid',
      { ...applied, submission: 'submitted' },
      {
        freeze: 'event',
        unfreeze: 'not_frozen',
        mark_paid: 'attempt_open',
        cancel: 'attempt_open',
        submit: 'attempt_open',
        query: 'due',
      },
    ],
    [
      'with an unknown result',
      { ...applied, submission: 'unknown' },
      {
        freeze: 'event',
        unfreeze: 'not_frozen',
        mark_paid: 'attempt_open',
        cancel: 'attempt_open',
        submit: 'attempt_open',
        query: 'due',
      },
    ],
    [
      'failed',
      { ...applied, submission: 'failed' },
      {
        freeze: 'event',
        unfreeze: 'not_frozen',
        mark_paid: 'event',
        cancel: 'event',
        submit: 'event',
        query: 'no_attempt_open',
      },
    ],
    [
      'frozen',
      { ...applied, status: 'frozen' },
      {
        freeze: 'is_frozen',
        unfreeze: 'event',
        mark_paid: 'event',
        cancel: 'event',
        submit: 'is_frozen',
        query: 'no_attempt_open',
      },
    ],
    [
      'frozen while being paid',
      { ...applied, status: 'frozen', submission: 'unknown' },
      {
        freeze: 'is_frozen',
        unfreeze: 'event',
        mark_paid: 'attempt_open',
        cancel: 'attempt_open',
        submit: 'attempt_open',
        query: 'due',
      },
    ],
    [
      'paid',
      { ...applied, status: 'paid', submission: 'succeeded' },
      {
        freeze: 'disbursement_ended',
        unfreeze: 'disbursement_ended',
        mark_paid: 'disbursement_ended',
        cancel: 'disbursement_ended',
        submit: 'disbursement_ended',
        query: 'disbursement_ended',
      },
    ],
  ])('on one that is %s', (_name, standing, expected) => {
    for (const act of operatorActions) {
      const step = stepOf(standing, act);
      expect('refused' in step ? step.refused : 'due' in step ? 'due' : 'event', act).toBe(expected[act]);
    }
  });
});

describe('a second operator', () => {
  test('counts acts that pay out or give back, and what could lead to both', () => {
    for (const event of ['unfreeze', 'mark_paid', 'cancel', 'pass'] as const)
      expect(movesMoney({ event }), event).toBe(true);
  });

  test('is not needed to stop money, or for what the member can do alone', () => {
    for (const step of [{ event: 'freeze' }, { event: 'retry' }, { due: true }] as const)
      expect(movesMoney(step)).toBe(false);
  });
});

test('a proposal is bound to the status, attempt and review', () => {
  const one = { status: 'applying', submission: 'none', review: 'none', attempts: 0 } as const;
  const others = [{ status: 'frozen' }, { submission: 'failed' }, { review: 'passed' }, { attempts: 1 }] as const;
  for (const change of others) expect(versionOf({ ...one, ...change })).not.toBe(versionOf(one));
  expect(versionOf({ ...one })).toBe(versionOf(one));
});
