/**
 * The text of an amount field over its value, which is the amount in wire form, or the text as long as it is none. The
 * text is grouped in the reader's language when the field is left, and again in another language.
 */
import { useState } from 'react';
import { parseAmountOrZero } from '#foundation/core/money.ts';
import {
  amountAsTyped,
  possibleAmounts,
  type TypedAmountTerms,
  typedAmountValue,
} from '#foundation/core/typed-amount.ts';
import { useLocality } from '#foundation/console/display/format.tsx';
import { useLanguage } from '#foundation/console/page/words.tsx';

export interface TypedAmount {
  text: string;
  /** The two amounts that the text can mean, in wire form; undefined if it is no question. */
  choices: readonly [string, string] | undefined;
  type(text: string): void;
  choose(amount: string): void;
  leave(): void;
}

export function useTypedAmount(
  value: string,
  onValue: (value: string) => void,
  { allowsZero = false }: { allowsZero?: boolean } = {},
): TypedAmount {
  const { language } = useLanguage();
  const { currency } = useLocality();
  const terms: TypedAmountTerms = { currency, language, allowsZero };
  // What was typed, as long as the value is still the one that came of it.
  const [typed, setTyped] = useState<{ text: string; value: string }>();
  const text = typed && typed.value === value ? typed.text : amountAsTyped(value, terms);
  return {
    text,
    choices: possibleAmounts(text, terms),
    type(next) {
      const kept = typedAmountValue(next, terms);
      setTyped({ text: next, value: kept });
      if (kept !== value) onValue(kept);
    },
    choose(amount) {
      setTyped(undefined);
      onValue(amount);
    },
    leave() {
      if (parseAmountOrZero(value, currency) !== undefined) setTyped(undefined);
    },
  };
}
