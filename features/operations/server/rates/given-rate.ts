/** A rate that a request gives. */
import { type RateTexts, readRate } from '#features/channels/rate-texts.ts';
import type { Rate } from '#features/channels/rules.ts';
import type { Currency } from '#foundation/core/money.ts';

interface GivenContext {
  wrongField(field: string, word: string): never;
}

/** Refuses the first part that can't be read; `at` comes before the names of the request's fields. */
export function givenRate({ wrongField }: GivenContext, given: RateTexts, currency: Currency, at = ''): Rate {
  const { rate, wrong } = readRate(given, currency);
  return rate ?? wrongField(`${at}${wrong[0]}`, wrong[0] === 'percent' ? 'percent_range' : 'amount_form');
}
