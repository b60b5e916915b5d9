/** What may happen to an order, and which figures follow from its states. Pure. */
import { type StateMoves, moves } from '#foundation/core/moves.ts';
import type { OrderStatus } from './contract.ts';

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

export const DEFAULT_EXPIRE_MINUTES = 30;
export const MAX_EXPIRE_MINUTES = 1440;

/** With a filter that no roll-up covers, a list looks at most this far back, and counts at most so many. */
export const UNCOVERED_WINDOW_DAYS = 31;
export const COUNT_CAP = 10_000;
/** Orders that begin with the typed characters: at most so many are looked at, newest numbers first. */
export const PREFIX_CAP = 1_000;
