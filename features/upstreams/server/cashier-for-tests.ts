/**
 * The sandbox's cashier on a real database, with a small server as the platform's public address that receives its
 * notifications. Only tests import this.
 */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { vi } from 'vitest';
import { SettableClock } from '#foundation/core/clock.ts';
import { createHttpServer } from '#foundation/server/http/http.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { createOutgoing } from '#foundation/server/outgoing/outgoing.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import type { PaymentRequest } from './connector.ts';
import type { Payee } from './cashier-page.ts';
import { type CashierDeps, serveCashier } from './sandbox-cashier.ts';
import { type UpstreamVerbs, upstreamVerbs } from './verbs.ts';

const OPENED_AT = '2026-11-20T04:15:30Z';
export const MEMBER_NO = 20_000_001n;

export class TestCashier {
  readonly db: TestDatabase;
  readonly clock: SettableClock;
  readonly platform: TestPlatform;
  readonly deps: CashierDeps;
  readonly upstreams: UpstreamVerbs;
  readonly server: FastifyInstance;
  /** Return addresses by system number. Other orders have none. */
  readonly returnLinks: Map<bigint, string>;
  /** Whom the payer pays, by system number. */
  readonly payees: Map<bigint, Payee>;
  /** The latest payment's number. */
  systemNo = 2_611_200_415_300_000_000n;

  private constructor(
    parts: Pick<TestCashier, 'db' | 'clock' | 'platform' | 'deps' | 'upstreams' | 'server' | 'returnLinks' | 'payees'>,
  ) {
    ({
      db: this.db,
      clock: this.clock,
      platform: this.platform,
      deps: this.deps,
      upstreams: this.upstreams,
      server: this.server,
      returnLinks: this.returnLinks,
      payees: this.payees,
    } = parts);
  }

  static async open(): Promise<TestCashier> {
    const [db, platform] = await Promise.all([testDatabase(), TestPlatform.start()]);
    const clock = new SettableClock(OPENED_AT);
    const returnLinks = new Map<bigint, string>();
    const payees = new Map<bigint, Payee>();
    const deps: CashierDeps = {
      db,
      clock,
      sealer: new Sealer(Buffer.alloc(32, 7)),
      outgoing: createOutgoing({ allow: [platform.host] }),
      publicUrl: platform.url,
      log: silentLog,
      returnLink: async (_memberNo, systemNo) => returnLinks.get(systemNo) ?? null,
      payeeOf: async (_memberNo, systemNo) => payees.get(systemNo),
    };
    const upstreams = upstreamVerbs(deps);
    await db.transaction((tx) =>
      upstreams.addUpstream(tx, {
        upstreamId: 1,
        connector: 'sandbox',
        name: 'Sandbox',
        settings: { key: 'a-sandbox-key-of-the-tests' },
      }),
    );
    const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
    await serveCashier(server, deps);
    return new TestCashier({ db, clock, platform, deps, upstreams, server, returnLinks, payees });
  }

  async close(): Promise<void> {
    await this.server.close();
    await this.upstreams.idle();
    await this.deps.outgoing.close();
    await this.platform.stop();
    await this.db.close();
  }

  /** Waits until all notifications are acknowledged, then restores the state before the first payment. */
  async reset(): Promise<void> {
    await this.expectNotification();
    await sql`truncate sandbox_payments`.execute(this.db);
    this.clock.set(OPENED_AT);
    this.platform.answers = [];
    this.platform.received = [];
    this.platform.before = () => undefined;
  }

  /** Creates a payment that expires in half an hour; returns its page's address. */
  async payUrl(given: Partial<PaymentRequest> = {}): Promise<string> {
    this.systemNo += 1n;
    const created = await this.upstreams.createPayment(1, {
      memberNo: MEMBER_NO,
      systemNo: this.systemNo,
      amountMinor: 12_850n,
      currency: 'CNY',
      mode: 'qr',
      channelCode: 'sandbox_qr',
      subject: 'Two tickets',
      returnUrl: null,
      clientIp: null,
      expiresAt: new Date('2026-11-20T04:45:00Z'),
      ...given,
    });
    return created.payUrl;
  }

  async request(url: string, options: InjectOptions = {}): Promise<LightMyRequestResponse> {
    return this.server.inject({ ...options, url: url.slice(this.platform.url.length) });
  }

  /** Posts as a program does; returns the state in the reply. */
  async press(url: string): Promise<string> {
    return (await this.request(url, { method: 'POST' })).json<{ data: { status: string } }>().data.status;
  }

  async settled(): Promise<{ systemNo: bigint; status: string }[]> {
    return (
      await sql<{
        systemNo: bigint;
        status: string;
      }>`select system_no as "systemNo", status from sandbox_payments`.execute(this.db)
    ).rows;
  }

  /** Waits until every payment is acknowledged. */
  async expectNotification(): Promise<void> {
    await vi.waitFor(async () => {
      const { rows } = await sql`select 1 from sandbox_payments where notified_at is null`.execute(this.db);
      if (rows.length > 0) throw new Error('not all notified yet');
    });
  }
}

/** Receives notifications and replies with `answers` in turn, then with `success`. */
class TestPlatform {
  readonly #server: Server;
  answers: ('down' | [status: number, body: string])[] = [];
  received: { headers: IncomingHttpHeaders; rawBody: Buffer; answer: 'down' | number }[] = [];
  /** Runs on each notification before the reply. */
  before: () => void | Promise<void> = () => undefined;

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => void this.#take(request, Buffer.concat(chunks), response));
    });
  }

  async #take(request: IncomingMessage, rawBody: Buffer, response: ServerResponse): Promise<void> {
    await this.before();
    const answer = this.answers.shift() ?? [200, ' success\n'];
    this.received.push({ headers: request.headers, rawBody, answer: answer === 'down' ? 'down' : answer[0] });
    if (answer === 'down') request.socket.destroy();
    else response.writeHead(answer[0], { location: '/elsewhere' }).end(answer[1]);
  }

  static async start(): Promise<TestPlatform> {
    const platform = new TestPlatform();
    await new Promise<void>((resolve) => platform.#server.listen(0, '127.0.0.1', resolve));
    return platform;
  }

  get host(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('not listening');
    return `127.0.0.1:${address.port}`;
  }

  get url(): string {
    return `http://${this.host}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
