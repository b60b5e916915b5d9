/** Keeps the last turn of each job and says which processes run, for the operators' overview. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Clock } from '#foundation/core/clock.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import type { Job } from '#foundation/server/jobs/jobs.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import { deleteProcesses, upsertProcess, upsertTurn } from './health-store.ts';

export interface TurnDeps {
  db: Queryable;
  clock: Clock;
  log: Logger;
}

/** A job that runs every second is not written down each time. */
const WRITTEN_EVERY_MS = 10_000;

/** The same jobs, whose turns are kept. A turn that can't be written down is no failure of the job. */
export function keepTurns(jobs: readonly Job[], { db, clock, log }: TurnDeps): Job[] {
  return jobs.map((job): Job => {
    let writtenMs = Number.NEGATIVE_INFINITY;
    let lastFailed: boolean | undefined;
    return {
      ...job,
      async run() {
        const startedMs = performance.now();
        const ended = async (failed: boolean): Promise<void> => {
          const endedMs = performance.now();
          if (failed === lastFailed && endedMs - writtenMs < WRITTEN_EVERY_MS) return;
          [writtenMs, lastFailed] = [endedMs, failed];
          const { name, everyMs } = job;
          const turn = { job: name, everyMs, endedAt: clock.now(), tookMs: Math.round(endedMs - startedMs), failed };
          await upsertTurn(db, turn).catch((error: unknown) => {
            log.warn({ err: error, job: name }, 'the turn of a job was not written down');
          });
        };
        try {
          await job.run();
        } catch (error) {
          await ended(true);
          throw error;
        }
        await ended(false);
      },
    };
  });
}

const SEEN_EVERY_MS = 10_000;
/** A process that was not seen for this time has ended without a word. */
export const UNSEEN_MS = 60_000;

/** Says every few seconds that this process runs. Returns a function that says that it ends. */
export function announceProcess(
  { version, roles }: { version: string; roles: readonly string[] },
  { db, clock, log }: TurnDeps,
): () => Promise<void> {
  const own = { processId: randomUUID(), host: hostname(), version, roles, startedAt: clock.now() };
  const longAgo = (): Date => new Date(clock.now().getTime() - UNSEEN_MS);
  let isUnknown = false;
  const seen = async (): Promise<void> => {
    try {
      await upsertProcess(db, { ...own, seenAt: clock.now() });
      isUnknown = false;
    } catch (error) {
      if (!isUnknown) log.warn({ err: error }, 'the other processes can’t be told that this one runs');
      isUnknown = true;
    }
  };
  let saying = seen();
  const timer = setInterval(() => void (saying = seen()), SEEN_EVERY_MS);
  return async () => {
    clearInterval(timer);
    await saying;
    // Without a database it is soon unseen.
    await deleteProcesses(db, own.processId, longAgo()).catch(() => undefined);
  };
}
