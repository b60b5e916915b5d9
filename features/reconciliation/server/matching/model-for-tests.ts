/** What SQL decides about whole days, as pure functions about one pair. Only tests import this. */
import { type BookingKind, DAYS_TO_WAIT, type DifferenceKind, type DifferenceState } from '../../matching-rules.ts';

/** One line of an upstream's statement, as far as matching is concerned. */
export interface Line {
  lineNo: number;
  day: string;
  kind: string;
  upstreamNo: string | null;
  ourNo: string | null;
  /** Without its sign. */
  amountMinor: bigint;
  feeMinor: bigint | null;
  /** Whether the statement says that it was paid; true where it says nothing. */
  isPaid: boolean;
}

export interface Booking {
  memberNo: bigint;
  reference: bigint;
  kind: BookingKind;
  day: string;
  upstreamNo: string | null;
  ourNo: string;
  amountMinor: bigint;
  feeMinor: bigint | null;
}

export interface PairDifference {
  kind: DifferenceKind;
  atRiskMinor: bigint;
}

/** What differs between a line and its booking; of several things, the one that weighs most. */
export function differenceOf(line: Line, booking: Booking, feeToleranceMinor: bigint): PairDifference | undefined {
  if (!line.isPaid) return { kind: 'status_differs', atRiskMinor: booking.amountMinor };
  const amount = magnitude(line.amountMinor - booking.amountMinor);
  if (amount !== 0n) return { kind: 'amount_differs', atRiskMinor: amount };
  const fee = line.feeMinor === null || booking.feeMinor === null ? 0n : magnitude(line.feeMinor - booking.feeMinor);
  if (fee > feeToleranceMinor) return { kind: 'fee_differs', atRiskMinor: fee };
  return line.day === booking.day ? undefined : { kind: 'late', atRiskMinor: 0n };
}

/** Whether a booking without a line is a difference yet. `filesAfter`: for how many later days statements are in. */
export function stateWithoutLine(filesAfter: number): DifferenceState {
  return filesAfter < DAYS_TO_WAIT ? 'waiting' : 'open';
}

function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}
