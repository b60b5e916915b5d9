/**
 * Files on their way to the browser, one per key: a kind of list, or a finished file's own. They continue while their
 * page is left or hidden, and its button shows them again; they end with the session.
 */
import { cell } from '#foundation/console/wire/signal.ts';
import type { ExportKindName } from '#features/export-kinds.ts';

export interface RunningExport {
  /** Bytes received, rounded down to a step. */
  bytes: number;
  stop: AbortController;
}

export const runningExports = cell<ReadonlyMap<string, RunningExport>>(new Map());

/** The list whose file is written in the background, until the user has read so. */
export const exportInBackground = cell<ExportKindName | undefined>(undefined);

export function stopExports(): void {
  for (const { stop } of runningExports.get().values()) stop.abort();
  exportInBackground.set(undefined);
}
