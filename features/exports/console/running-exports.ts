/**
 * Running exports, one per kind of list. They continue while their page is left or hidden, and its button shows them
 * again; they end with the session.
 */
import { cell } from '#foundation/console/wire/signal.ts';
import type { ExportKindName } from '#features/export-kinds.ts';

export interface RunningExport {
  /** Bytes received, rounded down to a step. */
  bytes: number;
  stop: AbortController;
}

export const runningExports = cell<ReadonlyMap<ExportKindName, RunningExport>>(new Map());

export function stopExports(): void {
  for (const { stop } of runningExports.get().values()) stop.abort();
}
