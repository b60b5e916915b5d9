/**
 * The upstream report endpoint for database tests: real verbs, with the sandbox and other installations as upstreams.
 * Only tests import this.
 */
import type { KeyObject } from 'node:crypto';
import { signCallback } from '@countinghouse/sdk/callbacks';
import { newNonce, type SigningKey, type SignType } from '@countinghouse/sdk/signing';
import pino from 'pino';
import { unixSeconds } from '#foundation/core/envelope.ts';
import { formatAmount } from '#foundation/core/money.ts';
import { createHttpServer } from '#foundation/server/http/http.ts';
import { createOutgoing } from '#foundation/server/outgoing/outgoing.ts';
import { signSandboxNotification } from '#features/upstreams/server/sandbox.ts';
import {
  FakeGateway,
  key as gatewayKey,
  merchantNo,
  ours,
  theirs,
} from '#features/upstreams/server/gateway-for-tests.ts';
import { upstreamVerbs } from '#features/upstreams/server/verbs.ts';
import type { OrderView } from '../order.ts';
import { created, newOrder, type OrdersApp, ordersApp } from './orders-for-tests.ts';
import { serveUpstreamReports } from './upstream-reports.ts';
import { orderVerbs } from './verbs.ts';

const PUBLIC_URL = 'http://127.0.0.1:9';
/** Upstreams whose key was never set, one per connector. Both name the same merchant as the others. */
export const UNSET = [21, 22] as const;

/** A request to the endpoint. */
export interface ReportRequest {
  upstreamId: number;
  headers: Record<string, string>;
  body: string;
}

/** The content of a report about an order; a field that is left out is true. */
export interface ReportContent {
  memberNo?: bigint;
  systemNo?: bigint;
  amountMinor?: bigint;
  currency?: string;
  status?: 'paid' | 'failed';
  /** The report's recipient: the upstream's number for the sandbox, our merchant number for an installation. */
  account?: { upstreamId: number; merchantNo: string };
  /** How far its timestamp is off, in seconds. */
  offS?: number;
  key?: SigningKey;
}

/** An upstream that reports. */
export interface Party {
  name: string;
  upstreamId: number;
  /** A key of the right kind that is not the upstream's. */
  foreignKey: SigningKey;
  report(order: OrderView, content?: ReportContent): ReportRequest;
}

export interface Reply {
  status: number;
  body: string;
  headers: Record<string, unknown>;
}

export type ReportsApp = Awaited<ReturnType<typeof reportsApp>>;

