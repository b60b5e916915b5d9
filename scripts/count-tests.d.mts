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
/** `report` undefined: Vitest wrote none. */
export function countTests(
  report: VitestReport | undefined,
  endedWell: boolean,
): { passed: number; failed: number; skipped: number };
/** One text each: the file (without `root`), the test, the first lines of why. */
export function failuresIn(report: VitestReport | undefined, root: string): string[];
