/**
 * Locks that keep a job to one process at a time: PostgreSQL's advisory locks, all on one connection per process. The
 * pools stay free for the work.
 */
import pg from 'pg';
import type { Logger } from '#foundation/server/process/log.ts';

const CONNECT_TIMEOUT_MS = 10_000;
/** A lock statement never waits for another session. If it is not answered in this time, it never will be. */
const ANSWER_TIMEOUT_MS = 10_000;

export interface JobLocks {
  /**
   * Takes the lock of a job. Returns a function that releases it, or undefined when another process holds it. Rejects
   * when there is no connection; the next call connects again.
   */
  take(name: string): Promise<(() => Promise<void>) | undefined>;
  /** Closes the connection, which releases every lock. */
  close(): Promise<void>;
}

/** Connects on the first lock. Logs an outage once, however many locks are requested during it. */
export function openJobLocks({ connectionString, log }: { connectionString: string; log: Logger }): JobLocks {
  const held = new Map<string, pg.Client>();
  let connecting: Promise<pg.Client> | undefined;
  let isDown = false;
  let isClosed = false;

  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({
      connectionString,
      application_name: 'countinghouse jobs',
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: ANSWER_TIMEOUT_MS,
      keepAlive: true,
      // Several jobs ask at the same time.
      pipeline: true,
    });
    // Without this listener the error would end the process. A broken connection emits 'end' after it.
    client.on('error', () => undefined);
    try {
      await client.connect();
    } catch (error) {
      connecting = undefined;
      if (!isDown) log.warn({ err: error }, 'jobs wait for the database');
      isDown = true;
      throw error;
    }
    client.once('end', () => {
      connecting = undefined;
      if (held.size > 0 && !isClosed)
        log.warn({ jobs: [...held.keys()] }, 'the connection of the job locks broke: these jobs run on without a lock');
      held.clear();
    });
    if (isDown) log.info('jobs can run again: the database is back');
    isDown = false;
    return client;
  };

  /** After an error it is unknown what the connection holds, so the connection is closed, which releases all locks. */
  const tryLock = async (client: pg.Client, text: string, name: string): Promise<boolean> => {
    try {
      const { rows } = await client.query<{ answer: boolean }>(text, [name]);
      return rows[0]?.answer === true;
    } catch (error) {
      await client.end().catch(() => undefined);
      throw error;
    }
  };

  return {
    async take(name) {
      // PostgreSQL grants a session a lock that it already holds a second time.
      if (held.has(name)) throw new Error(`the lock of the job "${name}" is held by this process already`);
      const client = await (connecting ??= connect());
      if (!(await tryLock(client, "select pg_try_advisory_lock(hashtext('job ' || $1)) as answer", name)))
        return undefined;
      held.set(name, client);
      return async () => {
        if (held.get(name) !== client) return;
        held.delete(name);
        await tryLock(client, "select pg_advisory_unlock(hashtext('job ' || $1)) as answer", name).catch(
          () => undefined,
        );
      };
    },
    async close() {
      isClosed = true;
      const client = await connecting?.catch(() => undefined);
      await client?.end();
    },
  };
}
