/**
 * Periodic background work. Every worker process has the same list of jobs, and each job runs in one of them at a time.
 * A job that fails or hangs does not stop the others.
 */
import { openJobLocks } from './job-locks.ts';
import type { Logger } from '#foundation/server/process/log.ts';

export interface Job {
  /** Unique in the list: it names the lock. */
  name: string;
  everyMs: number;
  /**
   * Must be safe to run concurrently with itself, through the rows that it locks or claims. The lock only saves double
   * work: when its connection breaks, another process can start the job while this run continues.
   */
  run(): Promise<void>;
}

export interface JobRunner {
  /** Starts no more jobs, and waits for running ones. */
  stop(): Promise<void>;
}

/** The first runs are spread evenly over this time, so that not all jobs run at start. */
const SPREAD_MS = 5_000;
/** A job that failed, or whose lock could not be requested, runs again after this time, even if it is rare. */
const RETRY_MS = 60_000;

export function startJobs(
  jobs: readonly Job[],
  { connectionString, log }: { connectionString: string; log: Logger },
): JobRunner {
  const names = new Set(jobs.map(({ name }) => name));
  if (names.size < jobs.length) throw new Error('two jobs have the same name');
  const locks = openJobLocks({ connectionString, log });
  let stopping = false;
  const timers = new Set<NodeJS.Timeout>();
  const running = new Set<Promise<void>>();

  const schedule = (job: Job, waitMs: number): void => {
    if (stopping) return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      const turn = runOnce(job).then((nextMs) => {
        running.delete(turn);
        schedule(job, nextMs);
      });
      running.add(turn);
    }, waitMs);
    timers.add(timer);
  };

  /** Returns how long to wait for the next turn. Never rejects. */
  const runOnce = async (job: Job): Promise<number> => {
    let release: (() => Promise<void>) | undefined;
    try {
      release = await locks.take(job.name);
    } catch {
      // The locks already logged the error.
      return Math.min(job.everyMs, RETRY_MS);
    }
    if (!release) return job.everyMs;
    try {
      if (!stopping) await job.run();
      return job.everyMs;
    } catch (error) {
      log.error({ err: error, job: job.name }, 'a job failed');
      return Math.min(job.everyMs, RETRY_MS);
    } finally {
      await release();
    }
  };

  jobs.forEach((job, index) => schedule(job, (Math.min(job.everyMs, SPREAD_MS) * (index + 1)) / jobs.length));

  return {
    async stop() {
      stopping = true;
      for (const timer of timers) clearTimeout(timer);
      await Promise.all(running);
      await locks.close();
    },
  };
}
