/** What may happen to an order, and which figures follow from its states. Pure. */
import { type StateMoves, moves } from '#foundation/core/moves.ts';
import type { OrderStatus } from './statuses.ts';

/** `expired` → `success` is a late payment. `reversed` takes two operators. */
export const orderMoves: StateMoves<OrderStatus> = moves<OrderStatus>({
  unpaid: ['success', 'expired'],
  expired: ['success'],
  success: ['reversed'],
});

/** Percent with one decimal, rounded half up: `"66.7"`; null without any. */
export function rateText(part: number, whole: number): string | null {
  if (whole === 0) return null;
  const tenths = Math.floor((part * 1000) / whole + 0.5);
  return `${Math.floor(tenths / 10)}.${tenths % 10}`;
}

export const MAX_EXPIRE_MINUTES = 1440;

/** How many callbacks one request may send again. */
export const RESEND_CAP = 1_000;

/** With a filter that no roll-up covers, a list looks at most this far back … */
export const UNCOVERED_WINDOW_DAYS = 31;
/** … and counts, and pages, to at most so many, newest first. */
export const COUNT_CAP = 1_000;
/**
 * A range of amounts that has no more orders than this in the months of the window is found by the amount; a wider one
 * by walking back.
 */
export const FEW_BY_AMOUNT = 10_000;
/** Longer than any order stays open: one that was paid, and not late, was created at most this long before. */
export const MAX_OPEN_MS = (MAX_EXPIRE_MINUTES + 60) * 60_000;
