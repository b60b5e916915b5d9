/**
 * Another ePay server as the upstream: creates by `mapi.php`, queries by `api.php?act=order`, reads the notification. Our
 * member and system number are the order number there, so a repeated request is the same payment. The protocol has no
 * payouts that servers agree on, so this connector has none.
 */
import { z } from 'zod';
import { epaySignatureOf, epaySigned, epayText, withEpayFields } from '#features/callbacks/server/epay-protocol.ts';
import { formatAmount, parseAmount } from '#foundation/core/money.ts';
import { parseSystemNo } from '#foundation/core/system-number.ts';
import { type Outgoing, OutgoingError, type OutgoingReply } from '#foundation/server/outgoing/outgoing.ts';
import { equalBytes } from '#foundation/server/secrets/sealing.ts';
import { encodeForm } from '@countinghouse/sdk/form';
import { type Account, type Connector, type ConnectorDeps, type PaymentRequest, UpstreamError } from './connector.ts';
import { ReturnAddresses } from './returns.ts';

export const EpaySettings = z.strictObject({
  /** What their protocol calls URL: `https://…/`, with the slash. */
  baseUrl: z.url({ protocol: /^https?$/ }).refine((url) => url.endsWith('/')),
  /** Our merchant number there. */
  pid: z.string().regex(/^\d{1,20}$/),
  key: z.string().min(16).max(128).meta({ secret: true }),
  /** Their currency; the protocol does not name it. */
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** Maps our call code, or the mode for all other channels, to their type. */
  types: z.record(z.string(), z.string().regex(/^[A-Za-z0-9_.-]{1,32}$/)),
});
export type EpaySettings = z.infer<typeof EpaySettings>;

const TIMEOUT_MS = 10_000;
const MAX_REPLY_BYTES = 65_536;
const MAX_NAME_BYTES = 127;
/** A notification is acknowledged again when it is repeated, but only so often. */
const REPEATED_AFTER_MS = 10_000;

export function epayConnector({ clock, sealer, outgoing, publicUrl }: ConnectorDeps): Connector<EpaySettings> {
  const returns = new ReturnAddresses({ publicUrl, sealer });
  return {
    name: 'epay',
    settings: EpaySettings,
    acknowledgement: 'success',

    async check({ settings: { baseUrl, pid, key } }) {
      const reply = await answerOf(outgoing, withEpayFields(`${baseUrl}api.php`, { act: 'query', pid, key }));
      if (!isNumber(reply['code'], 1)) throw new UpstreamError('refused', 'rejected');
    },

    async createPayment(request, { settings, notifyUrl }) {
      const { memberNo, systemNo, amountMinor, currency, mode, channelCode, subject, returnUrl, clientIp } = request;
      const type = settings.types[channelCode] ?? settings.types[mode];
      if (currency !== settings.currency) throw new UpstreamError('refused', 'currency_not_served');
      if (type === undefined) throw new UpstreamError('refused', 'channel_not_served');
      const orderNo = orderNoOf(request);
      const fields = {
        pid: settings.pid,
        type,
        out_trade_no: orderNo,
        notify_url: notifyUrl,
        ...(returnUrl === null ? {} : { return_url: returns.of(memberNo, systemNo) }),
        name: nameOf(subject, orderNo),
        money: formatAmount(amountMinor, currency),
        ...(clientIp === null ? {} : { clientip: clientIp }),
      };
      const signed = epaySigned(fields, settings.key);
      const reply = await answerOf(outgoing, `${settings.baseUrl}mapi.php`, encodeForm(signed));
      if (!isNumber(reply['code'], 1)) throw new UpstreamError('refused', 'rejected');
      const upstreamNo = textOf(reply['trade_no']);
      if (upstreamNo === '') throw new UpstreamError('unknown', 'malformed');
      const [payUrl, qrContent] = [textOf(reply['payurl']), textOf(reply['qrcode'])];
      return {
        upstreamNo,
        // Some servers answer with a code alone. The page of the same order is at the other door.
        payUrl: isAddress(payUrl) ? payUrl : withEpayFields(`${settings.baseUrl}submit.php`, signed),
        qrContent: qrContent === '' ? null : qrContent,
      };
    },

    async queryPayment({ memberNo, systemNo }, { settings: { baseUrl, pid, key, currency } }) {
      const orderNo = orderNoOf({ memberNo, systemNo });
      const reply = await answerOf(
        outgoing,
        withEpayFields(`${baseUrl}api.php`, { act: 'order', pid, key, out_trade_no: orderNo }),
      );
      const none = {
        memberNo,
        systemNo,
        upstreamNo: '',
        amountMinor: 0n,
        currency,
        status: 'unpaid',
        paidAt: null,
      } as const;
      if (isNumber(reply['code'], -1) && textOf(reply['msg']).includes('不存在')) return none;
      // A wrong key, an address that is not allowed: it says nothing about the payment.
      if (!isNumber(reply['code'], 1)) throw new UpstreamError('unknown', 'rejected');
      const amountMinor = amountOf(textOf(reply['money']), currency);
      if (textOf(reply['out_trade_no']) !== orderNo || amountMinor === undefined)
        throw new UpstreamError('unknown', 'malformed');
      const statusText = textOf(reply['trade_status']);
      const isPaid = isNumber(reply['status'], 1) && (statusText === '' || statusText === 'TRADE_SUCCESS');
      return {
        memberNo,
        systemNo,
        upstreamNo: textOf(reply['trade_no']),
        amountMinor,
        currency,
        status: isPaid ? 'paid' : isNumber(reply['status'], 2) ? 'failed' : 'unpaid',
        paidAt: null,
      };
    },

    async readNotification({ settings }: Account<EpaySettings>, { query }) {
      const fields = textFields(query);
      if (!fields) return { ok: false, failure: 'malformed' };
      const { pid = '', trade_no: upstreamNo = '', out_trade_no: orderNo = '', money = '', trade_status = '' } = fields;
      const sign = Buffer.from((fields['sign'] ?? '').toLowerCase());
      if (!equalBytes(sign, Buffer.from(epaySignatureOf(epayText(fields), settings.key))))
        return { ok: false, failure: 'bad_signature' };
      if (pid !== settings.pid) return { ok: false, failure: 'wrong_account' };
      const order = orderOf(orderNo);
      const amountMinor = amountOf(money, settings.currency);
      if (!order || amountMinor === undefined || upstreamNo === '') return { ok: false, failure: 'malformed' };
      const isPaid = trade_status === 'TRADE_SUCCESS';
      return {
        ok: true,
        payment: {
          ...order,
          upstreamNo,
          amountMinor,
          currency: settings.currency,
          status: isPaid ? 'paid' : 'unpaid',
          paidAt: null,
        },
        // The protocol has no nonce, and a lost answer brings the very same request again.
        nonce: `${upstreamNo} ${trade_status} ${Math.floor(clock.now().getTime() / REPEATED_AFTER_MS)}`,
        logged: { upstreamNo, amount: money, currency: settings.currency, status: trade_status },
      };
    },
  };
}

