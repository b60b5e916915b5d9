/** The server's quote for a withdrawal, and the form's check against it. */
import type { OutputOf } from '#foundation/core/calls.ts';
import { readAmount } from '#foundation/core/amount-text.ts';
import { type Currency, parseAmountOrZero } from '#foundation/core/money.ts';
import { type FieldFault, fieldFault } from '#foundation/console/form/field-fault.ts';
import type { disbursementCalls } from '../../contract.ts';
import type { disbursementTexts } from '../../words.ts';

export type Quote = OutputOf<(typeof disbursementCalls)['calls']['/withdrawal/quote']>;

/**
 * Checks a typed amount with the shared amount parser and against the quote, so that an error shows before anything is
 * sent. `shown` has the quote's limits, formatted for the user.
 */
export function amountFaults(
  typed: string,
  { quote, currency, shown }: { quote: Quote; currency: Currency; shown: { least: string; most: string } },
): FieldFault[] {
  const amount = readAmount(typed, { currency });
  if (typeof amount === 'object') return [fieldFault('amount', amount.word, amount.values)];
  const minor = (text: string): bigint => parseAmountOrZero(text, currency) ?? 0n;
  const fault = (word: keyof typeof disbursementTexts) => [fieldFault('amount', word, shown)];
  if (amount < minor(quote.minimum) || amount > minor(quote.maximum)) return fault('withdrawal_range');
  return amount > minor(quote.most) ? fault('balance_insufficient') : [];
}
