import { expect, test } from 'vitest';
import { type VitestReport, countTests } from './count-tests.mjs';

const report = (part: Partial<VitestReport>): VitestReport => ({
  numPassedTests: 0,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [],
  ...part,
});

test.each([
  ['a run without a report counts as failed', undefined, true, { passed: 0, failed: 1, skipped: 0 }],
  ['a run without a test counts as failed', report({}), true, { passed: 0, failed: 1, skipped: 0 }],
  ['a run of skipped tests only counts as failed', report({ numPendingTests: 3 }), true, { passed: 0, failed: 1, skipped: 3 }],
  ['passed tests are counted', report({ numPassedTests: 5, numTodoTests: 1 }), true, { passed: 5, failed: 0, skipped: 1 }],
  ['a crash after passed tests counts as failed', report({ numPassedTests: 5 }), false, { passed: 5, failed: 1, skipped: 0 }],
  [
    'failed tests are counted, their file not once more',
    report({ numPassedTests: 5, numFailedTests: 2, testResults: [{ status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'failed' }] }] }),
    false,
    { passed: 5, failed: 2, skipped: 0 },
  ],
  [
    'a file that breaks outside its tests counts as failed',
    report({
      numPassedTests: 5,
      testResults: [
        { status: 'failed', assertionResults: [{ status: 'passed' }] },
        { status: 'failed', assertionResults: [] },
      ],
    }),
    false,
    { passed: 5, failed: 2, skipped: 0 },
  ],
])('%s', (_, given, endedWell, counts) => {
  expect(countTests(given, endedWell)).toEqual(counts);
});
