/**
 * Live updates: small hints that something changed, from any process to every open console of that member. A hint is
 * never the truth: who hears one reads again. Sent after the commit, gathered for a moment, over PostgreSQL's
 * notifications.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import type { LiveEventName } from '#foundation/core/live-events.ts';
import type { Session } from '#foundation/core/session.ts';
import type { Tx } from './database.ts';
import { loggedOutEnvelope } from './http.ts';
import type { Logger } from './log.ts';

export interface LiveHint {
  /** Null: to everyone. */
  memberNo: bigint | null;
  /** Of them, to this user alone. */
  userId?: bigint;
  event: LiveEventName;
  data?: Record<string, string>;
}

export interface Live {
  publish(hint: LiveHint): void;
  /** `GET /api/events`. */
  serve(
    server: FastifyInstance,
    path: string,
    sessionOf: (request: FastifyRequest) => Promise<Session | undefined>,
  ): void;
  stop(): Promise<void>;
}

/**
 * A hint that leaves with the transaction's commit, and not at all when it is rolled back; for what is rare: commits
 * with one wait for each other.
 */
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
  const listening = listen({
    connectionString,
    log,
    heard: (payload) => listeners.tell(JSON.parse(payload) as Wire[]),
  });
  let waiting: LiveHint[] = [];
  let timer: NodeJS.Timeout | undefined;

  const flush = async (): Promise<void> => {
    timer = undefined;
    const hints = gathered(waiting);
    waiting = [];
    for (let first = 0; first < hints.length; first += HINTS_A_PAYLOAD) {
      await pool.query('select pg_notify($1, $2)', [
        CHANNEL,
        JSON.stringify(hints.slice(first, first + HINTS_A_PAYLOAD)),
      ]);
    }
  };
  return {
    publish(hint) {
      if (waiting.length >= MOST_WAITING) return;
      waiting.push(hint);
      timer ??= setTimeout(
        () => void flush().catch((error: unknown) => log.warn({ err: error }, 'live hints were lost')),
        GATHER_MS,
      );
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

/** Open streams of one session and of one user, in each process: its browser's tabs, on all its devices. */
const MOST_OF_SESSION = 8;
const MOST_OF_USER = 32;
/** A reader that is slower than this gets no more. */
const MOST_UNSENT_BYTES = 1_048_576;
const LONGEST_GOODBYE_MS = 5_000;

interface Listener {
  readonly session: Session;
  readonly reply: FastifyReply;
  stop(): void;
}

/** The open streams of this process, the oldest first. */
class Listeners {
  readonly #all = new Set<Listener>();

  tell(hints: readonly Wire[]): void {
    for (const { m, u, e, d } of hints) {
      const text = `event: ${e}\ndata: ${JSON.stringify(d ?? {})}\n\n`;
      for (const { session, reply } of this.#all) {
        const isMeant =
          (m === null || m === session.memberNo?.toString()) && (u === undefined || u === session.userId.toString());
        if (isMeant) send(reply, text);
      }
    }
  }

  /** Until the client leaves, its session ends, or younger streams of the same reader take its place. */
  add(session: Session, reply: FastifyReply, stillLoggedIn: () => Promise<boolean>): void {
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
    const heartbeat = setInterval(() => send(reply, ': still here\n\n'), HEARTBEAT_MS);
    const check = setInterval(
      () =>
        void stillLoggedIn().then(
          (still) => still || this.#end(listener, 'session.ended'),
          () => undefined,
        ),
      SESSION_CHECK_MS,
    );
    const listener: Listener = {
      session,
      reply,
      stop() {
        clearInterval(heartbeat);
        clearInterval(check);
      },
    };
    this.#all.add(listener);
    reply.raw.on('close', () => this.#forget(listener));
    this.#keepNewest(MOST_OF_SESSION, (other) => other.sessionId === session.sessionId);
    this.#keepNewest(MOST_OF_USER, (other) => other.userId === session.userId);
  }

  end(): void {
    for (const listener of this.#all) this.#end(listener);
  }

  #keepNewest(most: number, isCounted: (session: Session) => boolean): void {
    const counted = [...this.#all].filter((one) => isCounted(one.session));
    for (const listener of counted.slice(0, Math.max(0, counted.length - most))) this.#end(listener, 'stream.replaced');
  }

  #end(listener: Listener, event?: 'session.ended' | 'stream.replaced'): void {
    this.#forget(listener);
    const { raw } = listener.reply;
    raw.end(event === undefined ? undefined : `event: ${event}\ndata: {}\n\n`);
    // A reader that takes nothing would keep the connection open.
    setTimeout(() => raw.destroy(), LONGEST_GOODBYE_MS).unref();
  }

  #forget(listener: Listener): void {
    listener.stop();
    this.#all.delete(listener);
  }
}

function send({ raw }: FastifyReply, text: string): void {
  raw.write(text);
  if (raw.writableLength > MOST_UNSENT_BYTES) raw.destroy();
}

/** Hears the database's notifications, and connects again whenever the connection is lost. */
function listen({
  connectionString,
  log,
  heard,
}: Pick<LiveDeps, 'connectionString' | 'log'> & { heard(payload: string): void }): { stop(): Promise<void> } {
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
  e: LiveEventName;
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
  return {
    m: memberNo?.toString() ?? null,
    ...(userId === undefined ? {} : { u: userId.toString() }),
    e: event,
    ...(data ? { d: data } : {}),
  };
}
