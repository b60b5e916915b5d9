/** An order as other features see it. Amounts are in minor units of `currency`. */
import type { SignTypeName } from '#features/merchant-keys/rules.ts';
import type { OrderKind, OrderStatus } from './statuses.ts';

/** By which rule the order's callback and return are signed: that of its request. `EPAY` is the ePay protocol. */
export type OrderSignType = SignTypeName | 'EPAY' | 'none';

export interface NewOrder {
  memberNo: bigint;
  kind: OrderKind;
  /** The merchant's number. With member and kind it is the idempotency key. */
  orderNo: string;
  amountMinor: bigint;
  channelCode: string;
  subject: string | null;
  notifyUrl: string | null;
  returnUrl: string | null;
  clientIp: string | null;
  attach: string | null;
  expireMinutes: number;
  signType: OrderSignType;
  /** SHA-256 of the business fields: the same number with another hash is a conflict. */
  requestHash: Uint8Array;
}

export interface OrderView {
  memberNo: bigint;
  systemNo: bigint;
  orderNo: string;
  kind: OrderKind;
  channelCode: string;
  amountMinor: bigint;
  feeMinor: bigint;
  currency: string;
  status: OrderStatus;
  createdAt: Date;
  expiresAt: Date;
  paidAt: Date | null;
  attach: string | null;
  payUrl: string | null;
  qrContent: string | null;
  notifyUrl: string | null;
  returnUrl: string | null;
  signType: OrderSignType;
}

export type OrderRefusal =
  | 'order_conflict'
  | 'channel_unknown'
  | 'channel_closed'
  | 'amount_out_of_range'
  | 'channel_limit_reached'
  | 'upstream_unavailable';

export type CreateOutcome =
  | { outcome: 'created' | 'repeated'; order: OrderView }
  | { outcome: 'refused'; error: OrderRefusal };