export async function reportsApp() {
  const app = await ordersApp();
  const gateway = await FakeGateway.start(app.clock);
  const outgoing = createOutgoing({ allow: [gateway.host] });
  const logged: Record<string, unknown>[] = [];
  const log = pino(
    { level: 'warn', base: null },
    { write: (line) => void logged.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const upstreams = upstreamVerbs({
    db: app.db,
    clock: app.clock,
    sealer: app.sealer,
    outgoing,
    publicUrl: PUBLIC_URL,
    log,
  });
  const orders = orderVerbs({ ...app, upstreams, log });
  const server = await createHttpServer({ log, trustedProxies: [], secure: false });
  await serveUpstreamReports(server, { orders, upstreams, log });
  const parties = await addParties({ ...app, upstreams }, gateway);
  return {
    ...app,
    gateway,
    logged,
    orders,
    upstreams,
    parties,
    /** Creates an order that is paid through that upstream. */
    async orderAt(party: Party, memberNo: bigint): Promise<OrderView> {
      return created(orders, newOrder(memberNo, { channelCode: party.name }));
    },
    async report({ upstreamId, headers, body }: ReportRequest): Promise<Reply> {
      const reply = await server.inject({
        method: 'POST',
        url: `/upstream/${upstreamId}/notify`,
        headers,
        payload: body,
      });
      return { status: reply.statusCode, body: reply.body, headers: reply.headers };
    },
    async close(): Promise<void> {
      await server.close();
      await upstreams.idle();
      await outgoing.close();
      await gateway.stop();
      await app.close();
    },
  };
}

/** Adds the sandbox twice and an installation for each signature type, each with its own channel. */
async function addParties(app: OrdersApp, gateway: FakeGateway): Promise<Party[]> {
  const { db, upstreams } = app;
  const sandboxKeys = ['a-sandbox-key-of-sufficient-length-001', 'a-sandbox-key-of-sufficient-length-002'];
  const common = { baseUrl: gateway.url, merchantNo, currency: 'CNY', channels: { qr: 'their_qr' } };
  const installations: [SignType, object][] = [
    ['MD5', { ...common, signType: 'MD5', key: gatewayKey }],
    ['HMAC-SHA256', { ...common, signType: 'HMAC-SHA256', key: gatewayKey }],
    [
      'RSA-SHA256',
      { ...common, signType: 'RSA-SHA256', privateKey: pem(ours.privateKey), platformPublicKey: pem(theirs.publicKey) },
    ],
  ];
  const parties: Party[] = [];
  await db.transaction(async (tx) => {
    for (const [index, key] of sandboxKeys.entries()) {
      parties.push(sandboxParty(app, `sandbox_${index + 1}`, index + 1, key));
      await upstreams.addUpstream(tx, {
        upstreamId: index + 1,
        connector: 'sandbox',
        name: 'Sandbox',
        settings: { key },
      });
    }
    for (const [index, [signType, settings]] of installations.entries()) {
      parties.push(installationParty(app, `installation_${index + 1}`, index + 11, signType));
      await upstreams.addUpstream(tx, { upstreamId: index + 11, connector: 'countinghouse', name: 'Theirs', settings });
    }
    await upstreams.addUpstream(tx, {
      upstreamId: UNSET[0],
      connector: 'sandbox',
      name: 'Unset',
      settings: { key: '' },
    });
    await upstreams.addUpstream(tx, {
      upstreamId: UNSET[1],
      connector: 'countinghouse',
      name: 'Unset',
      settings: { ...common, signType: 'MD5', key: '' },
    });
    for (const party of parties) await app.channels.addChannel(tx, channelOf(party));
  });
  return parties;
}

function pem(one: KeyObject): string {
  return one.export({ type: one.type === 'private' ? 'pkcs8' : 'spki', format: 'pem' });
}

function channelOf({ name, upstreamId }: Party): Parameters<OrdersApp['channels']['addChannel']>[1] {
  return {
    channelId: upstreamId,
    code: name,
    mode: 'qr',
    name: { en: name, zh: name, es: name, th: name },
    minAmountMinor: 1n,
    maxAmountMinor: 100_000_000n,
    rate: { percentE4: 6_000, fixedMinor: 0n, minFeeMinor: null, maxFeeMinor: null },
    routes: [{ upstreamId, position: 1, weight: 1 }],
  };
}

function sandboxParty({ clock }: Pick<OrdersApp, 'clock'>, name: string, upstreamId: number, ownKey: string): Party {
  return {
    name,
    upstreamId,
    foreignKey: 'a-sandbox-key-of-sufficient-length-999',
    report(order, { account, offS = 0, key = ownKey, status = 'paid', ...content } = {}) {
      if (typeof key !== 'string') throw new Error('the sandbox signs with a text');
      const now = new Date(clock.now().getTime() + offS * 1_000);
      const { memberNo, systemNo, amountMinor, currency } = { ...order, ...content };
      const payment = { memberNo, systemNo, amountMinor, currency, status, settledAt: clock.now(), notifyAttempts: 0 };
      const about = {
        upstreamId: account?.upstreamId ?? upstreamId,
        upstreamNo: `SB${upstreamId}-${memberNo}-${systemNo}`,
      };
      return { upstreamId, ...signSandboxNotification({ ...payment, ...about }, { key, now, nonce: newNonce() }) };
    },
  };
}

function installationParty(
  { clock }: Pick<OrdersApp, 'clock'>,
  name: string,
  upstreamId: number,
  signType: SignType,
): Party {
  return {
    name,
    upstreamId,
    foreignKey: signType === 'RSA-SHA256' ? ours.privateKey : 'a-key-of-another-installation',
    report(
      order,
      {
        account,
        offS = 0,
        key = signType === 'RSA-SHA256' ? theirs.privateKey : gatewayKey,
        status = 'paid',
        ...content
      } = {},
    ) {
      const { memberNo, systemNo, amountMinor, currency } = { ...order, ...content };
      const signed = signCallback({
        notifyUrl: `${PUBLIC_URL}/upstream/${upstreamId}/notify`,
        signType,
        key,
        timestamp: `${unixSeconds(clock.now()) + offS}`,
        nonce: newNonce(),
        fields: {
          merchantNo: account?.merchantNo ?? merchantNo,
          orderNo: `${memberNo}-${systemNo}`,
          systemNo: `9${systemNo}`.slice(0, 19),
          amount: formatAmount(amountMinor, currency),
          fee: '0.00',
          obtained: formatAmount(amountMinor, currency),
          status: status === 'paid' ? 'success' : 'reversed',
          paidAt: clock.now().toISOString(),
          notifyId: `payin-${systemNo}`,
        },
      });
      return { upstreamId, headers: { ...signed.headers }, body: signed.body };
    },
  };
}
