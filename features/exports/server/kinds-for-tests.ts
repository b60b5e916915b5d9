/** Uses one kind for all lists, so that a test needs to define only its own. Only tests import this. */
import { exportKinds, type ExportKindName } from '#features/export-kinds.ts';
import type { FileJobs } from './calls.ts';
import type { ExportKind } from './kind.ts';

export function everyKindAs(kind: ExportKind): Record<ExportKindName, ExportKind> {
  return Object.fromEntries(exportKinds.map((name) => [name, kind])) as Record<ExportKindName, ExportKind>;
}

/** For tests whose lists are short: a file that a job should write is an error. */
export const noFileJobs: FileJobs = {
  start: ({ kind, rows }) => Promise.reject(new Error(`${kind} has ${rows} rows, and this test has no job for them`)),
};
