import { expect, test } from 'vitest';
import { type VitestReport, countTests } from './count-tests.mjs';

const report = (part: Partial<VitestReport>): VitestReport => ({
  numPassedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...part,
});

const tests = (...statuses: string[]) =>
  statuses.map((status) => ({ fullName: `is ${status}`, status, failureMessages: [] }));
const file = { name: '/house/a.test.ts', message: '', status: 'failed' };

test.each([
  ['a run without a report counts as failed', undefined, true, { passed: 0, failed: 1, skipped: 0 }],
  ['a run without a test counts as failed', report({}), true, { passed: 0, failed: 1, skipped: 0 }],
  [
    'a run with only skipped tests counts as failed',
    report({ numPendingTests: 3 }),
    true,
    { passed: 0, failed: 1, skipped: 3 },
  ],
  [
    'passed tests are counted',
    report({ numPassedTests: 5, numTodoTests: 1 }),
    true,
    { passed: 5, failed: 0, skipped: 1 },
  ],
  [
    'a crash after passed tests counts as failed',
    report({ numPassedTests: 5 }),
    false,
    { passed: 5, failed: 1, skipped: 0 },
  ],
  [
    'failed tests are counted, but not their file as well',
    report({
      numPassedTests: 5,
      testResults: [{ ...file, assertionResults: tests('failed', 'failed') }],
    }),
    false,
    { passed: 5, failed: 2, skipped: 0 },
  ],
  [
    'a file that breaks outside its tests counts as failed',
    report({
      numPassedTests: 5,
      testResults: [
        { ...file, assertionResults: tests('passed') },
        { ...file, assertionResults: [] },
      ],
    }),
    false,
    { passed: 5, failed: 2, skipped: 0 },
  ],
])('%s', (_, given, endedWell, { passed, failed, skipped }) => {
  const outcome = countTests(given, endedWell, '/house');
  expect(outcome).toMatchObject({ passed, skipped });
  expect(outcome.failures).toHaveLength(failed);
});

test('a failure is reported by its file, test and the first lines of the error', () => {
  const why = ['expected 1 to be 2', ...Array.from({ length: 50 }, (_, i) => `at ${i}`)].join('\n');
  const failed = { fullName: 'sums sum', status: 'failed', failureMessages: [why] };
  const broken = {
    name: '/house/b.test.ts',
    message: 'no such module',
    status: 'failed',
    assertionResults: tests('passed'),
  };
  const {
    failures: [first, second, ...rest],
  } = countTests(
    report({ testResults: [{ ...file, assertionResults: [...tests('passed'), failed] }, broken] }),
    false,
    '/house',
  );
  expect(first).toMatch(/^a\.test\.ts > sums sum\n {4}expected 1 to be 2\n {4}at 0\n/);
  expect(first).not.toContain('at 10');
  expect(second).toBe('b.test.ts\n    no such module');
  expect(rest).toEqual([]);
});
