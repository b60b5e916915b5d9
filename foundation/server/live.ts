/**
 * Live updates: small hints that something changed, from any process to every open console of that member. A hint is never
 * the truth: who hears one reads again. Sent after the commit, gathered for a moment, over PostgreSQL's notifications.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import pg from 'pg';
import type { Session } from '#foundation/core/session.ts';
import { loggedOutEnvelope } from './http.ts';
import type { Logger } from './log.ts';

export const liveEvents = ['order.paid', 'balance.changed', 'payout.changed', 'announcement.new'] as const;
export type LiveEvent = (typeof liveEvents)[number];

export interface LiveHint {
  /** Null: to everyone. */
  memberNo: bigint | null;
  event: LiveEvent;
  data?: Record<string, string>;
}

export interface Live {
  publish(hint: LiveHint): void;
  /** `GET /api/events`. */
  serve(server: FastifyInstance, path: string, sessionOf: (request: FastifyRequest) => Promise<Session | undefined>): void;
  stop(): Promise<void>;
}

const CHANNEL = 'live';
const GATHER_MS = 50;
/** PostgreSQL takes payloads of less than 8,000 bytes. */
const HINTS_A_PAYLOAD = 60;
const HEARTBEAT_MS = 20_000;
/** How often an open stream looks whether its session has ended. */
const SESSION_CHECK_MS = 1_000;

interface Listener {
  memberNo: bigint | null;
  reply: FastifyReply;
}

export function createLive({ connectionString, pool, log }: { connectionString: string; pool: pg.Pool; log: Logger }): Live {
  const listeners = new Set<Listener>();
  let waiting: LiveHint[] = [];
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let client: pg.Client | undefined;

  const deliver = (hints: readonly Wire[]): void => {
    for (const { m, e, d } of hints) {
      const text = `event: ${e}\ndata: ${JSON.stringify(d ?? {})}\n\n`;
      for (const { memberNo, reply } of listeners) if (m === null || m === memberNo?.toString()) reply.raw.write(text);
    }
  };
  const flush = async (): Promise<void> => {
    timer = undefined;
    const hints = gathered(waiting);
    waiting = [];
    for (let first = 0; first < hints.length; first += HINTS_A_PAYLOAD) {
      await pool.query('select pg_notify($1, $2)', [CHANNEL, JSON.stringify(hints.slice(first, first + HINTS_A_PAYLOAD))]);
    }
  };
  const listen = async (pauseMs = 100): Promise<void> => {
    if (stopped) return;
    const next = new pg.Client({ connectionString, application_name: 'countinghouse live' });
    const again = (): void => {
      if (client === next) client = undefined;
      if (!stopped) setTimeout(() => void listen(Math.min(pauseMs * 2, 5_000)), pauseMs).unref();
    };
    next.on('error', () => undefined);
    next.on('end', again);
    next.on('notification', ({ payload }) => deliver(JSON.parse(payload ?? '[]') as Wire[]));
    try {
      await next.connect();
      await next.query(`listen ${CHANNEL}`);
      client = next;
    } catch (error) {
      log.warn({ err: error }, 'live updates wait for the database');
      await next.end().catch(() => undefined);
    }
  };
  void listen();

  return {
    publish(hint) {
      if (stopped || waiting.length > 10_000) return;
      waiting.push(hint);
      timer ??= setTimeout(() => void flush().catch((error: unknown) => log.warn({ err: error }, 'live hints were lost')), GATHER_MS);
    },

    serve(server, path, sessionOf) {
      server.get(path, async (request, reply) => {
        const session = await sessionOf(request);
        if (!session) return reply.send(loggedOutEnvelope(request.headers['accept-language']));
        const listener: Listener = { memberNo: session.memberNo, reply };
        reply.hijack();
        reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no', 'x-content-type-options': 'nosniff' });
        reply.raw.write(': hello\n\n');
        listeners.add(listener);
        const heartbeat = setInterval(() => reply.raw.write(': still here\n\n'), HEARTBEAT_MS);
        const check = setInterval(() => void sessionOf(request).then((still) => still ?? reply.raw.end(), () => undefined), SESSION_CHECK_MS);
        reply.raw.on('close', () => {
          clearInterval(heartbeat);
          clearInterval(check);
          listeners.delete(listener);
        });
      });
    },

    async stop() {
      stopped = true;
      clearTimeout(timer);
      for (const { reply } of listeners) reply.raw.end();
      await client?.end();
    },
  };
}

interface Wire {
  m: string | null;
  e: LiveEvent;
  d?: Record<string, string>;
}

/** The same hint to the same member goes once. */
function gathered(hints: readonly LiveHint[]): Wire[] {
  const wires = new Map<string, Wire>();
  for (const { memberNo, event, data } of hints) {
    const wire: Wire = { m: memberNo?.toString() ?? null, e: event, ...(data ? { d: data } : {}) };
    wires.set(JSON.stringify(wire), wire);
  }
  return [...wires.values()];
}
