/**
 * The values of the merchants' protocol as data: what each field of a request, a reply and a callback holds, its bounds
 * and an example. The reference, the OpenAPI document and the form of a trial call are generated from it. Tests compare
 * it with the checks in `rules.ts` and with real replies.
 */
import { AMOUNT_FORM } from '#foundation/core/money.ts';
import type { gatewayCalls, GatewayField, GatewayPath, GatewayRefusal } from './contract.ts';

/** `choice`: one of `values`. `time`: ISO 8601 in UTC. `seconds`: Unix seconds. All of them are sent as text. */
export type ValueType = 'text' | 'amount' | 'whole' | 'time' | 'seconds' | 'address' | 'ip' | 'choice';

export interface ValueForm {
  readonly type: ValueType;
  /** A regular expression over the whole value. */
  readonly pattern?: string;
  readonly maxCharacters?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** What an absent field means. */
  readonly initial?: string;
  readonly values?: readonly string[];
  readonly example: string;
}

export interface GivenForm extends ValueForm {
  /** The name of its meaning in `gatewayMeanings`. */
  readonly meaning: string;
  /** Can be null; with MD5 it is then left out. In a callback it is then missing. */
  readonly optional?: true;
}

const ORDER_NO_PATTERN = '[A-Za-z0-9._|-]{1,64}';
const SYSTEM_NO_PATTERN = '[0-9]{19}';
/** A form's pattern has no anchors. */
const AMOUNT_PATTERN = AMOUNT_FORM.source.slice(1, -1);

const orderNo = { type: 'text', pattern: ORDER_NO_PATTERN, example: 'A-1001' } as const;
const systemNo = { type: 'text', pattern: SYSTEM_NO_PATTERN, example: '2611201214000001234' } as const;
const amount = { type: 'amount', pattern: AMOUNT_PATTERN, example: '100.00' } as const;
/** After a reversal a wallet can owe. */
const signedAmount = { type: 'amount', pattern: `-?${AMOUNT_PATTERN}`, example: '100.00' } as const;
const freeText = { type: 'text', maxCharacters: 255 } as const;
const address = { type: 'address', pattern: 'https?://.+', maxCharacters: 2048 } as const;
const time = { type: 'time', example: '2026-11-20T09:00:00.000Z' } as const;
const currency = { type: 'text', pattern: '[A-Z]{3}', example: 'CNY' } as const;
const payStatus = {
  type: 'choice',
  values: ['unpaid', 'success', 'expired', 'reversed'],
  example: 'success',
} as const;
const payoutStatus = { type: 'choice', values: ['applying', 'paid', 'frozen', 'cancelled'], example: 'paid' } as const;

/** The business fields of requests. */
export const fieldForms: Readonly<Record<GatewayField, ValueForm>> = {
  orderNo,
  systemNo,
  amount,
  channel: { ...freeText, example: 'sandbox_qr' },
  notifyUrl: { ...address, example: 'https://shop.example/notify' },
  subject: { ...freeText, example: 'Jasmine tea' },
  returnUrl: { ...address, example: 'https://shop.example/thanks' },
  clientIp: { type: 'ip', example: '203.0.113.7' },
  attach: { ...freeText, example: 'cart 7' },
  expireMinutes: { type: 'whole', pattern: '[1-9][0-9]{0,3}', minimum: 1, maximum: 1440, initial: '30', example: '30' },
  currency,
  type: { type: 'choice', values: ['bank', 'alipay'], example: 'bank' },
  holder: { type: 'text', maxCharacters: 60, example: 'Zhang San' },
  account: { type: 'text', maxCharacters: 100, example: '6222021001116245702' },
  bank: { type: 'text', maxCharacters: 100, example: 'ICBC' },
  branch: { type: 'text', maxCharacters: 100, example: 'Beijing West' },
  remark: { ...freeText, example: 'November rent' },
};

