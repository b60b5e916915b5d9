/** The server's quote for a withdrawal, and the form's check against it. */
import type { OutputOf } from '#foundation/core/calls.ts';
import { type Currency, parseAmountOrZero } from '#foundation/core/money.ts';
import { amountFieldFault, type AmountFaultTerms } from '#foundation/console/form/amount-fault.ts';
import { type FieldFault, fieldFault } from '#foundation/console/form/field-fault.ts';
import type { CardRow } from '#features/cards/contract.ts';
import type { DisbursementRow, disbursementCalls } from '../../contract.ts';
import type { withdrawWords } from '../../screen-words.ts';
import type { disbursementTexts } from '../../words.ts';

export type Quote = OutputOf<(typeof disbursementCalls)['calls']['/withdrawal/quote']>;

/**
 * Checks the amount with the shared amount parser and against the quote, so that an error shows before anything is
 * sent. `shown` has the quote's limits, formatted for the user.
 */
export function amountFaults(
  typed: string,
  { quote, shown, ...terms }: AmountFaultTerms & { quote: Quote; shown: { least: string; most: string; now: string } },
): FieldFault[] {
  const amount = amountFieldFault('amount', typed, terms);
  if (typeof amount === 'object') return [amount];
  const minor = (text: string): bigint => parseAmountOrZero(text, terms.currency) ?? 0n;
  const fault = (word: keyof typeof disbursementTexts | keyof typeof withdrawWords) => [
    fieldFault('amount', word, shown),
  ];
  const isTooMuch = amount > minor(quote.most);
  // Of two limits, the one that the amount would meet first.
  if (isTooMuch && bindingLimit(quote, terms.currency) === 'balance' && amount >= minor(quote.minimum))
    return fault('more_than_now');
  return isTooMuch || amount < minor(quote.minimum) ? fault('withdrawal_range') : [];
}

/** What limits the amount now: the balance, or the largest withdrawal. */
export function bindingLimit({ most, maximum }: Quote, currency: Currency): 'balance' | 'maximum' {
  const minor = (text: string): bigint => parseAmountOrZero(text, currency) ?? 0n;
  return minor(most) < minor(maximum) ? 'balance' : 'maximum';
}

/** The card of the newest withdrawal, if it can still be used; else the first one. */
export function lastUsedCard(cards: readonly CardRow[], last: DisbursementRow | undefined): CardRow | undefined {
  const used = last?.settlement;
  return (
    cards.find(
      (card) => used && card.type === last.type && card.holder === used.holder && card.account === used.account,
    ) ?? cards[0]
  );
}
