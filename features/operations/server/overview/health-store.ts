/** Tables `job_turns` and `processes`: which jobs ran and how it ended, and which processes run. */
import { sql } from '#foundation/server/postgres/sql.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';

export interface Turn {
  job: string;
  everyMs: number;
  endedAt: Date;
  failed: boolean;
  succeededAt: Date | null;
}

export async function upsertTurn(
  on: Queryable,
  { job, everyMs, endedAt, tookMs, failed }: Omit<Turn, 'succeededAt'> & { tookMs: number },
): Promise<void> {
  await sql`
    insert into job_turns as t (job, every_ms, ended_at, took_ms, failed, succeeded_at)
    values (${job}, ${everyMs}, ${endedAt}, ${tookMs}, ${failed}, ${failed ? null : endedAt})
    on conflict (job) do update set every_ms = excluded.every_ms, ended_at = excluded.ended_at, took_ms = excluded.took_ms,
      failed = excluded.failed, succeeded_at = coalesce(excluded.succeeded_at, t.succeeded_at)`.execute(on);
}

const turnColumns = sql`job, every_ms as "everyMs", ended_at as "endedAt", failed, succeeded_at as "succeededAt"`;

export async function selectTurns(on: Queryable): Promise<Turn[]> {
  const { rows } = await sql<Turn>`select ${turnColumns} from job_turns`.execute(on);
  return rows;
}

export async function selectTurn(on: Queryable, job: string): Promise<Turn | undefined> {
  const { rows } = await sql<Turn>`select ${turnColumns} from job_turns where job = ${job}`.execute(on);
  return rows[0];
}

export interface Process {
  processId: string;
  host: string;
  version: string;
  roles: readonly string[];
  startedAt: Date;
  seenAt: Date;
}

export async function upsertProcess(on: Queryable, process: Process): Promise<void> {
  const { processId, host, version, roles, startedAt, seenAt } = process;
  await sql`
    insert into processes (process_id, host, version, roles, started_at, seen_at)
    values (${processId}, ${host}, ${version}, ${roles}::text[], ${startedAt}, ${seenAt})
    on conflict (process_id) do update set seen_at = excluded.seen_at`.execute(on);
}

/** Deletes one that ends, and those that were not seen since. */
export async function deleteProcesses(on: Queryable, processId: string | null, unseenSince: Date): Promise<void> {
  await sql`delete from processes where process_id = ${processId}::uuid or seen_at < ${unseenSince}`.execute(on);
}

/** The newest first. */
export async function selectProcesses(on: Queryable): Promise<Process[]> {
  const { rows } = await sql<Process>`
    select process_id as "processId", host, version, roles, started_at as "startedAt", seen_at as "seenAt"
    from processes order by started_at desc, process_id`.execute(on);
  return rows;
}

/** Callbacks that are looked at for those that are due. */
const LOOKED_AT = 10_000;
const MAX_COUNTED = 999;

/** Reads the index of pending callbacks, and of those at most `LOOKED_AT`. */
export async function selectDueCallbacks(
  on: Queryable,
  now: Date,
): Promise<{ due: number; capped: boolean; oldestAt: Date | null }> {
  const { rows } = await sql<{ due: number; oldestAt: Date | null }>`
    select count(*)::integer as due, min(next_at) as "oldestAt"
    from (select next_at from callbacks where status = 'pending' limit ${sql.lit(LOOKED_AT)}) c where next_at <= ${now}`.execute(
    on,
  );
  const [{ due, oldestAt } = { due: 0, oldestAt: null }] = rows;
  return { due: Math.min(due, MAX_COUNTED), capped: due > MAX_COUNTED, oldestAt };
}

export async function selectUpstreams(
  on: Queryable,
): Promise<{ id: number; name: string; state: 'open' | 'closed' }[]> {
  const { rows } = await sql<{ id: number; name: string; state: 'open' | 'closed' }>`
    select upstream_id as id, name, state from upstreams order by upstream_id`.execute(on);
  return rows;
}
