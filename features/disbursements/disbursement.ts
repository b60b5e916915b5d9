/** A withdrawal or payout as the house passes it around. */
import { signableText } from '#features/callbacks/rules.ts';
import type { Beneficiary } from '#features/cards/beneficiary.ts';
import type { SignTypeName } from '#features/merchant-keys/rules.ts';
import type { DisbursementKind, DisbursementOutcome, PayoutRefusal, Standing } from './rules.ts';

export type DisbursementSource = 'console' | 'batch' | 'gateway';
export type DisbursementSignType = SignTypeName | 'none';

/** What somebody asks for. */
export interface NewDisbursement {
  memberNo: bigint;
  kind: DisbursementKind;
  source: DisbursementSource;
  /** The merchant's number: with member and kind the idempotency key. */
  orderNo: string;
  amountMinor: bigint;
  beneficiary: Beneficiary;
  /** What the same number must be asked for with again. */
  requestHash: Uint8Array;
  /** Where the merchant is told, and how that is signed; `none` without an address. */
  signType: DisbursementSignType;
  notifyUrl: string | null;
  attach: string | null;
  remark: string | null;
  /** The batch that it belongs to, and its line there. */
  batch?: BatchPlace;
}

export interface BatchPlace {
  batchNo: bigint;
  line: number;
}

/** The number that the merchant gave a payout; null when nobody did, and of a withdrawal. */
export function merchantNumberOf({
  kind,
  orderNo,
  systemNo,
}: Pick<Disbursement, 'kind' | 'orderNo' | 'systemNo'>): string | null {
  return kind === 'payout' && orderNo !== systemNo.toString() ? orderNo : null;
}

/** The account's number is shown by its first six and last four at most. */
export interface Disbursement extends Standing {
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

export interface BatchedPayout extends Disbursement {
  /** Of the batch's table. */
  line: number;
}

/** How many payouts of a batch have come to this. */
export interface BatchStanding {
  batchNo: bigint;
  outcome: DisbursementOutcome;
  count: number;
  amountMinor: bigint;
  lastFinishedAt: Date | null;
}

/** An upstream's words, as far as the sign type can carry them: they are not worth losing the rest for. */
export function signableReason(text: string | null, signType: DisbursementSignType): string | null {
  return text === null ? null : signableText(text, signType);
}

export type ApplyRefusal =
  | PayoutRefusal
  /** The same number was used before with other content. */
  | { readonly error: 'order_conflict' };

export type ApplyOutcome =
  | { outcome: 'applied' | 'repeated'; disbursement: Disbursement }
  | ({ outcome: 'refused' } & ApplyRefusal);
