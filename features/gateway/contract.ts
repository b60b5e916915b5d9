/**
 * The merchants' protocol as data: each call, its fields and its refusals. The endpoint serves it, the checks read it, and
 * the reference on the API screen is generated from it. Field names and refusals are the wire's own words: never rename
 * one.
 */

export const GATEWAY_BASE = '/gateway/v1';

export interface GatewayCall {
  readonly summary: string;
  readonly required: readonly GatewayField[];
  readonly optional: readonly GatewayField[];
  /** Names in `data` of a success. A name without a value is null, or left out with MD5. */
  readonly data: readonly string[];
}

export const gatewayFields = [
  'orderNo',
  'systemNo',
  'amount',
  'channel',
  'notifyUrl',
  'subject',
  'returnUrl',
  'clientIp',
  'attach',
  'expireMinutes',
  'currency',
  'type',
  'holder',
  'account',
  'bank',
  'branch',
  'remark',
] as const;
export type GatewayField = (typeof gatewayFields)[number];

export const gatewayCalls = {
  '/pay/create': {
    summary: 'Makes a pay-in order and answers with the page where it is paid. The order number is the idempotency key',
    required: ['orderNo', 'amount', 'channel', 'notifyUrl'],
    optional: ['subject', 'returnUrl', 'clientIp', 'attach', 'expireMinutes', 'currency'],
    data: ['orderNo', 'systemNo', 'amount', 'payUrl', 'qrContent', 'expiresAt', 'status'],
  },
  '/pay/query': {
    summary: 'One pay-in order by either number',
    required: [],
    optional: ['orderNo', 'systemNo'],
    data: ['orderNo', 'systemNo', 'amount', 'fee', 'obtained', 'status', 'channel', 'createdAt', 'paidAt', 'attach'],
  },
  '/payout/create': {
    summary:
      'Takes amount and fee from the available balance and pays the amount out. The order number is the idempotency key',
    required: ['orderNo', 'amount', 'type', 'holder', 'account'],
    optional: ['bank', 'branch', 'notifyUrl', 'attach', 'remark'],
    data: ['orderNo', 'systemNo', 'amount', 'fee', 'status'],
  },
  '/payout/query': {
    summary: 'One payout by either number',
    required: [],
    optional: ['orderNo', 'systemNo'],
    data: ['orderNo', 'systemNo', 'amount', 'fee', 'status', 'bankReference', 'failReason', 'finishedAt'],
  },
  '/balance': {
    summary: 'What the wallet holds, what of it is frozen, what can leave',
    required: [],
    optional: [],
    data: ['balance', 'frozen', 'available', 'currency'],
  },
} as const satisfies Record<`/${string}`, GatewayCall>;
export type GatewayPath = keyof typeof gatewayCalls;

/** Every stable `error` of an answered call. */
export const gatewayRefusals = [
  'bad_request',
  'unknown_merchant',
  'merchant_disabled',
  'not_certified',
  'ip_not_allowed',
  'bad_signature',
  'key_ended',
  'sign_type_not_allowed',
  'timestamp_out_of_window',
  'nonce_reused',
  'notify_host_not_allowed',
  'order_conflict',
  'channel_unknown',
  'channel_closed',
  'amount_out_of_range',
  'channel_limit_reached',
  'balance_insufficient',
  'payout_not_enabled',
  'rate_limited',
  'upstream_unavailable',
  'not_found',
] as const;
export type GatewayRefusal = (typeof gatewayRefusals)[number];
