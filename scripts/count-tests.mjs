/** How a test run ended, in figures. Must never turn a crash, or a run of nothing, into a success. */

/**
 * @param {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 *           testResults: { status: string, assertionResults: { status: string }[] }[] } | undefined} report
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
