/** How a test run ended, in figures. Must never turn a crash, or a run of nothing, into a success. */

/**
 * @param {import('./count-tests.mjs').VitestReport | undefined} report Vitest's JSON report; undefined if it wrote none
 * @param {boolean} endedWell whether the run's exit code was 0
 * @param {string} root left out of the files' paths
 * @returns {import('./count-tests.mjs').Outcome}
 */
export function countTests(report, endedWell, root) {
  const { numPassedTests: passed = 0, numPendingTests = 0, numTodoTests = 0, testResults = [] } = report ?? {};
  const failures = testResults.flatMap((file) => failuresOf(file, file.name.replace(`${root}/`, '')));
  if (failures.length === 0 && (!endedWell || passed === 0)) failures.push('the run broke off, or ran no test');
  return { passed, skipped: numPendingTests + numTodoTests, failures };
}

/**
 * @param {import('./count-tests.mjs').VitestReport['testResults'][number]} file
 * @param {string} path
 */
function failuresOf({ message, status, assertionResults }, path) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  // A file that fails outside its tests (an import, a hook) has no failed test to show for it.
  if (status === 'failed' && failed.length === 0) return [`${path}\n${firstLines(message)}`];
  return failed.map(
    ({ fullName, failureMessages }) => `${path} > ${fullName}\n${firstLines(failureMessages.join('\n'))}`,
  );
}

/** @param {string} text */
function firstLines(text) {
  return text
    .split('\n')
    .slice(0, 10)
    .map((line) => `    ${line.slice(0, 300)}`)
    .join('\n');
}