const orderGiven = {
  orderNo: { ...orderNo, meaning: 'orderNo_given' },
  systemNo: { ...systemNo, meaning: 'systemNo_given' },
  amount: { ...amount, meaning: 'amount_given' },
} as const;
const payFee = { ...amount, example: '0.60', meaning: 'fee_pay' } as const;
const obtained = { ...amount, example: '99.40', meaning: 'obtained' } as const;
const paidAt = { ...time, meaning: 'paidAt', optional: true } as const;
const attach = { ...freeText, example: 'cart 7', meaning: 'attach_given', optional: true } as const;
const payoutFee = { ...amount, example: '2.00', meaning: 'fee_payout' } as const;
const payoutEnd = {
  bankReference: { type: 'text', example: 'B20261120000123', meaning: 'bankReference', optional: true },
  failReason: { type: 'text', example: 'Account closed', meaning: 'failReason', optional: true },
  finishedAt: { ...time, meaning: 'finishedAt', optional: true },
} as const;

type DataOf<Path extends GatewayPath> = (typeof gatewayCalls)[Path]['data'][number];

/** `data` of a success. */
export const replyForms: { readonly [Path in GatewayPath]: Readonly<Record<DataOf<Path>, GivenForm>> } = {
  '/pay/create': {
    ...orderGiven,
    payUrl: { ...address, example: 'https://pay.example/cashier/7Q2M', meaning: 'payUrl' },
    qrContent: { type: 'text', example: 'https://pay.example/cashier/7Q2M', meaning: 'qrContent', optional: true },
    expiresAt: { ...time, meaning: 'expiresAt' },
    status: { type: 'choice', values: ['unpaid'], example: 'unpaid', meaning: 'status_created' },
  },
  '/pay/query': {
    ...orderGiven,
    fee: payFee,
    obtained,
    status: { ...payStatus, meaning: 'status_pay' },
    channel: { ...freeText, example: 'sandbox_qr', meaning: 'channel_given' },
    createdAt: { ...time, meaning: 'createdAt' },
    paidAt,
    attach,
  },
  '/payout/create': {
    ...orderGiven,
    fee: payoutFee,
    status: { type: 'choice', values: ['applying'], example: 'applying', meaning: 'status_created' },
  },
  '/payout/query': {
    ...orderGiven,
    fee: payoutFee,
    status: { ...payoutStatus, meaning: 'status_payout' },
    ...payoutEnd,
  },
  '/balance': {
    balance: { ...signedAmount, example: '1200.00', meaning: 'balance' },
    frozen: { ...amount, example: '200.00', meaning: 'frozen' },
    available: { ...signedAmount, example: '1000.00', meaning: 'available' },
    currency: { ...currency, meaning: 'currency_given' },
  },
};

const signingGiven = {
  notifyId: { type: 'text', example: 'payin-2611201214000001234', meaning: 'notifyId' },
  timestamp: { type: 'seconds', pattern: '[0-9]{1,12}', example: '1795165200', meaning: 'timestamp' },
  nonce: {
    type: 'text',
    pattern: '[\\x21-\\x7e]{16,64}',
    example: 'a1b2c3d4e5f60718293a4b5c6d7e8f90',
    meaning: 'nonce',
  },
  signType: {
    type: 'choice',
    values: ['MD5', 'HMAC-SHA256', 'RSA-SHA256'],
    example: 'HMAC-SHA256',
    meaning: 'signType',
  },
  sign: { type: 'text', example: '5634F069ADF710652663A0093819793C', meaning: 'sign_md5', optional: true },
  signPrevious: {
    type: 'text',
    example: '0B2E6C1F9D0A4E7B8C3D5F6A7B8C9D0E',
    meaning: 'signPrevious',
    optional: true,
  },
} as const;
const merchantNo = { type: 'text', pattern: '[0-9]{8}', example: '20000001', meaning: 'merchantNo' } as const;

