import { describe, expect, test } from 'vitest';
import type { Stop } from '#features/members/member.ts';
import {
  stateAfter,
  disbursementEvents,
  disbursementStatuses,
  isOpenAttempt,
  nextQueryMs,
  outcomeOf,
  disbursementEligibility,
  type EligibilityFacts,
  referenceOf,
  reviews,
  type DisbursementState,
  submissions,
  nextWork,
} from './rules.ts';

const applied: DisbursementState = { status: 'applying', submission: 'none', review: 'none' };

/** Every state that can be reached from an application. */
function reachable(): DisbursementState[] {
  const seen = new Map<string, DisbursementState>();
  const open: DisbursementState[] = [applied, { ...applied, review: 'waiting' }];
  for (let state = open.pop(); state; state = open.pop()) {
    if (seen.has(JSON.stringify(state))) continue;
    seen.set(JSON.stringify(state), state);
    for (const event of disbursementEvents) {
      const next = stateAfter(state, event);
      if (next) open.push(next);
    }
  }
  return [...seen.values()];
}

describe('a withdrawal or payout', () => {
  const states = reachable();
  const possibleFrom = (state: DisbursementState): string[] =>
    disbursementEvents.filter((event) => stateAfter(state, event));

  test.each(states.filter(({ status }) => status === 'paid' || status === 'cancelled'))(
    '$status after $submission is final',
    (state) => {
      expect(possibleFrom(state)).toEqual([]);
      expect(nextWork(state)).toBe('nothing');
    },
  );

  test.each(states.filter(({ submission }) => isOpenAttempt(submission)))(
    '$status and $submission: neither refunded nor sent again',
    (state) => {
      expect(possibleFrom(state)).not.toEqual(
        expect.arrayContaining([expect.stringMatching(/^(cancel|submit|retry|mark_paid)$/)]),
      );
      expect(nextWork(state)).toBe('ask');
    },
  );

  test.each(states)('$status, $submission, review $review: has work exactly when it can be submitted', (state) => {
    expect(nextWork(state) === 'start').toBe(possibleFrom(state).includes('submit'));
  });

  test('reaches no state that the table would reject', () => {
    expect(new Set(states.filter(({ status }) => status === 'paid').map(({ submission }) => submission))).toEqual(
      new Set(['succeeded', 'none', 'failed']),
    );
    expect(new Set(states.filter(({ status }) => status === 'cancelled').map(({ submission }) => submission))).toEqual(
      new Set(['none', 'failed']),
    );
    for (const { status, submission, review } of states) {
      expect(disbursementStatuses).toContain(status);
      expect(submissions).toContain(submission);
      expect(reviews).toContain(review);
    }
  });

  test.each([
    ['submit', 'paid', ['submit', 'wait', 'succeed']],
    ['failed and retried', 'paid', ['submit', 'fail', 'retry', 'submit', 'succeed']],
    ['unknown until queried', 'paid', ['submit', 'lose', 'wait', 'succeed']],
    ['frozen while being paid', 'paid', ['submit', 'freeze', 'succeed']],
    ['cancelled before an attempt', 'cancelled', ['cancel']],
    ['failed and cancelled', 'cancelled', ['submit', 'lose', 'fail', 'cancel']],
    ['frozen and cancelled', 'cancelled', ['freeze', 'cancel']],
    ['frozen and unfrozen', 'applying', ['freeze', 'unfreeze']],
    ['marked as paid after a failure', 'paid', ['submit', 'fail', 'mark_paid']],
  ] as const)('%s: ends as %s', (_name, end, events) => {
    let state: DisbursementState | undefined = applied;
    for (const event of events) state = state && stateAfter(state, event);
    expect(state?.status).toBe(end);
  });

  test('waits for an operator above the threshold', () => {
    const waiting: DisbursementState = { ...applied, review: 'waiting' };
    expect(stateAfter(waiting, 'submit')).toBeUndefined();
    expect(nextWork(waiting)).toBe('nothing');
    expect(stateAfter(stateAfter(waiting, 'pass') ?? waiting, 'submit')).toMatchObject({ submission: 'submitted' });
  });

  test('100,000 random events: nothing final changes, nothing open is refunded', () => {
    let seed = 7;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    let state = applied;
    let illegal = 0;
    for (let step = 0; step < 100_000; step += 1) {
      const event = disbursementEvents[Math.floor(random() * disbursementEvents.length)] ?? 'submit';
      const next = stateAfter(state, event);
      if (next && (state.status === 'paid' || state.status === 'cancelled')) illegal += 1;
      if (next?.status === 'cancelled' && isOpenAttempt(state.submission)) illegal += 1;
      state = next === undefined ? state : next.status === 'paid' || next.status === 'cancelled' ? applied : next;
    }
    expect(illegal).toBe(0);
  });
});

