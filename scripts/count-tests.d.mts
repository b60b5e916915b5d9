export interface VitestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: { status: string; assertionResults: { status: string }[] }[];
}
/** `report` undefined: Vitest wrote none. */
export function countTests(report: VitestReport | undefined, endedWell: boolean): { passed: number; failed: number; skipped: number };