type OrderName = Pick<PaymentRequest, 'memberNo' | 'systemNo'>;

function orderNoOf({ memberNo, systemNo }: OrderName): string {
  return `${memberNo}-${systemNo}`;
}

function orderOf(orderNo: string): OrderName | undefined {
  const [, memberNo = '', digits = ''] = /^(\d{8})-(\d{19})$/.exec(orderNo) ?? [];
  const systemNo = parseSystemNo(digits);
  return systemNo === undefined ? undefined : { memberNo: BigInt(memberNo), systemNo };
}

/** Without `&`, backslashes and control characters, which some servers refuse; cut between characters. */
function nameOf(subject: string | null, orderNo: string): string {
  let name = '';
  for (const character of (subject ?? '').replaceAll(/[&\\\p{Cc}\p{Cs}]/gu, ' ')) {
    if (Buffer.byteLength(name + character) > MAX_NAME_BYTES) break;
    name += character;
  }
  return name.trim() === '' ? orderNo : name;
}

/** Amounts come as `10`, `10.5`, `10.50`, or as a number. */
function amountOf(text: string, currency: string): bigint | undefined {
  const [, whole = '', decimals = ''] = /^(\d{1,12})(?:\.(\d{1,4}))?$/.exec(text) ?? [];
  if (whole === '') return undefined;
  const fraction = decimals.replace(/0+$/, '');
  return parseAmount(`${BigInt(whole)}${fraction === '' ? '' : `.${fraction}`}`, currency);
}

/** `body`: undefined for a GET. A request that may have arrived is `unknown`, never `refused`. */
async function answerOf(outgoing: Outgoing, url: string, body?: string): Promise<Readonly<Record<string, unknown>>> {
  const reply = await sent(outgoing, url, body);
  if (reply.status === 429) throw new UpstreamError('unreachable', 'rate_limited');
  if (reply.status !== 200 || reply.truncated) throw new UpstreamError('unknown', 'http_status');
  const parsed = parsedJson(reply.body);
  if (!parsed) throw new UpstreamError('unknown', 'malformed');
  return parsed;
}

async function sent(outgoing: Outgoing, url: string, body: string | undefined): Promise<OutgoingReply> {
  try {
    return await outgoing.request({
      method: body === undefined ? 'GET' : 'POST',
      url,
      ...(body === undefined
        ? {}
        : { body, headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' } }),
      timeoutMs: TIMEOUT_MS,
      maxReplyBytes: MAX_REPLY_BYTES,
    });
  } catch (error) {
    if (!(error instanceof OutgoingError)) throw error;
    throw new UpstreamError(error.neverArrived ? 'unreachable' : 'unknown', error.kind, { cause: error });
  }
}

function parsedJson(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Servers answer numbers also as text. */
function isNumber(value: unknown, wanted: number): boolean {
  return value === wanted || value === wanted.toString();
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? value.toString() : '';
}

function isAddress(text: string): boolean {
  return /^https?:\/\//i.test(text);
}

/** Undefined if a field came twice. */
function textFields(query: unknown): Record<string, string> | undefined {
  if (typeof query !== 'object' || query === null) return undefined;
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of Object.entries(query)) {
    if (typeof value !== 'string') return undefined;
    fields[name] = value;
  }
  return fields;
}
