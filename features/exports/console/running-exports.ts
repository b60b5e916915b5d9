/**
 * Exports that are under way, one a kind of list. They go on while their page is left or hidden, and its button finds
 * them again; they end with the session.
 */
import { cell } from '#foundation/console/wire/signal.ts';
import type { ExportKindName } from '#features/export-kinds.ts';

export interface RunningExport {
  /** Come so far, in steps. */
  bytes: number;
  stop: AbortController;
}

export const runningExports = cell<ReadonlyMap<ExportKindName, RunningExport>>(new Map());

export function stopExports(): void {
  for (const { stop } of runningExports.get().values()) stop.abort();
}
