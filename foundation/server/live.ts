/**
 * Live updates: small hints that something changed, from any process to every open console of that member. A hint is never
 * the truth: who hears one reads again. Sent after the commit, gathered for a moment, over PostgreSQL's notifications.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import type { Session } from '#foundation/core/session.ts';
import type { Tx } from './database.ts';
import { loggedOutEnvelope } from './http.ts';
import type { Logger } from './log.ts';

export const liveEvents = ['order.paid', 'balance.changed', 'payout.changed', 'announcement.new', 'notice.new'] as const;
export type LiveEvent = (typeof liveEvents)[number];

export interface LiveHint {
  /** Null: to everyone. */
  memberNo: bigint | null;
  /** Of them, to this user alone. */
  userId?: bigint;
  event: LiveEvent;
  data?: Record<string, string>;
}

export interface Live {
  publish(hint: LiveHint): void;
  /** `GET /api/events`. */
  serve(server: FastifyInstance, path: string, sessionOf: (request: FastifyRequest) => Promise<Session | undefined>): void;
  stop(): Promise<void>;
}

/** A hint that leaves with the transaction's commit, and not at all when it is rolled back; for what is rare: commits with one wait for each other. */
export async function hintOnCommit(tx: Tx, hint: LiveHint): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify([wireOf(hint)])})`.execute(tx);
}

const CHANNEL = 'live';
const GATHER_MS = 50;
/** PostgreSQL takes payloads of less than 8,000 bytes. */
const HINTS_A_PAYLOAD = 60;
const HEARTBEAT_MS = 20_000;
/** How often an open stream looks whether its session has ended. */
const SESSION_CHECK_MS = 1_000;

const MOST_WAITING = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

export interface LiveDeps {
  connectionString: string;
  pool: pg.Pool;
  log: Logger;
}

export function createLive({ connectionString, pool, log }: LiveDeps): Live {
  const listeners = new Listeners();
  const listening = listen({ connectionString, log, heard: (payload) => listeners.tell(JSON.parse(payload) as Wire[]) });
  let waiting: LiveHint[] = [];
  let timer: NodeJS.Timeout | undefined;

  const flush = async (): Promise<void> => {
    timer = undefined;
    const hints = gathered(waiting);
    waiting = [];
    for (let first = 0; first < hints.length; first += HINTS_A_PAYLOAD) {
      await pool.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(hints.slice(first, first + HINTS_A_PAYLOAD))]);
    }
  };
  return {
    publish(hint) {
      if (waiting.length >= MOST_WAITING) return;
      waiting.push(hint);
      timer ??= setTimeout(() => void flush().catch((error: unknown) => log.warn({ err: error }, 'live hints were lost')), GATHER_MS);
    },
    serve(server, path, sessionOf) {
      server.get(path, async (request, reply) => {
        const session = await sessionOf(request);
        if (!session) return reply.send(loggedOutEnvelope(request.headers['accept-language']));
        listeners.add(session, reply, async () => (await sessionOf(request)) !== undefined);
        return reply;
      });
    },
    async stop() {
      clearTimeout(timer);
      listeners.end();
      await listening.stop();
    },
  };
}

/** The open streams of this process. */
class Listeners {
  readonly #all = new Set<{ session: Session; reply: FastifyReply }>();

  tell(hints: readonly Wire[]): void {
    for (const { m, u, e, d } of hints) {
      const text = `event: ${e}\ndata: ${JSON.stringify(d ?? {})}\n\n`;
      for (const { session, reply } of this.#all) {
        const isMeant = (m === null || m === session.memberNo?.toString()) && (u === undefined || u === session.userId.toString());
        if (isMeant) reply.raw.write(text);
      }
    }
  }

  /** Until the client leaves or its session ends. */
  add(session: Session, reply: FastifyReply, stillLoggedIn: () => Promise<boolean>): void {
    const listener = { session, reply };
    reply.hijack();
    // Gone while it was found out who it is: nothing would tell of it any more.
    if (reply.raw.destroyed) return;
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    reply.raw.write(': hello\n\n');
    this.#all.add(listener);
    const heartbeat = setInterval(() => reply.raw.write(': still here\n\n'), HEARTBEAT_MS);
    const check = setInterval(
      () =>
        void stillLoggedIn().then(
          (still) => still || reply.raw.end('event: session.ended\ndata: {}\n\n'),
          () => undefined,
        ),
      SESSION_CHECK_MS,
    );
    reply.raw.on('close', () => {
      clearInterval(heartbeat);
      clearInterval(check);
      this.#all.delete(listener);
    });
  }

  end(): void {
    for (const { reply } of this.#all) reply.raw.end();
  }
}

/** Hears the database's notifications, and connects again whenever the connection is lost. */
function listen({ connectionString, log, heard }: Pick<LiveDeps, 'connectionString' | 'log'> & { heard(payload: string): void }): { stop(): Promise<void> } {
  let stopped = false;
  let client: pg.Client | undefined;
  const connect = async (pauseMs: number): Promise<void> => {
    const next = new pg.Client({ connectionString, application_name: 'countinghouse live' });
    client = next;
    next.on('error', () => undefined);
    next.on('end', () => {
      if (!stopped) setTimeout(() => void connect(Math.min(pauseMs * 2, LONGEST_PAUSE_MS)), pauseMs).unref();
    });
    next.on('notification', ({ payload }) => heard(payload ?? '[]'));
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
    } catch (error) {
      log.warn({ err: error }, 'live updates wait for the database');
      await next.end().catch(() => undefined);
    }
  };
  void connect(FIRST_PAUSE_MS);
  return {
    async stop() {
      stopped = true;
      await client?.end();
    },
  };
}

interface Wire {
  m: string | null;
  u?: string;
  e: LiveEvent;
  d?: Record<string, string>;
}

/** The same hint to the same member goes once. */
function gathered(hints: readonly LiveHint[]): Wire[] {
  const wires = new Map<string, Wire>();
  for (const hint of hints) {
    const wire = wireOf(hint);
    wires.set(JSON.stringify(wire), wire);
  }
  return [...wires.values()];
}

function wireOf({ memberNo, userId, event, data }: LiveHint): Wire {
  return { m: memberNo?.toString() ?? null, ...(userId === undefined ? {} : { u: userId.toString() }), e: event, ...(data ? { d: data } : {}) };
}
