/** What a form says about the text of an amount field, with an example that the reader could have typed. */
import { readAmount } from '#foundation/core/amount-text.ts';
import { type Currency, minorDigits } from '#foundation/core/money.ts';
import { exampleAmount } from '#foundation/core/typed-amount.ts';
import type { Language, PhraseValues } from '#foundation/core/words.ts';
import { type FieldFault, fieldFault } from './field-fault.ts';

export interface AmountFaultTerms {
  currency: Currency;
  language: Language;
  allowsZero?: boolean;
}

/** What a field's value says: an amount in minor units, or a word of `amount-words.ts` or `field-words.ts`. */
export function amountOrFault(
  value: string,
  terms: AmountFaultTerms,
): bigint | { word: string; values: PhraseValues | undefined } {
  const read = readAmount(value, terms);
  if (typeof read === 'bigint') return read;
  if (read.word === 'amount_either') return { word: 'amount_which', values: undefined };
  if (read.word !== 'amount_form') return { word: read.word, values: read.values };
  const digits = minorDigits(terms.currency);
  const example = exampleAmount(terms);
  return new RegExp(`^[^.,]*\\d[.,]\\d{${digits + 1},}\\D*$`).test(value)
    ? { word: 'amount_decimals', values: { digits, example } }
    : { word: 'amount_typed', values: { example } };
}

/** The fault of the field `name`, if its value is no amount. The form's texts must include `amountWords`. */
export function amountFieldFault(name: string, value: string, terms: AmountFaultTerms): FieldFault | bigint {
  const found = amountOrFault(value, terms);
  return typeof found === 'bigint' ? found : fieldFault(name, found.word, found.values);
}
