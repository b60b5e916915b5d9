/**
 * The built-in upstream, with which the whole product runs without an outside party. A payment is created without a
 * request: the payment page's address is the sealed bill itself. The payer settles it on the cashier page. The platform
 * learns of it only through signed notifications and queries, as with any other upstream.
 */
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { z } from 'zod';
import { formatAmount, parseAmount } from '#foundation/core/money.ts';
import { unixSeconds } from '#foundation/core/envelope.ts';
import { parseSystemNo } from '#foundation/core/system-number.ts';
import { equalBytes, type Sealer, sha256 } from '#foundation/server/secrets/sealing.ts';
import { type ChannelMode, channelModes } from '#features/channels/contract.ts';
import type { Connector, ConnectorDeps, NotificationRead, RawNotification, UpstreamPayment } from './connector.ts';
import { sandboxPayouts } from './sandbox-payouts.ts';
import { sandboxStatement } from './sandbox-statement.ts';
import { type SandboxPayment, selectSandboxPayment } from './sandbox-store.ts';

export const SandboxSettings = z.strictObject({
  /** Signs the notifications. */
  key: z.string().min(16).max(200).meta({ secret: true }),
});
export type SandboxSettings = z.infer<typeof SandboxSettings>;

export const SANDBOX = 'sandbox';

export function sandboxConnector({ db, clock, sealer, publicUrl }: ConnectorDeps): Connector<SandboxSettings> {
  const bills = new SandboxBills(sealer);
  const prepare: NonNullable<Connector<SandboxSettings>['preparePayment']> = (request, { upstreamId }) => {
    const bill: SandboxBill = { ...request, upstreamId };
    const payUrl = cashierUrl(publicUrl, bills.seal(bill));
    return { upstreamNo: upstreamNoOf(bill), payUrl, qrContent: request.mode === 'qr' ? payUrl : null };
  };
  return {
    name: SANDBOX,
    settings: SandboxSettings,
    acknowledgement: 'success',
    check: async () => undefined,
    preparePayment: prepare,
    createPayment: async (request, account) => prepare(request, account),

    async queryPayment({ memberNo, systemNo, currency }, { upstreamId }) {
      const payment = await selectSandboxPayment(db, upstreamNoOf({ upstreamId, memberNo, systemNo }));
      if (!payment)
        return { memberNo, systemNo, upstreamNo: '', amountMinor: 0n, currency, status: 'unpaid', paidAt: null };
      const { upstreamNo, amountMinor, status, settledAt } = payment;
      return {
        memberNo,
        systemNo,
        upstreamNo,
        amountMinor,
        currency: payment.currency,
        status,
        paidAt: status === 'paid' ? settledAt : null,
      };
    },

    async readNotification({ upstreamId, settings }, raw) {
      return readSandboxNotification(raw, { upstreamId, key: settings.key, now: clock.now() });
    },

    payouts: sandboxPayouts({ db, clock }),

    statement: async (range, { upstreamId }) => sandboxStatement(db, upstreamId, range),
  };
}

