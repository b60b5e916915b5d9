/**
 * The seam to whoever really takes the payer's money. A connector speaks one upstream's language and knows nothing of
 * orders or the database; what it says of a payment counts only after the order, amount, currency and upstream have
 * been compared with the order's own. Adding one is a file and a line in `server/connectors.ts`.
 */
import type { z } from 'zod';
import type { Beneficiary } from '#features/cards/beneficiary.ts';
import type { ChannelMode } from '#features/channels/contract.ts';

export interface PaymentRequest {
  memberNo: bigint;
  /** With the member's number the name of the order: the upstream must take a repeated request for the same payment. */
  systemNo: bigint;
  amountMinor: bigint;
  currency: string;
  mode: ChannelMode;
  /** Our call code. */
  channelCode: string;
  subject: string | null;
  returnUrl: string | null;
  clientIp: string | null;
  expiresAt: Date;
}

export interface PaymentCreated {
  /** The upstream's own number. */
  upstreamNo: string;
  /** Where the payer pays. */
  payUrl: string;
  /** What a QR code for the payer holds, where paying goes by scanning. */
  qrContent: string | null;
}

export interface PaymentRef {
  memberNo: bigint;
  systemNo: bigint;
  upstreamNo: string | null;
  currency: string;
}

export interface UpstreamPayment {
  memberNo: bigint;
  systemNo: bigint;
  /** Empty, and the amount 0, while the upstream knows no payment. */
  upstreamNo: string;
  amountMinor: bigint;
  currency: string;
  status: 'unpaid' | 'paid' | 'failed';
  paidAt: Date | null;
}

export interface PayoutRef {
  memberNo: bigint;
  systemNo: bigint;
  /** Names this payout for the upstream, for good: asked again with it, the upstream must not pay again. */
  reference: string;
  currency: string;
}

export interface PayoutRequest extends PayoutRef {
  amountMinor: bigint;
  beneficiary: Beneficiary;
  remark: string | null;
}

export interface UpstreamPayout {
  reference: string;
  /** not_found: the upstream has never heard of the reference; amount 0 then. */
  status: 'accepted' | 'paid' | 'failed' | 'not_found';
  upstreamNo: string | null;
  amountMinor: bigint;
  currency: string;
  bankReference: string | null;
  /** The upstream's own words, cut to 200 characters. */
  failReason: string | null;
}

/** A request to `/upstream/<id>/notify`, as it came. */
export interface RawNotification {
  method: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  rawBody: Uint8Array;
  query: unknown;
}

/** Why a connector does not believe a notification. */
export type NotificationDoubt = 'malformed' | 'bad_signature' | 'stale' | 'wrong_account';
/** Why a notification counts for nothing. */
export type NotificationFailure =
  | NotificationDoubt
  | 'unknown_upstream'
  | 'unconfigured'
  | 'replayed'
  | 'order_unknown';

export type NotificationRead =
  | {
      ok: true;
      payment: UpstreamPayment;
      /** Serves once for this upstream. */
      nonce: string;
      /** What was said, without the signature: kept with the order. */
      said: Readonly<Record<string, string | null>>;
    }
  | { ok: false; failure: NotificationDoubt };

/** How each failure is answered over HTTP; an upstream that gets no 200 tells again. */
export const notificationStatus: Readonly<Record<NotificationFailure, number>> = {
  malformed: 400,
  bad_signature: 401,
  stale: 401,
  wrong_account: 403,
  unknown_upstream: 404,
  order_unknown: 404,
  replayed: 409,
  unconfigured: 503,
};

/** One configured upstream. */
export interface Account<Settings> {
  readonly upstreamId: number;
  readonly settings: Settings;
  /** Where this upstream sends its notifications. */
  readonly notifyUrl: string;
}

export interface Connector<Settings> {
  readonly name: string;
  /** Addresses and keys. Settings that do not fit leave the upstream unconfigured: it takes and credits nothing. */
  readonly settings: z.ZodType<Settings>;
  /** Only where a payment can be made without asking anyone: answers what `createPayment` does. */
  preparePayment?(request: PaymentRequest, account: Account<Settings>): PaymentCreated;
  createPayment(request: PaymentRequest, account: Account<Settings>): Promise<PaymentCreated>;
  queryPayment(ref: PaymentRef, account: Account<Settings>): Promise<UpstreamPayment>;
  readNotification(account: Account<Settings>, raw: RawNotification): Promise<NotificationRead>;
  /** Only where the upstream pays out. */
  readonly payouts?: {
    create(request: PayoutRequest, account: Account<Settings>): Promise<UpstreamPayout>;
    query(ref: PayoutRef, account: Account<Settings>): Promise<UpstreamPayout>;
  };
  /** The body that stops the upstream from telling again. */
  readonly acknowledgement: string;
}

/**
 * `refused`: the upstream said no, nothing happened. `unreachable`: it can't have heard of it. `unknown`: it may have
 * happened; only a query tells.
 */
export type UpstreamErrorKind = 'refused' | 'unreachable' | 'unknown';

/** `reason` is a stable word, safe to keep and to log. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError';
  readonly kind: UpstreamErrorKind;
  readonly reason: string;

  constructor(kind: UpstreamErrorKind, reason: string, options?: { cause?: unknown }) {
    super(`${kind}: ${reason}`, options);
    this.kind = kind;
    this.reason = reason;
  }
}
