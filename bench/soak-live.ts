/**
 * Watches how live updates reach the soak's processes: a reader at each of them, and a hint every half second, published
 * as any process publishes one. A connected reader must get each hint within a second, or meanwhile the event that says
 * that hints may have been missed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'undici';
import { DEMO_PASSWORD } from '#database/demo/people.ts';
import type { LoggedIn } from '#features/accounts/contract.ts';
import type { Envelope } from '#foundation/core/envelope.ts';
import { CONSOLE_BASE } from '#foundation/server/http/console-api.ts';
import { createLive } from '#foundation/server/live/live.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import type { Environment } from '#e2e/faults/environment.ts';
import { SOAK_SHOP } from './soak-load.ts';

const HINT_EVERY_MS = 500;
const MAX_DELAY_MS = 1_000;

export interface LiveWatch {
  /** From the hint to its arrival, in milliseconds, over all processes. */
  readonly delays: readonly number[];
  /** One sentence for each hint that a connected reader did not get in time. */
  readonly findings: readonly string[];
  stop(): Promise<void>;
}

export function watchLive({ servers, db, connectionString }: Environment): LiveWatch {
  const live = createLive({ connectionString, pool: db.pool, log: silentLog });
  const readers = servers.map(({ baseUrl }) => new Reader(baseUrl));
  const delays: number[] = [];
  const findings: string[] = [];
  const stopping = new AbortController();
  const judge = async (hint: string): Promise<void> => {
    const sentAt = performance.now();
    const meant = readers.filter((reader) => reader.isConnected());
    live.publish({ memberNo: SOAK_SHOP, event: 'order.paid', data: { systemNo: hint } });
    await pause(MAX_DELAY_MS);
    for (const reader of meant) {
      const arrivedAt = reader.arrivals.get(hint);
      if (arrivedAt !== undefined) delays.push(arrivedAt - sentAt);
      else if (reader.sureSince < sentAt)
        findings.push(`${reader.baseUrl} did not pass on a live update within ${MAX_DELAY_MS} ms`);
    }
  };
  const hints = (async () => {
    for (let index = 0; !stopping.signal.aborted; index += 1) {
      void judge(`hint ${index}`);
      await pause(HINT_EVERY_MS);
    }
    // The last ones are judged too.
    await pause(MAX_DELAY_MS);
  })();
  const reading = readers.map((reader) => reader.readUntil(stopping.signal));
  return {
    delays,
    findings,
    async stop() {
      stopping.abort();
      await Promise.all([hints, ...reading]);
      await live.stop();
    },
  };
}

/** An open console at one process, which reconnects when its stream breaks. */
class Reader {
  readonly baseUrl: string;
  /** When each hint arrived. */
  readonly arrivals = new Map<string, number>();
  /** Since when no hint can have been missed. Infinity while the stream is not open. */
  sureSince = Infinity;
  #token: string | undefined;

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  isConnected(): boolean {
    return this.sureSince < Infinity;
  }

  async readUntil(stopping: AbortSignal): Promise<void> {
    while (!stopping.aborted) {
      // A killed process answers nothing for a while.
      await this.#read(stopping).catch(() => undefined);
      this.sureSince = Infinity;
      await pause(100);
    }
  }

  async #read(signal: AbortSignal): Promise<void> {
    this.#token ??= await this.#logIn();
    const headers = { 'x-token': this.#token, accept: 'text/event-stream' };
    const { body, headers: sent } = await request(`${this.baseUrl}${CONSOLE_BASE}/events`, {
      headers,
      signal,
      bodyTimeout: 0,
    });
    if (!String(sent['content-type']).startsWith('text/event-stream')) {
      this.#token = undefined;
      return body.dump();
    }
    let rest = '';
    for await (const chunk of body) {
      rest += String(chunk);
      const events = rest.split('\n\n');
      rest = events.pop() ?? '';
      for (const event of events) this.#take(event);
    }
  }

  #take(event: string): void {
    if (event === ': hello' || event.startsWith('event: resumed')) this.sureSince = performance.now();
    const hint = /"systemNo":"(hint \d+)"/.exec(event)?.[1];
    if (hint !== undefined) this.arrivals.set(hint, performance.now());
  }

  async #logIn(): Promise<string> {
    const { body } = await request(`${this.baseUrl}${CONSOLE_BASE}/user/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ account: 'demo_shop', password: DEMO_PASSWORD }),
    });
    const { data } = (await body.json()) as Envelope<LoggedIn>;
    if (!data) throw new Error('the login was refused');
    return data.userinfo.token;
  }
}
