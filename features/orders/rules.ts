/** How an order's status can change, and figures derived from it. Pure. */
import { type StateMachine, stateMachine } from '#foundation/core/state-machine.ts';
import type { OrderStatus } from './statuses.ts';

/** `expired` → `success` is a late payment. `reversed` takes two operators. */
export const orderTransitions: StateMachine<OrderStatus> = stateMachine<OrderStatus>({
  unpaid: ['success', 'expired'],
  expired: ['success'],
  success: ['reversed'],
});

/** Percent with one decimal, rounded half up: `"66.7"`; null when `whole` is 0. */
export function rateText(part: number, whole: number): string | null {
  if (whole === 0) return null;
  const tenths = Math.floor((part * 1000) / whole + 0.5);
  return `${Math.floor(tenths / 10)}.${tenths % 10}`;
}

export const MAX_EXPIRE_MINUTES = 1440;

/** Max callbacks that one request resends. */
export const MAX_RESENT = 1_000;

/** With a filter that no roll-up covers, a list looks back at most this far … */
export const UNCOVERED_WINDOW_DAYS = 31;
/** … and counts and pages at most this many orders, newest first. */
export const MAX_COUNTED = 1_000;
/**
 * A range of amounts with at most this many orders in the window's months is searched by amount; a wider one by walking
 * back.
 */
export const MAX_BY_AMOUNT = 10_000;
/** Longer than any order stays open. An order that was not paid late was created at most this long before payment. */
export const MAX_OPEN_MS = (MAX_EXPIRE_MINUTES + 60) * 60_000;
