/**
 * Uses one kind for all lists, so that a test needs to define only its own; reads a list's file as an operator. Only tests
 * import this.
 */
import { exportKinds, type ExportKindName } from '#features/export-kinds.ts';
import { rightsOf } from '#features/rights.ts';
import type { OperatorSession } from '#foundation/core/session.ts';
import type { Cell } from '#foundation/server/sheets/sheet.ts';
import type { FileJobs } from './calls.ts';
import type { ExportKind } from './kind.ts';

export function everyKindAs(kind: ExportKind): Record<ExportKindName, ExportKind> {
  return Object.fromEntries(exportKinds.map((name) => [name, kind])) as Record<ExportKindName, ExportKind>;
}

/** For tests whose lists are short: a file that a job should write is an error. */
export const noFileJobs: FileJobs = {
  start: ({ kind, rows }) => Promise.reject(new Error(`${kind} has ${rows} rows, and this test has no job for them`)),
};

const owner: OperatorSession = {
  sessionId: 's',
  userId: 1n,
  username: 'boss',
  role: 'operator',
  memberNo: null,
  rights: rightsOf(['owner']),
};

export interface ReadFile {
  count: number;
  /** By the columns' headers, in English. */
  rows: Record<string, Cell>[];
}

/** The whole file of a list, as an owner gets it. A fault of the filter is an error with its word. */
export async function fileOf(
  kind: ExportKind,
  filter: object,
  { now, session = owner }: { now: Date; session?: OperatorSession },
): Promise<ReadFile> {
  const list = await kind.open({ session, language: 'en', now, timeZone: 'Asia/Shanghai' }, filter);
  if ('word' in list) throw new Error(list.word);
  const rows: ReadFile['rows'] = [];
  for await (const batch of list.batches())
    for (const cells of batch)
      rows.push(Object.fromEntries(list.columns.map(({ header }, index) => [header, cells[index] ?? null])));
  return { count: await list.count(), rows };
}

/** The sum of a column of amounts, in cents. */
export function sumOf({ rows }: ReadFile, column: string): bigint {
  return rows.reduce((sum, row) => sum + BigInt(String(row[column] ?? '0.00').replace('.', '')), 0n);
}
