/** How a test run ended, in figures. Must never turn a crash, or a run of nothing, into a success. */

/**
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *           testResults: { name: string, message: string, status: string,
 *                          assertionResults: { fullName: string, status: string, failureMessages: string[] }[] }[] } | undefined} report
 *        Vitest's JSON report; undefined when it wrote none
 * @param {boolean} endedWell whether the run's exit code was 0
 * @returns {{ passed: number, failed: number, skipped: number }}
 */
export function countTests(report, endedWell) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 };
  const passed = report.numPassedTests;
  // A file that fails outside its tests (an import, a hook) has no failed test to show for it.
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && !assertionResults.some((each) => each.status === 'failed'),
  ).length;
  const failed = report.numFailedTests + brokenFiles;
  const atFault = failed === 0 && (!endedWell || passed === 0);
  return { passed, failed: atFault ? 1 : failed, skipped: report.numPendingTests + report.numTodoTests };
}

/**
 * What failed, one text each: the file, the test, the first lines of why. A log is often kept by its end alone.
 * @param {Parameters<typeof countTests>[0]} report
 * @param {string} root whose path is left away
 * @returns {string[]}
 */
export function failuresIn(report, root) {
  return (report?.testResults ?? []).flatMap(({ name, message, status, assertionResults }) => {
    const file = name.replace(`${root}/`, '');
    const failed = assertionResults.filter((each) => each.status === 'failed');
    if (status === 'failed' && failed.length === 0) return [`${file}\n${firstLines(message)}`];
    return failed.map(
      ({ fullName, failureMessages }) => `${file} > ${fullName}\n${firstLines(failureMessages.join('\n'))}`,
    );
  });
}

/** @param {string} text */
function firstLines(text) {
  return text
    .split('\n')
    .slice(0, 10)
    .map((line) => `    ${line.slice(0, 300)}`)
    .join('\n');
}
