/** What remains of the available balance after a debit, or what is missing. Takes and returns decimal texts. */
import { type Currency, formatAmount, parseAmountOrZero } from '#foundation/core/money.ts';

export interface RemainingMoney {
  readonly left: string;
  /** Undefined if there is enough. */
  readonly missing: string | undefined;
}

export function remainingMoney(available: string, debit: string, currency: Currency): RemainingMoney {
  const leftMinor = (parseAmountOrZero(available, currency) ?? 0n) - (parseAmountOrZero(debit, currency) ?? 0n);
  return leftMinor < 0n
    ? { left: formatAmount(0n, currency), missing: formatAmount(-leftMinor, currency) }
    : { left: formatAmount(leftMinor, currency), missing: undefined };
}
