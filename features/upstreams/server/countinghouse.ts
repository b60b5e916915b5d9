/**
 * Another installation's gateway as the upstream. We are one of its merchants and use the public protocol through the
 * same client that merchants use. Our member and system number are the order number there, so a repeated request is the
 * same payment.
 */
import { createClient, type GatewayClient, type PayOrderState } from '@countinghouse/sdk';
import { verifyCallback } from '@countinghouse/sdk/callbacks';
import { z } from 'zod';
import { signableText } from '#features/callbacks/rules.ts';
import { formatAmount, parseAmount } from '#foundation/core/money.ts';
import { parseSystemNo, systemNoTime } from '#foundation/core/system-number.ts';
import { isTimeZone } from '#foundation/core/wall-time.ts';
import {
  type Account,
  type Connector,
  type ConnectorDeps,
  type PaymentRequest,
  UpstreamError,
  type UpstreamPayment,
} from './connector.ts';
import {
  faultsByFailure,
  mappingErrors,
  undefinedIfNotFound,
  outgoingFetch,
  TIMEOUT_MS,
} from './countinghouse-errors.ts';
import { countinghousePayouts } from './countinghouse-payouts.ts';
import { MAX_REPORT_BYTES, readReport, reportedStatement } from './countinghouse-reports.ts';
import { ReturnAddresses } from './returns.ts';

const common = {
  /** Their gateway address, `https://…/gateway/v1`. */
  baseUrl: z.url({ protocol: /^https?$/ }),
  /** Our merchant number there. */
  merchantNo: z.string().min(1).max(32),
  /** Their platform's currency; their replies do not name it. */
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** Maps our call code, or the mode for all other channels, to their call code. */
  channels: z.record(z.string(), z.string().min(1)),
  /** Of their platform's days. Needed for statements: a schedule there posts our money log of each day to us. */
  timeZone: z
    .string()
    .refine((zone) => zone === '' || isTimeZone(zone))
    // A form sends an empty text for what is not set.
    .transform((zone) => (zone === '' ? undefined : zone))
    .optional(),
};

const Secret = z.string().min(1).meta({ secret: true });

export const CountinghouseSettings = z
  .discriminatedUnion('signType', [
    z.strictObject({ ...common, signType: z.literal('MD5'), key: Secret }),
    z.strictObject({ ...common, signType: z.literal('HMAC-SHA256'), key: Secret }),
    z.strictObject({
      ...common,
      signType: z.literal('RSA-SHA256'),
      privateKey: z.string().min(1).meta({ secret: true, lines: true }),
      platformPublicKey: z.string().min(1).meta({ lines: true }),
    }),
  ])
  .refine(isUsable);
export type CountinghouseSettings = z.infer<typeof CountinghouseSettings>;

