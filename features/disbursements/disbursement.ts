/** A withdrawal or payout as features pass it to each other. */
import { signableText } from '#features/callbacks/rules.ts';
import type { Beneficiary } from '#features/cards/beneficiary.ts';
import type { OpenHours, Rate } from '#features/channels/rules.ts';
import type { SignTypeName } from '#features/merchant-keys/rules.ts';
import type {
  DisbursementKind,
  DisbursementOutcome,
  DisbursementSource,
  EligibilityRefusal,
  DisbursementState,
} from './rules.ts';

export type DisbursementSignType = SignTypeName | 'none';

/** A request for a withdrawal or payout. */
export interface NewDisbursement {
  memberNo: bigint;
  kind: DisbursementKind;
  source: DisbursementSource;
  /** The merchant's number. With member and kind it is the idempotency key. */
  orderNo: string;
  amountMinor: bigint;
  beneficiary: Beneficiary;
  /** A repetition under the same number must have the same hash. */
  requestHash: Uint8Array;
  /** Where and how to notify the merchant: the callback address and its signature; `none` without an address. */
  signType: DisbursementSignType;
  notifyUrl: string | null;
  attach: string | null;
  remark: string | null;
  /** The batch and the line in it. */
  batch?: BatchPlace;
}

export interface BatchPlace {
  batchNo: bigint;
  line: number;
}

/** The merchant's number of a payout; null if the merchant gave none, and for a withdrawal. */
export function merchantNumberOf({
  kind,
  orderNo,
  systemNo,
}: Pick<Disbursement, 'kind' | 'orderNo' | 'systemNo'>): string | null {
  return kind === 'payout' && orderNo !== systemNo.toString() ? orderNo : null;
}

/** `account` shows at most the first six and last four digits. */
export interface Disbursement extends DisbursementState {
  memberNo: bigint;
  systemNo: bigint;
  kind: DisbursementKind;
  source: DisbursementSource;
  orderNo: string;
  currency: string;
  amountMinor: bigint;
  feeMinor: bigint;
  type: Beneficiary['type'];
  holder: string;
  bank: string | null;
  branch: string | null;
  accountHint: string;
  attempts: number;
  signType: DisbursementSignType;
  notifyUrl: string | null;
  attach: string | null;
  remark: string | null;
  bankReference: string | null;
  failReason: string | null;
  requestHash: Uint8Array;
  createdAt: Date;
  finishedAt: Date | null;
}

/** The system's number of one, with its member. */
export type DisbursementKey = Pick<Disbursement, 'memberNo' | 'systemNo'>;

/** The merchant's number of one: the idempotency key. */
export type NumberKey = Pick<Disbursement, 'memberNo' | 'kind' | 'orderNo'>;

/** A member's fees and limits for one kind. */
export interface Terms extends Rate {
  minAmountMinor: bigint;
  maxAmountMinor: bigint;
  reviewFromMinor: bigint | null;
  /** For withdrawals: the member's own hours; null: the platform's. */
  window: OpenHours | null;
  enabled: boolean;
}

export interface BatchedPayout extends Disbursement {
  /** The line in the batch's file. */
  line: number;
}

/** The number of a batch's payouts with this outcome. */
export interface BatchOutcome {
  batchNo: bigint;
  outcome: DisbursementOutcome;
  count: number;
  amountMinor: bigint;
  lastFinishedAt: Date | null;
}

/** An upstream's text, reduced to what the sign type can carry: the text is not worth failing the callback. */
export function signableReason(text: string | null, signType: DisbursementSignType): string | null {
  return text === null ? null : signableText(text, signType);
}

export type ApplyRefusal =
  | EligibilityRefusal
  /** The number was already used with other content. */
  | { readonly error: 'order_conflict' };

export type ApplyOutcome =
  | { outcome: 'applied' | 'repeated'; disbursement: Disbursement }
  | ({ outcome: 'refused' } & ApplyRefusal);