test('no two attempts share a reference', () => {
  expect(referenceOf(20_000_001n, 2_611_200_415_300_000_001n, 1)).toBe('20000001-2611200415300000001-1');
  expect(referenceOf(20_000_001n, 2_611_200_415_300_000_001n, 2)).not.toBe(
    referenceOf(20_000_001n, 2_611_200_415_300_000_001n, 1),
  );
});

test('an upstream is queried soon at first, and at least once a minute', () => {
  expect(nextQueryMs(0)).toBe(2_000);
  expect(nextQueryMs(1)).toBe(3_000);
  expect(nextQueryMs(1_000)).toBe(60_000);
});

test.each([
  ['applying', 'none', 'open'],
  ['applying', 'submitted', 'open'],
  ['applying', 'unknown', 'open'],
  ['applying', 'failed', 'failed'],
  ['frozen', 'failed', 'failed'],
  ['frozen', 'none', 'open'],
  ['paid', 'succeeded', 'paid'],
  ['paid', 'failed', 'paid'],
  ['cancelled', 'failed', 'cancelled'],
] as const)('one that is %s (%s) has the outcome %s', (status, submission, outcome) => {
  expect(outcomeOf({ status, submission })).toBe(outcome);
});

describe('eligibility', () => {
  const now = new Date('2026-11-20T04:00:00.000Z');
  const free: EligibilityFacts = {
    kind: 'withdrawal',
    certified: true,
    pausedUntil: null,
    hours: { window: { from: '09:00', to: '22:00' }, timeZone: 'Asia/Shanghai', now },
    booksWrong: false,
    enabled: true,
    switchedOff: [],
    source: 'console',
    range: { amountMinor: 100n, minAmountMinor: 100n, maxAmountMinor: 100n },
    money: { debitMinor: 102n, availableMinor: 102n },
  };
  const until = new Date(now.getTime() + 1);
  const window = { from: '13:00', to: '22:00' };
  /** In the order of precedence. */
  const reasons: readonly (readonly [error: string, facts: Partial<EligibilityFacts>, says: object])[] = [
    ['not_certified', { certified: false }, {}],
    ['payouts_rest', { pausedUntil: until }, { until }],
    ['withdrawal_closed', { hours: { ...free.hours, window } }, { window, timeZone: 'Asia/Shanghai' }],
    ['payouts_stopped', { booksWrong: true }, {}],
    ['payout_not_enabled', { enabled: false }, {}],
    ['payout_not_enabled', { switchedOff: ['withdrawal'] }, {}],
    [
      'amount_out_of_range',
      { range: { ...free.range, amountMinor: 99n } },
      { minAmountMinor: 100n, maxAmountMinor: 100n },
    ],
    ['balance_insufficient', { money: { debitMinor: 103n, availableMinor: 102n } }, {}],
  ];

  test('is given, to the cent, when no fact is against it', () => {
    expect(disbursementEligibility(free)).toBeUndefined();
  });

  test.each(reasons)('is refused by %s alone, with its details', (error, facts, details) => {
    expect(disbursementEligibility({ ...free, ...facts })).toEqual({ error, ...details });
  });

  test('returns the first of several reasons in this order', () => {
    const wrongFrom = (first: number): EligibilityFacts =>
      Object.assign({ ...free }, ...reasons.slice(first).map(([, facts]) => facts));
    expect(reasons.map((_, first) => disbursementEligibility(wrongFrom(first))?.error)).toEqual(
      reasons.map(([error]) => error),
    );
  });

  test('ignores open hours for payouts', () => {
    const closed = { ...free.hours, window };
    expect(disbursementEligibility({ ...free, kind: 'payout', hours: closed })).toBeUndefined();
  });

  test('rejects an amount above the maximum too', () => {
    const range = { amountMinor: 101n, minAmountMinor: 100n, maxAmountMinor: 100n };
    expect(disbursementEligibility({ ...free, range })?.error).toBe('amount_out_of_range');
  });

  test('does not check a fact that is left out', () => {
    expect(disbursementEligibility({ kind: 'withdrawal' })).toBeUndefined();
  });
});

describe('what operators have switched off for a member', () => {
  const all = ['withdrawal', 'payout_batch', 'payout_gateway'] as const;
  test.each([
    ['a withdrawal', { kind: 'withdrawal', source: 'console' }, 'withdrawal'],
    ['a row of a batch', { kind: 'payout', source: 'batch' }, 'payout_batch'],
    ['a payout of a program', { kind: 'payout', source: 'gateway' }, 'payout_gateway'],
  ] as const)('stops %s by its own flag alone', (_, what, own) => {
    const refusal = (switchedOff: readonly Stop[]) => disbursementEligibility({ ...what, switchedOff });
    expect(all.filter((stop) => refusal([stop])?.error === 'payout_not_enabled')).toEqual([own]);
    expect(refusal([])).toBeUndefined();
  });
});
