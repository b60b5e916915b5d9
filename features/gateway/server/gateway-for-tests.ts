/**
 * A gateway for database tests: real orders, a certified merchant, requests signed as a merchant signs them. Only tests
 * import this.
 */
import { generateKeyPairSync } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type DisbursementVerbs, disbursementVerbs } from '#features/disbursements/server/verbs.ts';
import { platformKeyVerbs } from '#features/merchant-keys/server/platform-keys.ts';
import { merchantKeyVerbs, type NewKeys } from '#features/merchant-keys/server/verbs.ts';
import { type OrdersApp, ordersApp } from '#features/orders/server/orders-for-tests.ts';
import { type UpstreamVerbs, upstreamVerbs } from '#features/upstreams/server/verbs.ts';
import { usersForTests } from '#features/accounts/server/users-for-tests.ts';
import type { SettableClock } from '#foundation/core/clock.ts';
import { createHttpServer } from '#foundation/server/http/http.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { createOutgoing } from '#foundation/server/outgoing/outgoing.ts';
import type { TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { encodeForm } from '@countinghouse/sdk/form';
import { signedHeaders } from '@countinghouse/sdk/messages';
import { replyFault } from '@countinghouse/sdk/replies';
import { newNonce, signMd5, type SigningKey, type SignType } from '@countinghouse/sdk/signing';
import { GATEWAY_BASE } from '../contract.ts';
import { serveGateway } from './endpoint.ts';
import { type GatewayVerbs, gatewayVerbs } from './verbs.ts';

export const KEY = 'merchant-key-0123456789abcdef';
const rsa = (): { publicKey: string; privateKey: string } =>
  generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
export const merchantRsa = rsa();
export const foreignRsa = rsa();
export const NOTIFY_URL = 'https://shop.example/notify';

export type GatewayApp = Awaited<ReturnType<typeof gatewayApp>>;

/**
 * `sharing`: another process on the same database. `allow`: receivers on this machine that callbacks and payouts can
 * reach.
 */
export async function gatewayApp(sharing?: { db: TestDatabase; clock: SettableClock }, allow: readonly string[] = []) {
  const app = await ordersApp(sharing ? { sharing } : {});
  const { db, clock, sealer, platform } = app;
  const { platformKeys } = platformKeyVerbs({ db, sealer });
  const keys = merchantKeyVerbs({ db, clock, sealer, platformKeys, log: silentLog });
  const outgoing = createOutgoing({ allow });
  const payoutUpstreams = upstreamVerbs({
    db,
    clock,
    sealer,
    outgoing,
    publicUrl: 'http://127.0.0.1:9',
    log: silentLog,
  });
  const users = usersForTests({ db, clock, sealer, platform, numbers: app.systemNumbers });
  const disbursements = disbursementVerbs({ ...app, users, upstreams: payoutUpstreams, log: silentLog });
  const gateway: GatewayVerbs = gatewayVerbs({ ...app, keys, disbursements, log: silentLog, outgoing });
  const server: FastifyInstance = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  await serveGateway(server, gateway);
  return {
    ...app,
    keys,
    users,
    disbursements,
    payoutUpstreams,
    gateway,
    server,
    outgoing,
    platformPublicKey: (await platformKeys()).publicKeyPem,
    addChannelToNowhere: (code: string, id: number) => addChannelToNowhere(app, code, id),
    ...payoutsOf({ ...app, disbursements, payoutUpstreams }),
    async addMerchant(settings: NewKeys = {}): Promise<bigint> {
      const memberNo = await app.addMember();
      await this.giveKeys(memberNo, settings);
      return memberNo;
    },
    /** Certified, with the keys that tests sign with. */
    async giveKeys(memberNo: bigint, settings: NewKeys = {}): Promise<void> {
      await db.pool.query("update members set certification = 'approved' where member_no = $1", [memberNo]);
      await db.transaction((tx) =>
        keys.create(tx, memberNo, {
          key: KEY,
          signTypes: ['MD5', 'HMAC-SHA256', 'RSA-SHA256'],
          requestIps: ['127.0.0.1'],
          ...settings,
        }),
      );
      // One pair serves all test merchants; the verbs would correctly refuse that.
      if (settings.publicKey === undefined)
        await db.pool.query('update merchant_keys set public_key = $1 where member_no = $2', [
          merchantRsa.publicKey,
          memberNo,
        ]);
    },
    async close(): Promise<void> {
      await server.close();
      await gateway.settled();
      await payoutUpstreams.idle();
      await outgoing.close();
      await app.close();
    },
  };
}

/** A channel whose upstream has a forbidden address. */
async function addChannelToNowhere({ db, upstreams, channels }: OrdersApp, code: string, id: number): Promise<void> {
  await db.transaction(async (tx) => {
    const settings = {
      baseUrl: 'http://10.0.0.1/gateway/v1',
      merchantNo: '1',
      currency: 'CNY',
      channels: { qr: 'qr' },
      signType: 'HMAC-SHA256',
      key: 'an-upstream-key-0123456789',
    };
    await upstreams.addUpstream(tx, { upstreamId: id, connector: 'countinghouse', name: 'Nowhere', settings });
    await channels.addChannel(tx, {
      channelId: id,
      code,
      mode: 'qr',
      name: { en: code, zh: code, es: code, th: code },
      minAmountMinor: 100n,
      maxAmountMinor: 5_000_000n,
      dailyLimitMinor: null,
      recharge: false,
      rate: { percentE4: 0, fixedMinor: 0n, minFeeMinor: null, maxFeeMinor: null },
      routes: [{ upstreamId: id, position: 1, weight: 1 }],
    });
  });
}

const PAYOUT_SANDBOX = 90;

interface PayoutDeps extends Pick<OrdersApp, 'db' | 'clock' | 'ledger' | 'systemNumbers'> {
  disbursements: DisbursementVerbs;
  payoutUpstreams: UpstreamVerbs;
}

function payoutsOf({ db, clock, ledger, systemNumbers, disbursements, payoutUpstreams }: PayoutDeps) {
  return {
    /** The sandbox pays out at any time of the day. */
    async addPayoutRoute(): Promise<void> {
      await db.transaction(async (tx) => {
        const settings = { key: 'a-sandbox-key-of-sufficient-length-000' };
        await payoutUpstreams.addUpstream(tx, {
          upstreamId: PAYOUT_SANDBOX,
          connector: 'sandbox',
          name: 'Pays',
          settings,
        });
        await disbursements.setPayoutRoute(tx, { upstreamId: PAYOUT_SANDBOX, position: 1, dailyLimitMinor: null });
      });
    },
    async fund(memberNo: bigint, amountMinor: bigint): Promise<void> {
      await ledger.adjust({ memberNo, reference: systemNumbers.next(), currency: 'CNY', amountMinor, remark: 'start' });
    },
    /** Advances time and runs the payout worker. */
    async pass(ms: number): Promise<void> {
      clock.advance(ms);
      await disbursements.submitDue();
    },
  };
}

export interface Signed {
  path: string;
  headers: Record<string, string>;
  body: string;
}

export interface SignOptions {
  memberNo: bigint | string;
  signType: SignType;
  clock: SettableClock;
  key?: SigningKey;
  timestamp?: string;
  nonce?: string;
  form?: boolean;
}

/** Signs as a merchant does; `fields` need not be valid. */
export function signed(
  path: string,
  fields: Record<string, unknown>,
  { memberNo, signType, clock, key, form = false, ...given }: SignOptions,
): Signed {
  const merchantNo = memberNo.toString();
  const timestamp = given.timestamp ?? Math.floor(clock.now().getTime() / 1000).toString();
  const nonce = given.nonce ?? newNonce();
  const encode = (all: Record<string, unknown>): string =>
    form ? encodeForm(all as Record<string, string>) : JSON.stringify(all);
  const contentType = { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' };
  const target = GATEWAY_BASE + path;
  if (signType === 'MD5') {
    const all = { ...fields, merchantNo, timestamp, nonce, signType };
    const text = Object.fromEntries(
      Object.entries(all).filter(
        (entry): entry is [string, string] => typeof entry[1] === 'string' && !/[&=\p{Cc}]/u.test(entry[1]),
      ),
    );
    return {
      path: target,
      headers: contentType,
      body: encode({ ...all, sign: signMd5(text, (key as string | undefined) ?? KEY) }),
    };
  }
  const body = encode(fields);
  const signing = key ?? (signType === 'RSA-SHA256' ? merchantRsa.privateKey : KEY);
  return {
    path: target,
    headers: {
      ...contentType,
      ...signedHeaders(
        { method: 'POST', path: target, timestamp, nonce, body },
        { merchantNo, signType, key: signing },
      ),
    },
    body,
  };
}

export interface Answer {
  status: number;
  headers: Record<string, string>;
  code: number;
  msg: string;
  error: string | undefined;
  fields: Record<string, string> | undefined;
  data: Record<string, string | null>;
  rawBody: Buffer;
}

export async function send(
  server: FastifyInstance,
  { path, headers, body }: Signed,
  { ip = '127.0.0.1', language = 'en' } = {},
): Promise<Answer> {
  const reply = await server.inject({
    method: 'POST',
    url: path,
    headers: { ...headers, 'accept-language': language },
    payload: body,
    remoteAddress: ip,
  });
  const parsed = JSON.parse(reply.body) as Partial<Answer>;
  return {
    status: reply.statusCode,
    headers: reply.headers as Record<string, string>,
    code: parsed.code ?? NaN,
    msg: parsed.msg ?? '',
    error: parsed.error,
    fields: parsed.fields,
    data: parsed.data ?? {},
    rawBody: reply.rawPayload,
  };
}

/** Why the merchant would reject the answer; undefined when it is properly signed. */
export function faultOf(
  answer: Answer,
  to: { path: string; memberNo: bigint; signType: SignType; key?: SigningKey; app: GatewayApp },
): string | undefined {
  const { path, memberNo, signType, app, key = signType === 'RSA-SHA256' ? app.platformPublicKey : KEY } = to;
  return replyFault({
    headers: answer.headers,
    rawBody: answer.rawBody,
    reply: { code: answer.code, error: answer.error, data: answer.data },
    keys: [key],
    nowS: app.clock.now().getTime() / 1000,
    method: 'POST',
    path: GATEWAY_BASE + path,
    merchantNo: memberNo.toString(),
    signType,
  });
}

export interface LoggedRefusal {
  error: string;
  path: string;
  sign_type: string | null;
  ip: string;
  order_no: string | null;
  request: { fields: Record<string, string>; wrong: Record<string, string> };
}

/** The refused requests in a merchant's gateway log, oldest first. */
export async function logged({ db, gateway }: GatewayApp, memberNo: bigint): Promise<LoggedRefusal[]> {
  await gateway.settled();
  const { rows } = await db.pool.query<LoggedRefusal>(
    "select result as error, path, sign_type, host(ip) as ip, order_no, request from gateway_requests where member_no = $1 and result <> 'ok' order by request_id",
    [memberNo],
  );
  return rows;
}

let counted = 0;

export function order(changes: Record<string, unknown> = {}): Record<string, unknown> {
  return { orderNo: `G-${(counted += 1)}`, amount: '100.00', channel: 'qr', notifyUrl: NOTIFY_URL, ...changes };
}

export const ACCOUNT = '6222021001116245702';

export function payout(changes: Record<string, unknown> = {}): Record<string, unknown> {
  const fields = { type: 'bank', holder: '张三', account: ACCOUNT, bank: 'ICBC', notifyUrl: NOTIFY_URL };
  return { orderNo: `P-${(counted += 1)}`, amount: '100.00', ...fields, ...changes };
}
