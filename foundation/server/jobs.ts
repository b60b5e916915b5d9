/**
 * Background work on a clock: each job runs every so often, in one process at a time whatever their number, and a job
 * that fails or hangs never stops the others.
 */
import type { Database } from './database.ts';
import type { Logger } from './log.ts';

export interface Job {
  name: string;
  everyMs: number;
  run(): Promise<void>;
}

export interface JobRunner {
  stop(): Promise<void>;
}

export function startJobs(jobs: readonly Job[], { db, log }: { db: Database; log: Logger }): JobRunner {
  let stopping = false;
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();

  const schedule = (job: Job, waitMs: number): void => {
    if (stopping) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const run = runExclusively(job, db)
        .catch((error: unknown) => log.error({ err: error, job: job.name }, 'a job failed'))
        .finally(() => {
          running.delete(run);
          schedule(job, job.everyMs);
        });
      running.add(run);
    }, waitMs);
    timers.add(timer);
  };
  for (const job of jobs) schedule(job, Math.min(job.everyMs, 1000));

  return {
    async stop() {
      stopping = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.allSettled(running);
    },
  };
}

/** Skips the turn when another process is at it. */
async function runExclusively(job: Job, db: Database): Promise<void> {
  const client = await db.pool.connect();
  try {
    const { rows } = await client.query<{ got: boolean }>(
      "select pg_try_advisory_lock(hashtext('job ' || $1)) as got",
      [job.name],
    );
    if (!rows[0]?.got) return;
    try {
      await job.run();
    } finally {
      await client.query("select pg_advisory_unlock(hashtext('job ' || $1))", [job.name]);
    }
  } finally {
    client.release();
  }
}
