/**
 * The rules of matching as data and pure functions: what can differ, and what a person can do about it. Nothing here does
 * I/O; `server/matching/store.ts` pairs lines with bookings in SQL.
 */

/** What moved an upstream's clearing account. */
export const bookingKinds = ['payin', 'payout', 'reversal'] as const;
export type BookingKind = (typeof bookingKinds)[number];

/**
 * Why a line and a booking are a pair. `sum`: the line is a settlement of a whole day's bookings. `person`: an operator
 * paired them.
 */
export const matchRules = ['upstream_no', 'our_no', 'sum', 'person'] as const;
export type MatchRule = (typeof matchRules)[number];

/**
 * `missing_here`: they took money that we do not know. `missing_there`: we credited what they do not know. `late`: it
 * is in the statement of another day, and matched there.
 */
export const differenceKinds = [
  'missing_here',
  'missing_there',
  'amount_differs',
  'fee_differs',
  'status_differs',
  'duplicate',
  'late',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

/** `waiting`: we have it and they do not, and the statements of two more days are not in yet. */
export const differenceStates = ['waiting', 'open', 'assigned', 'resolved', 'ignored'] as const;
export type DifferenceState = (typeof differenceStates)[number];

export function isDecided(state: DifferenceState): boolean {
  return state === 'resolved' || state === 'ignored';
}

/** What an operator has done about a difference. Each but the last two is a journal that must be there. */
export const outcomes = [
  'order_confirmed',
  'order_reversed',
  'payout_paid',
  'payout_cancelled',
  'adjusted',
  'settled',
  'paired',
  'fee_accepted',
  'corrected_there',
] as const;
export type Outcome = (typeof outcomes)[number];

/** What a comparison itself found out about a difference. */
export const foundOutcomes = ['matched_there', 'matched_later', 'file_replaced'] as const;

/** The outcomes that can answer each kind of difference. */
export const outcomesOf: Readonly<Record<DifferenceKind, readonly Outcome[]>> = {
  missing_here: ['order_confirmed', 'payout_paid', 'adjusted', 'settled', 'paired', 'corrected_there'],
  missing_there: ['order_reversed', 'adjusted', 'paired', 'corrected_there'],
  amount_differs: ['order_reversed', 'adjusted', 'corrected_there'],
  fee_differs: ['fee_accepted', 'adjusted', 'corrected_there'],
  status_differs: ['order_reversed', 'payout_cancelled', 'adjusted', 'corrected_there'],
  duplicate: ['adjusted', 'settled', 'corrected_there'],
  late: ['corrected_there'],
};

/** The journals that prove an outcome. */
export const journalsOf: Readonly<Partial<Record<Outcome, readonly string[]>>> = {
  order_confirmed: ['payin', 'recharge'],
  order_reversed: ['reversal'],
  payout_paid: ['payout_paid', 'withdrawal_paid'],
  payout_cancelled: ['payout_cancelled', 'withdrawal_cancelled'],
  adjusted: ['adjustment'],
};

/** The calls by which an outcome is reached; none where only the upstream can act. */
export const callsOf: Readonly<Partial<Record<Outcome, `/${string}`>>> = {
  order_confirmed: '/operator/order/confirm',
  order_reversed: '/operator/order/reverse',
  payout_paid: '/operator/disbursement/markPaid',
  payout_cancelled: '/operator/disbursement/cancel',
  adjusted: '/operator/member/adjust',
  settled: '/operator/reconciliation/settle',
};

/** Whether an upstream paid to our bank, or we to it. */
export const settlementDirections = ['received', 'paid'] as const;
export type SettlementDirection = (typeof settlementDirections)[number];

/** A line may belong to a booking of the day before or after: the payment crossed midnight. */
export const NEIGHBOUR_DAYS = 1;
/** For so many later days must statements be in before what we alone have is a difference. */
export const DAYS_TO_WAIT = 2;
/** The bookings of a day without a statement are looked for in those of so many days after it. */
export const DAYS_WITHOUT_FILE = 7;
/** A line and a booking of the same amount whose times are not further apart are shown to a person as a pair. */
export const SUGGESTED_WITHIN_MS = 10 * 60_000;

/** Which state can follow which. Reopening keeps the history. */
export function canBecome(from: DifferenceState, act: 'resolve' | 'ignore' | 'reopen' | 'assign'): boolean {
  const isDecided = from === 'resolved' || from === 'ignored';
  return act === 'reopen' ? isDecided : !isDecided;
}

/**
 * Since which day an upstream has owed what it owes now: settlements pay the oldest first. Undefined if nothing is owed.
 * `days` are in order; `paidMinor` is all that it ever paid to us or for us.
 */
export function owedSince(
  days: readonly { day: string; takenInMinor: bigint }[],
  paidMinor: bigint,
): string | undefined {
  let left = paidMinor;
  for (const { day, takenInMinor } of days) {
    left -= takenInMinor;
    if (left < 0n) return day;
  }
  return undefined;
}
