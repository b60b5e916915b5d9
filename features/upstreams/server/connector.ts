/**
 * The interface to the companies that take the payer's money. A connector implements one upstream's protocol and does
 * not know orders or the database. What it reports about a payment counts only after the caller has compared the order
 * number, amount, currency and upstream with the order. To add one, write a file and add a line to
 * `connectors.ts`.
 */
import type { z } from 'zod';
import type { Beneficiary } from '#features/cards/beneficiary.ts';
import type { ChannelMode } from '#features/channels/contract.ts';
import type { Clock } from '#foundation/core/clock.ts';
import type { TimeRange } from '#foundation/core/time-zone.ts';
import type { Outgoing } from '#foundation/server/outgoing/outgoing.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';

/** What connectors are made with. */
export interface ConnectorDeps {
  db: Queryable;
  clock: Clock;
  sealer: Sealer;
  outgoing: Outgoing;
  publicUrl: string;
}

export interface PaymentRequest {
  memberNo: bigint;
  /**
   * Identifies the order together with the member number. The upstream must treat a repeated request as the same
   * payment.
   */
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
  /** The content of the QR code to show the payer; null if the payer does not pay by scanning. */
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
  /** Empty, with amount 0, if the upstream has no payment for the order. */
  upstreamNo: string;
  amountMinor: bigint;
  currency: string;
  status: 'unpaid' | 'paid' | 'failed';
  paidAt: Date | null;
}

export interface PayoutRef {
  memberNo: bigint;
  systemNo: bigint;
  /**
   * Identifies this payout at the upstream permanently: a repeated request with the same reference must not pay again.
   */
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
  /** not_found: the upstream does not know the reference; the amount is 0 then. */
  status: 'accepted' | 'paid' | 'failed' | 'not_found';
  upstreamNo: string | null;
  amountMinor: bigint;
  currency: string;
  bankReference: string | null;
  /** The upstream's own text, cut to 200 characters. */
  failReason: string | null;
}

/** A request to `/upstream/<id>/notify`, as received. */
export interface RawNotification {
  method: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  rawBody: Uint8Array;
  query: unknown;
}

/** Why a connector rejects a notification. */
export type NotificationFault =
  | 'malformed'
  | 'bad_signature'
  | 'stale'
  | 'wrong_account'
  | 'wrong_day'
  | 'too_large'
  | 'unconfigured';
/** Why a notification is rejected, by the connector or by the caller. */
/** `replayed`: the very same request again. It may not have been booked, if the process ended before. */
export type NotificationFailure = NotificationFault | 'unknown_upstream' | 'replayed' | 'order_unknown';

/** A statement that an upstream sends by itself, instead of being asked for it. */
export interface UpstreamReport {
  /** A UUID of the upstream's. A report that is sent again has the same. */
  reportId: string;
  /** The upstream's day. */
  range: TimeRange;
  /** What the connector needs to read its lines later. */
  source: string;
}

export type NotificationRead =
  | { ok: true; report: UpstreamReport; nonce: string }
  | {
      ok: true;
      payment: UpstreamPayment;
      /** Accepted once per upstream. */
      nonce: string;
      /** The notification's fields without the signature; stored with the order. */
      logged: Readonly<Record<string, string | null>>;
    }
  | { ok: false; failure: NotificationFault };

/** The HTTP status for each failure. An upstream that does not get a 200 sends the notification again. */
export const notificationStatus: Readonly<Record<NotificationFailure, number>> = {
  malformed: 400,
  bad_signature: 401,
  stale: 401,
  wrong_account: 403,
  unknown_upstream: 404,
  order_unknown: 404,
  replayed: 409,
  wrong_day: 422,
  too_large: 413,
  unconfigured: 503,
};

/** What an upstream says about a day, for the comparison with our books. */
export interface UpstreamStatement {
  /** What it owes us before and after the day; null if it does not say. */
  openingMinor: bigint | null;
  closingMinor: bigint | null;
  /** In the order of the statement, some at a time. */
  lines: AsyncIterable<readonly UpstreamLine[]>;
  /** Call it once the lines are stored. */
  filed?(): Promise<void>;
}

export interface UpstreamLine {
  /** From 1. */
  lineNo: number;
  upstreamNo: string | null;
  /** Our number, as the upstream got it. */
  ourNo: string | null;
  kind: 'payin' | 'payout' | 'settlement' | 'reversal' | 'fee' | 'other';
  /** Positive where the upstream owes us more. */
  amountMinor: bigint;
  /** What it keeps. Null: not said. */
  feeMinor: bigint | null;
  at: Date | null;
  /** Null: the statement lists only what succeeded. */
  status: 'success' | 'pending' | 'failed' | null;
  raw: string;
}

/** One configured upstream. */
export interface Account<Settings> {
  readonly upstreamId: number;
  readonly settings: Settings;
  /** The address to which this upstream sends its notifications. */
  readonly notifyUrl: string;
}

export interface Connector<Settings> {
  readonly name: string;
  /**
   * Addresses and keys. An upstream with invalid settings is unconfigured: it takes no payments, and its notifications
   * are rejected. Operators get a form made of it (setting-fields.ts).
   */
  readonly settings: z.ZodType<Settings>;
  /** Asks whether the upstream answers and takes our settings, without effect. Throws `UpstreamError` if not. */
  check(account: Account<Settings>): Promise<void>;
  /** Only for upstreams whose payments can be created without a request. Returns the same as `createPayment`. */
  preparePayment?(request: PaymentRequest, account: Account<Settings>): PaymentCreated;
  createPayment(request: PaymentRequest, account: Account<Settings>): Promise<PaymentCreated>;
  queryPayment(ref: PaymentRef, account: Account<Settings>): Promise<UpstreamPayment>;
  readNotification(account: Account<Settings>, raw: RawNotification): Promise<NotificationRead>;
  /** Only for upstreams that pay out. */
  readonly payouts?: {
    create(request: PayoutRequest, account: Account<Settings>): Promise<UpstreamPayout>;
    query(ref: PayoutRef, account: Account<Settings>): Promise<UpstreamPayout>;
  };
  /**
   * Only for upstreams whose days can be known. `range`: the platform's day, which is over. `reports`: those that it sent
   * and that touch the day, in the order of time. Undefined: the day is not known yet.
   */
  statement?(
    range: TimeRange,
    account: Account<Settings>,
    reports: readonly UpstreamReport[],
  ): Promise<UpstreamStatement | undefined>;
  /** How large a notification can be; 64 KiB by default. */
  readonly maxNotificationBytes?: number;
  /** The response body that tells the upstream to stop resending a notification. */
  readonly acknowledgement: string;
}

/**
 * `refused`: the upstream said no, nothing happened. `unreachable`: the request cannot have arrived. `unknown`: it may
 * have succeeded; only a query can tell.
 */
export type UpstreamErrorKind = 'refused' | 'unreachable' | 'unknown';

/** `reason` is a stable name, safe to store and to log. */
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
