/**
 * Live updates: small hints that something changed, from any process to every open console of that member. A hint is
 * never the truth; the receiver reads the data again. Sent after the commit, collected for a moment, over PostgreSQL's
 * notifications.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from '#foundation/server/postgres/sql.ts';
import pg from 'pg';
import type { Envelope } from '#foundation/core/envelope.ts';
import type { LiveEventName } from '#foundation/core/live-events.ts';
import type { Session } from '#foundation/core/session.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';
import type { Logger } from '#foundation/server/process/log.ts';

export interface LiveHint {
  /** Null: to all members. */
  memberNo: bigint | null;
  /** Only to this user of the member. */
  userId?: bigint;
  event: LiveEventName;
  data?: Record<string, string>;
}

/** What an event stream asks about sessions. Neither question counts as a use of the session. */
export interface StreamSessions {
  /** The session of a request that opens a stream, or the envelope that refuses it. */
  of(request: FastifyRequest): Promise<Session | Envelope>;
  /** Returns those of the sessions that are still open. */
  stillOpen(sessionIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Returns those of the readers whose session can't be used from their address. */
  barred?(readers: readonly StreamReader[]): Promise<ReadonlySet<StreamReader>>;
}

/** An open stream: the session that opened it, and from where. */
export interface StreamReader {
  readonly session: Session;
  readonly address: string;
}

export interface Live {
  publish(hint: LiveHint): void;
  /** `GET /api/events`. A process serves it once. */
  serve(server: FastifyInstance, path: string, sessions: StreamSessions): void;
  stop(): Promise<void>;
}

/**
 * Sends a hint on commit (NOTIFY inside the transaction), and none on rollback. Use only for rare events: NOTIFY
 * serializes commits.
 */
export async function hintOnCommit(tx: Tx, hint: LiveHint): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify([wireOf(hint)])})`.execute(tx);
}

/**
 * Makes every process check the sessions of the user's open streams after the commit. For every operation that ends a
 * session; like `hintOnCommit` only for rare events.
 */
export async function checkStreamsOnCommit(tx: Tx, userId: bigint): Promise<void> {
  const wire: Wire = { m: null, u: userId.toString(), e: SESSION_CHECK };
  await sql`select pg_notify(${CHANNEL}, ${JSON.stringify([wire])})`.execute(tx);
}

const CHANNEL = 'live';
/** A hint between processes; no stream receives it. */
export const SESSION_CHECK = 'session.check';
const GATHER_MS = 50;
/** PostgreSQL accepts payloads below 8,000 bytes. */
const HINTS_A_PAYLOAD = 60;
const HEARTBEAT_MS = 20_000;
/**
 * How often a process checks the sessions of all its streams. A session that is ended explicitly does not wait for this
 * check; an idle one does, and so does an end whose hint was lost.
 */
const SESSION_CHECK_MS = 30_000;

const MAX_WAITING = 10_000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

export interface LiveDeps {
  connectionString: string;
  pool: pg.Pool;
  log: Logger;
  /** Called with the name of each hint, of whichever process, before the consoles get it. */
  onHint?(event: string): void;
}

export function createLive({ connectionString, pool, log, onHint }: LiveDeps): Live {
  const listeners = new Listeners(log);
  const listening = listen({
    connectionString,
    log,
    // Hints may have been lost before this.
    listens: () => {
      listeners.checkSessions();
      listeners.resume();
    },
    received(payload) {
      const hints = JSON.parse(payload) as Wire[];
      for (const { e } of hints) onHint?.(e);
      listeners.send(hints);
    },
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
      if (waiting.length >= MAX_WAITING) return;
      waiting.push(hint);
      timer ??= setTimeout(
        () => void flush().catch((error: unknown) => log.warn({ err: error }, 'live hints were lost')),
        GATHER_MS,
      );
    },
    serve(server, path, sessions) {
      listeners.watch(sessions);
      server.get(path, async (request, reply) => {
        const { doubts } = listeners;
        const session = await sessions.of(request);
        if ('code' in session) return reply.send(session);
        listeners.add(session, reply, request.clientAddress);
        // The session may have ended after it was read and before the stream could be checked.
        if (listeners.doubts !== doubts) listeners.checkSessions(session.userId.toString());
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

/** Open streams per session and per user in each process: a browser's tabs, and all devices of a user. */
const MAX_STREAMS_PER_SESSION = 8;
const MAX_STREAMS_PER_USER = 32;
/** A reader that has this much unsent gets no more. */
const MAX_UNSENT_BYTES = 1_048_576;
const MAX_GOODBYE_MS = 5_000;

interface Listener extends StreamReader {
  readonly reply: FastifyReply;
  stop(): void;
}

/** The open streams of this process, the oldest first. */
class Listeners {
  readonly #all = new Set<Listener>();
  readonly #log: Logger;
  #sessions: StreamSessions | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Sessions to check as soon as the running check has its answer. */
  readonly #suspects = new Set<string>();
  #isChecking = false;
  /** How often sessions were marked for a check so far. */
  doubts = 0;

  constructor(log: Logger) {
    this.#log = log;
  }

  send(hints: readonly Wire[]): void {
    for (const { m, u, e, d } of hints) {
      if (e === SESSION_CHECK) {
        this.checkSessions(u);
        continue;
      }
      const text = `event: ${e}\ndata: ${JSON.stringify(d ?? {})}\n\n`;
      for (const { session, reply } of this.#all) {
        const isMeant =
          (m === null || m === session.memberNo?.toString()) && (u === undefined || u === session.userId.toString());
        if (isMeant) send(reply, text);
      }
    }
  }

  /** Tells every stream that it may have missed hints. */
  resume(): void {
    for (const { reply } of this.#all) send(reply, 'event: resumed\ndata: {}\n\n');
  }

  /** Starts checking the sessions of all streams periodically. */
  watch(sessions: StreamSessions): void {
    this.#sessions = sessions;
    this.#timer ??= setInterval(() => this.checkSessions(), SESSION_CHECK_MS);
  }

  /**
   * Ends the streams whose session has ended, of one user or of all. One statement at a time asks about all sessions to
   * check, so that a slow database is asked less often, not more.
   */
  checkSessions(userId?: string): void {
    this.doubts += 1;
    for (const { session } of this.#all)
      if (userId === undefined || userId === session.userId.toString()) this.#suspects.add(session.sessionId);
    if (!this.#isChecking) void this.#checkSuspects();
  }

  async #checkSuspects(): Promise<void> {
    this.#isChecking = true;
    try {
      while (this.#sessions && this.#suspects.size > 0) {
        const sessionsToCheck = new Set(this.#suspects);
        this.#suspects.clear();
        const open = await this.#sessions.stillOpen([...sessionsToCheck]);
        const checked = [...this.#all].filter(({ session }) => sessionsToCheck.has(session.sessionId));
        const barred = await this.#sessions.barred?.(checked);
        for (const listener of checked)
          if (!open.has(listener.session.sessionId) || barred?.has(listener)) this.#end(listener, 'session.ended');
      }
    } catch (error) {
      this.#log.warn({ err: error }, 'the sessions of open streams could not be checked; the next check asks again');
    } finally {
      this.#isChecking = false;
    }
  }

  /** Keeps the stream until the client leaves, its session ends, or newer streams of the same reader replace it. */
  add(session: Session, reply: FastifyReply, address: string): void {
    reply.hijack();
    // The client left while its session was read. No later event would report it.
    if (reply.raw.destroyed) return;
    reply.raw.writeHead(200, {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    reply.raw.write(': hello\n\n');
    const heartbeat = setInterval(() => send(reply, ': still here\n\n'), HEARTBEAT_MS);
    const listener: Listener = { session, address, reply, stop: () => clearInterval(heartbeat) };
    this.#all.add(listener);
    reply.raw.on('close', () => this.#forget(listener));
    this.#keepNewest(MAX_STREAMS_PER_SESSION, (other) => other.sessionId === session.sessionId);
    this.#keepNewest(MAX_STREAMS_PER_USER, (other) => other.userId === session.userId);
  }

  end(): void {
    clearInterval(this.#timer);
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
    // A reader that reads nothing would keep the connection open.
    setTimeout(() => raw.destroy(), MAX_GOODBYE_MS).unref();
  }

  #forget(listener: Listener): void {
    listener.stop();
    this.#all.delete(listener);
  }
}

function send({ raw }: FastifyReply, text: string): void {
  raw.write(text);
  if (raw.writableLength > MAX_UNSENT_BYTES) raw.destroy();
}

/** Listens to the database's notifications, and reconnects when the connection is lost. */
function listen({
  connectionString,
  log,
  listens,
  received,
}: Pick<LiveDeps, 'connectionString' | 'log'> & { listens(): void; received(payload: string): void }): {
  stop(): Promise<void>;
} {
  let stopped = false;
  let client: pg.Client | undefined;
  const connect = async (pauseMs: number): Promise<void> => {
    const next = new pg.Client({ connectionString, application_name: 'countinghouse live' });
    client = next;
    next.on('error', () => undefined);
    next.on('end', () => {
      if (!stopped) setTimeout(() => void connect(Math.min(pauseMs * 2, MAX_PAUSE_MS)), pauseMs).unref();
    });
    next.on('notification', ({ payload }) => received(payload ?? '[]'));
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
      listens();
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
  e: LiveEventName | typeof SESSION_CHECK;
  d?: Record<string, string>;
}

/** Sends the same hint to the same member once. */
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