export function cashierUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/cashier/${token}`;
}

/** Everything the cashier page knows about a payment. */
export interface SandboxBill {
  upstreamId: number;
  memberNo: bigint;
  systemNo: bigint;
  amountMinor: bigint;
  currency: string;
  mode: ChannelMode;
  /** Shortened if it is long. */
  subject: string | null;
  /** To the second, rounded down. */
  expiresAt: Date;
}

/** Turns bills into URL path segments: sealed, at most 200 characters, and the same text for the same bill. */
export class SandboxBills {
  readonly #key: Buffer;
  readonly #ivKey: Buffer;
  /** Derived from former master keys, for bills that were already handed out. */
  readonly #formerKeys: readonly Buffer[];

  constructor(sealer: Sealer) {
    this.#key = sealer.derive('sandbox bill');
    this.#formerKeys = sealer.keysFor('sandbox bill').slice(1);
    this.#ivKey = sealer.derive('sandbox bill iv');
  }

  seal(bill: SandboxBill): string {
    const plain = packBill(bill);
    // Derived from the content, so that a repeated request gets the same page. Different bills get different IVs.
    const iv = createHmac('sha256', this.#ivKey).update(plain).digest().subarray(0, IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv);
    return Buffer.concat([iv, cipher.update(plain), cipher.final(), cipher.getAuthTag()]).toString('base64url');
  }

  /** Returns undefined for a token that was not sealed here, even if only one bit differs. */
  open(token: string): SandboxBill | undefined {
    const sealed = Buffer.from(token, 'base64url');
    if (sealed.length < IV_BYTES + HEAD_BYTES + TAG_BYTES || sealed.toString('base64url') !== token) return undefined;
    for (const key of [this.#key, ...this.#formerKeys]) {
      const plain = plainOf(sealed, key);
      if (plain) return unpackBill(plain);
    }
    return undefined;
  }
}

function plainOf(sealed: Buffer, key: Buffer): Buffer | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}

/** The sandbox's payment number; unique across all sandbox accounts. */
export function upstreamNoOf({
  upstreamId,
  memberNo,
  systemNo,
}: Pick<SandboxBill, 'upstreamId' | 'memberNo' | 'systemNo'>): string {
  return `SB${upstreamId}-${memberNo}-${systemNo}`;
}

export interface SignedNotification {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The request that the sandbox sends when a payment is settled. */
export function signSandboxNotification(
  payment: SandboxPayment,
  by: { key: string; now: Date; nonce: string },
): SignedNotification {
  const { upstreamId, upstreamNo, memberNo, systemNo, amountMinor, currency, status, settledAt } = payment;
  const body = JSON.stringify({
    upstreamId,
    upstreamNo,
    memberNo: memberNo.toString(),
    systemNo: systemNo.toString(),
    amount: formatAmount(amountMinor, currency),
    currency,
    status,
    settledAt: settledAt.toISOString(),
  });
  const timestamp = unixSeconds(by.now).toString();
  const sign = signatureOf({ timestamp, nonce: by.nonce, body, key: by.key });
  return {
    body,
    headers: {
      'content-type': 'application/json',
      [HEADERS.timestamp]: timestamp,
      [HEADERS.nonce]: by.nonce,
      [HEADERS.sign]: sign,
    },
  };
}

const HEADERS = { timestamp: 'x-sandbox-timestamp', nonce: 'x-sandbox-nonce', sign: 'x-sandbox-sign' } as const;
/** The maximum difference between a notification's time and ours, either way. */
const WINDOW_S = 300;

const Notification = z.strictObject({
  upstreamId: z.int(),
  upstreamNo: z.string().min(1).max(64),
  memberNo: z.string().regex(/^\d{8}$/),
  systemNo: z.string().regex(/^\d{19}$/),
  amount: z.string(),
  currency: z.string().regex(/^[A-Z]{3}$/),
  status: z.enum(['paid', 'failed']),
  settledAt: z.iso.datetime(),
});

function readSandboxNotification(
  { headers, rawBody }: RawNotification,
  by: { upstreamId: number; key: string; now: Date },
): NotificationRead {
  const [timestamp, nonce, sign] = [HEADERS.timestamp, HEADERS.nonce, HEADERS.sign].map((name) => headers[name]);
  if (typeof timestamp !== 'string' || typeof nonce !== 'string' || typeof sign !== 'string')
    return { ok: false, failure: 'bad_signature' };
  const expected = signatureOf({ timestamp, nonce, body: rawBody, key: by.key });
  if (!equalBytes(Buffer.from(sign), Buffer.from(expected))) return { ok: false, failure: 'bad_signature' };
  if (!/^\d{1,12}$/.test(timestamp) || Math.abs(Number(timestamp) - unixSeconds(by.now)) > WINDOW_S)
    return { ok: false, failure: 'stale' };

  const parsed = Notification.safeParse(jsonOf(rawBody));
  if (!parsed.success) return { ok: false, failure: 'malformed' };
  const { upstreamId, upstreamNo, memberNo, amount, currency, status, settledAt } = parsed.data;
  if (upstreamId !== by.upstreamId) return { ok: false, failure: 'wrong_account' };
  const amountMinor = parseAmount(amount, currency);
  const systemNo = parseSystemNo(parsed.data.systemNo);
  if (amountMinor === undefined || systemNo === undefined) return { ok: false, failure: 'malformed' };
  const payment: UpstreamPayment = {
    memberNo: BigInt(memberNo),
    systemNo,
    upstreamNo,
    amountMinor,
    currency,
    status,
    paidAt: status === 'paid' ? new Date(settledAt) : null,
  };
  return { ok: true, payment, nonce, logged: { upstreamNo, amount, currency, status, settledAt } };
}

function signatureOf({
  timestamp,
  nonce,
  body,
  key,
}: {
  timestamp: string;
  nonce: string;
  body: string | Uint8Array;
  key: string;
}): string {
  return createHmac('sha256', key)
    .update(`${timestamp}\n${nonce}\n${sha256(body).toString('hex')}`)
    .digest('hex');
}

function jsonOf(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}

const IV_BYTES = 12;
const TAG_BYTES = 16;
const LAYOUT = 1;
const HEAD_BYTES = 33;
/** Keeps the whole path segment within 200 characters, the server router's maximum. */
const SUBJECT_BYTES = 86;

function packBill({
  upstreamId,
  memberNo,
  systemNo,
  amountMinor,
  currency,
  mode,
  subject,
  expiresAt,
}: SandboxBill): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt8(LAYOUT, 0);
  head.writeUInt32BE(upstreamId, 1);
  head.writeUInt32BE(Number(memberNo), 5);
  head.writeBigUInt64BE(systemNo, 9);
  head.writeBigUInt64BE(amountMinor, 17);
  head.write(currency, 25, 3, 'latin1');
  head.writeUInt32BE(unixSeconds(expiresAt), 28);
  head.writeUInt8(channelModes.indexOf(mode), 32);
  return Buffer.concat([head, Buffer.from(shortened(subject ?? ''))]);
}

function unpackBill(plain: Buffer): SandboxBill | undefined {
  const mode = channelModes[plain.readUInt8(32)];
  if (plain.readUInt8(0) !== LAYOUT || mode === undefined) return undefined;
  return {
    upstreamId: plain.readUInt32BE(1),
    memberNo: BigInt(plain.readUInt32BE(5)),
    systemNo: plain.readBigUInt64BE(9),
    amountMinor: plain.readBigUInt64BE(17),
    currency: plain.toString('latin1', 25, 28),
    expiresAt: new Date(plain.readUInt32BE(28) * 1000),
    mode,
    subject: plain.length > HEAD_BYTES ? plain.toString('utf8', HEAD_BYTES) : null,
  };
}

/** Cuts between whole characters as a reader counts them (graphemes). */
function shortened(subject: string): string {
  if (Buffer.byteLength(subject) <= SUBJECT_BYTES) return subject;
  let short = '';
  for (const { segment } of new Intl.Segmenter().segment(subject)) {
    if (Buffer.byteLength(short) + Buffer.byteLength(segment) > SUBJECT_BYTES - 3) break;
    short += segment;
  }
  return `${short.trimEnd()}…`;
}
