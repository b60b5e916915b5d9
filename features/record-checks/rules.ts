/** Bounds of a check of records, and its results' names. */
import { addDays } from '#foundation/core/time-zone.ts';

export const MAX_RECORDS_BYTES = 16 * 1_048_576;
export const MAX_RECORDS = 200_000;
/** The longest range. */
export const MAX_CHECKED_DAYS = 93;
/** The days of a shown period that can be compared: none to come, and of a longer one the last. Both ends inclusive. */
export function comparableDays(
  { first, last }: { first: string; last: string },
  today: string,
): { first: string; last: string } {
  const end = last < today ? last : today;
  const earliest = addDays(end, 1 - MAX_CHECKED_DAYS);
  const begin = first > earliest ? first : earliest;
  return { first: begin < end ? begin : end, last: end };
}

/** Of one member: checks that are not finished. */
export const MAX_UNFINISHED_CHECKS = 5;
/** Of one user: files that are read. */
export const checkLimit = { scope: 'record check', tries: 60, windowMs: 60 * 60_000 } as const;
/** More differences mean another file or another range: the counts go on, the rows do not. */
export const MAX_KEPT_DIFFERENCES = 200_000;
/** The answer has the first ones; the file has them all. */
export const MAX_SHOWN_DIFFERENCES = 500;
/** As long as the file of its differences. */
export const CHECK_KEPT_MS = 7 * 86_400_000;

export const differenceKinds = [
  'missing_here',
  'missing_there',
  'amount_differs',
  'status_differs',
  'duplicate_there',
] as const;
export type DifferenceKind = (typeof differenceKinds)[number];

export const checkStates = ['running', 'done', 'failed'] as const;
export type CheckState = (typeof checkStates)[number];