/** The fields of callbacks, by what they report. */
export const callbackForms = {
  payin: {
    merchantNo,
    ...orderGiven,
    fee: payFee,
    obtained,
    status: { ...payStatus, meaning: 'status_pay' },
    paidAt,
    attach,
    ...signingGiven,
  },
  payout: {
    merchantNo,
    ...orderGiven,
    fee: payoutFee,
    status: { ...payoutStatus, meaning: 'status_payout' },
    ...payoutEnd,
    attach,
    ...signingGiven,
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, GivenForm>>>>;
export type CallbackKind = keyof typeof callbackForms;

/** The fields of a report, which a schedule of the console posts to its own address: no part of the frozen protocol. */
export const reportForm = {
  merchantNo,
  kind: { type: 'choice', values: ['report'], example: 'report', meaning: 'kind_report' },
  downloadId: { type: 'text', example: '0b7e2f0c-6f0e-4d0a-9d53-1c2b3a4d5e6f', meaning: 'downloadId' },
  name: { type: 'text', example: 'order-2026-11-19.csv', meaning: 'name_report' },
  format: { type: 'choice', values: ['xlsx', 'csv', 'camt053', 'mt940'], example: 'csv', meaning: 'format_report' },
  from: { ...time, example: '2026-11-18T16:00:00.000Z', meaning: 'from_report' },
  to: { ...time, example: '2026-11-19T16:00:00.000Z', meaning: 'to_report' },
  rows: { type: 'whole', pattern: '[0-9]{1,7}', example: '120', meaning: 'rows_report' },
  size: { type: 'whole', pattern: '[0-9]{1,12}', example: '9800', meaning: 'size_report' },
  sha256: {
    type: 'text',
    pattern: '[0-9a-f]{64}',
    example: '55c967bb319bc3324199c75fa42f6ee8ef6b7512a362c8d689c5f41c9e5bd84f',
    meaning: 'sha256_report',
  },
  content: { type: 'text', example: 'T3JkZXIsQW1vdW50', meaning: 'content_report', optional: true },
  url: {
    type: 'text',
    example: 'https://pay.example.com/report/0b7e2f0c-6f0e-4d0a-9d53-1c2b3a4d5e6f.4h1XyS0eWnq3',
    meaning: 'url_report',
    optional: true,
  },
  ...signingGiven,
  notifyId: { ...signingGiven.notifyId, example: 'report-0b7e2f0c-6f0e-4d0a-9d53-1c2b3a4d5e6f' },
} as const satisfies Readonly<Record<string, GivenForm>>;

/** What signs a request of each type: in the body with MD5, in headers with the other two. */
export const requestSigning = {
  merchantNo: 'X-Merchant-No',
  timestamp: 'X-Timestamp',
  nonce: 'X-Nonce',
  signType: 'X-Sign-Type',
  sign: 'X-Sign',
} as const;

export interface RefusalFacts {
  /** The calls that can be refused with it. */
  readonly calls: readonly GatewayPath[];
  /** HTTP statuses, the usual one first. */
  readonly statuses: readonly number[];
}

const everyCall = ['/pay/create', '/pay/query', '/payout/create', '/payout/query', '/balance'] as const;
const of = (...calls: readonly GatewayPath[]): RefusalFacts => ({ calls, statuses: [200] });

export const refusalFacts: Readonly<Record<GatewayRefusal, RefusalFacts>> = {
  bad_request: { calls: everyCall, statuses: [200, 400] },
  unknown_merchant: of(...everyCall),
  merchant_disabled: of(...everyCall),
  not_certified: of(...everyCall),
  ip_not_allowed: of(...everyCall),
  bad_signature: of(...everyCall),
  key_ended: of(...everyCall),
  sign_type_not_allowed: of(...everyCall),
  timestamp_out_of_window: of(...everyCall),
  nonce_reused: of(...everyCall),
  notify_host_not_allowed: of('/pay/create', '/payout/create'),
  order_conflict: of('/pay/create', '/payout/create'),
  channel_unknown: of('/pay/create'),
  channel_closed: of('/pay/create'),
  amount_out_of_range: of('/pay/create', '/payout/create'),
  channel_limit_reached: of('/pay/create'),
  balance_insufficient: of('/payout/create'),
  payout_not_enabled: of('/payout/create'),
  rate_limited: { calls: everyCall, statuses: [429] },
  upstream_unavailable: of('/pay/create', '/payout/create'),
  not_found: of('/pay/query', '/payout/query'),
};