export function countinghouseConnector({
  clock,
  sealer,
  outgoing,
  publicUrl,
}: ConnectorDeps): Connector<CountinghouseSettings> {
  const returns = new ReturnAddresses({ publicUrl, sealer });
  const now = (): number => clock.now().getTime();
  const clientsWithRetries = (retries: number): ((settings: CountinghouseSettings) => GatewayClient) => {
    const clients = new WeakMap<CountinghouseSettings, GatewayClient>();
    return (settings) => {
      let client = clients.get(settings);
      if (!client)
        clients.set(
          settings,
          (client = createClient({ ...settings, timeoutMs: TIMEOUT_MS, retries, fetch: outgoingFetch(outgoing), now })),
        );
      return client;
    };
  };
  const clientOf = clientsWithRetries(1);

  return {
    name: 'countinghouse',
    settings: CountinghouseSettings,
    acknowledgement: 'success',

    async check({ settings }) {
      await mappingErrors(() => clientOf(settings).balance());
    },

    async createPayment(request, { settings, notifyUrl }) {
      const { memberNo, systemNo, amountMinor, currency, mode, channelCode } = request;
      const channel = settings.channels[channelCode] ?? settings.channels[mode];
      if (currency !== settings.currency) throw new UpstreamError('refused', 'currency_not_served');
      if (channel === undefined) throw new UpstreamError('refused', 'channel_not_served');
      const order = {
        orderNo: orderNoOf(request),
        amount: formatAmount(amountMinor, currency),
        channel,
        notifyUrl,
        currency,
        subject: subjectFor(settings, request.subject),
        returnUrl: request.returnUrl === null ? undefined : returns.of(memberNo, systemNo),
        clientIp: request.clientIp ?? undefined,
        expireMinutes: minutesFor(request),
      };
      const {
        systemNo: upstreamNo,
        amount,
        payUrl,
        qrContent,
      } = await mappingErrors(() => clientOf(settings).payCreate(order));
      if (parseAmount(amount, currency) !== amountMinor) throw new UpstreamError('unknown', 'amount_differs');
      if (!/^https?:\/\//i.test(payUrl)) throw new UpstreamError('unknown', 'malformed');
      return { upstreamNo, payUrl, qrContent };
    },

    async queryPayment({ memberNo, systemNo }, { settings }) {
      const state = await mappingErrors(() =>
        clientOf(settings).payQuery({ orderNo: orderNoOf({ memberNo, systemNo }) }),
      ).catch(undefinedIfNotFound);
      if (!state)
        return {
          memberNo,
          systemNo,
          upstreamNo: '',
          amountMinor: 0n,
          currency: settings.currency,
          status: 'unpaid',
          paidAt: null,
        };
      return paymentOf({ memberNo, systemNo }, state, settings.currency);
    },

    async readNotification({ settings, notifyUrl }: Account<CountinghouseSettings>, { headers, rawBody }) {
      const keys =
        settings.signType === 'RSA-SHA256' ? { publicKey: settings.platformPublicKey } : { key: settings.key };
      const { merchantNo, signType } = settings;
      const check = { headers, rawBody, url: notifyUrl, merchantNo, signTypes: [signType], now, ...keys };
      if (isReport(rawBody)) return readReport(check, settings);
      const checked = await verifyCallback(check);
      if (!checked.ok) return { ok: false, failure: faultsByFailure[checked.failure] };
      const order = checked.kind === 'pay' ? orderOf(checked.callback.orderNo) : undefined;
      if (checked.kind !== 'pay' || !order || parseAmount(checked.callback.amount, settings.currency) === undefined)
        return { ok: false, failure: 'malformed' };
      const { systemNo, amount, status, paidAt, nonce, notifyId } = checked.callback;
      return {
        ok: true,
        payment: paymentOf(order, checked.callback, settings.currency),
        nonce,
        logged: { upstreamNo: systemNo, amount, currency: settings.currency, status, paidAt, notifyId },
      };
    },

    payouts: countinghousePayouts(clientsWithRetries(0)),

    maxNotificationBytes: MAX_REPORT_BYTES,
    statement: (range, { settings }, reports) => reportedStatement(range, reports, settings, outgoing),
  };
}

/** Which of the two ways verifies it: what it says counts only then. */
function isReport(rawBody: Uint8Array): boolean {
  return new URLSearchParams(Buffer.from(rawBody).toString('latin1')).get('kind') === 'report';
}

/** The client decides which addresses and keys it accepts. */
function isUsable(settings: Parameters<typeof createClient>[0]): boolean {
  try {
    createClient(settings);
    return true;
  } catch {
    return false;
  }
}

/** From the order's own times, not from now: a retry with another term would be a different order there. */
function minutesFor({ systemNo, expiresAt }: PaymentRequest): number {
  return Math.max(1, Math.round((expiresAt.getTime() - systemNoTime(systemNo).getTime()) / 60_000));
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

type OrderState = Pick<PayOrderState, 'systemNo' | 'amount' | 'status' | 'paidAt'>;

/** An order that is expired there counts as unpaid: it can still be paid late. */
const statuses: Record<OrderState['status'], UpstreamPayment['status']> = {
  unpaid: 'unpaid',
  expired: 'unpaid',
  success: 'paid',
  reversed: 'failed',
};

function paymentOf(
  order: OrderName,
  { systemNo, amount, status, paidAt }: OrderState,
  currency: string,
): UpstreamPayment {
  const amountMinor = parseAmount(amount, currency);
  if (amountMinor === undefined) throw new UpstreamError('unknown', 'malformed');
  const paidAtMs = Date.parse(paidAt ?? '');
  return {
    ...order,
    upstreamNo: systemNo,
    amountMinor,
    currency,
    status: statuses[status],
    paidAt: Number.isNaN(paidAtMs) ? null : new Date(paidAtMs),
  };
}

/** MD5 cannot sign some characters. Replace them instead of refusing the payment because of its subject. */
function subjectFor({ signType }: CountinghouseSettings, subject: string | null): string | undefined {
  return subject === null ? undefined : signableText(subject, signType);
}
