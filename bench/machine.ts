/**
 * Describes the machine, printed above every bench so that figures have their context; statistics and tables for the
 * benches.
 */
import { readFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';
import type pg from 'pg';

export async function describeMachine(pool?: pg.Pool): Promise<string> {
  const processors = cpus();
  const lines = [
    `${processors.length} × ${processors[0]?.model.trim() ?? 'unknown processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
  ];
  if (pool) {
    const { rows } = await pool.query<{ version: string; settings: string }>(
      `select current_setting('server_version') as version, string_agg(name || '=' || setting, ' ' order by name) as settings
       from pg_settings where name in ('fsync', 'synchronous_commit', 'full_page_writes', 'shared_buffers', 'wal_compression')`,
    );
    lines.push(`PostgreSQL ${rows[0]?.version}, ${rows[0]?.settings}`);
  }
  return lines.join('\n');
}

/** Processor time that the whole machine has spent working since its start, in milliseconds over all processors. */
export function processorMs(): number {
  return cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);
}

/** Processor time of a process since its start, in milliseconds. Reads Linux's `/proc`. */
export async function processMs(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name, in parentheses, can hold spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

export function percentile(values: Iterable<number>, percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

/** Latencies at a steady rate, in milliseconds. */
export interface SteadyLatency {
  p50: number;
  p99: number;
  /** Without the first second, in which the WAL still contains full page images. */
  settledP99: number;
}

/** `latencies` are in order of arrival. */
export function steadyLatency(latencies: readonly number[] | Float64Array, perSecond: number): SteadyLatency {
  return {
    p50: percentile(latencies, 50),
    p99: percentile(latencies, 99),
    settledP99: percentile(latencies.slice(perSecond), 99),
  };
}

/** Formats rows as a terminal table. The first row is the head. */
export function table(rows: readonly (readonly (string | number)[])[]): string {
  const texts = rows.map((row) => row.map(String));
  const widths = (texts[0] ?? []).map((_, column) => Math.max(...texts.map((row) => row[column]?.length ?? 0)));
  return texts
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n');
}

export function perSecond(count: number, milliseconds: number): number {
  return Math.round((count / milliseconds) * 1000);
}
