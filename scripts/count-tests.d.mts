export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    message: string;
    status: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}
/** `report` is undefined if Vitest wrote none. */
export function countTests(
  report: VitestReport | undefined,
  endedWell: boolean,
): { passed: number; failed: number; skipped: number };
/** One text per failure: the file (without `root`), the test and the first lines of the error. */
export function failuresIn(report: VitestReport | undefined, root: string): string[];
