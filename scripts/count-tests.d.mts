export interface VitestReport {
  numPassedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  testResults: {
    name: string;
    message: string;
    status: string;
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[];
  }[];
}
export interface Outcome {
  passed: number;
  skipped: number;
  /** One text per failure: the file, the test and the first lines of the error. */
  failures: string[];
}
/** `report` is undefined if Vitest wrote none; `root` is left out of the files' paths. */
export function countTests(report: VitestReport | undefined, endedWell: boolean, root: string): Outcome;
