/**
 * The field of an amount: takes what people type in their language and what they copy from a page, and groups it when
 * they leave the field. Of a text that can be two amounts it asks which one. Its value is the amount in wire form, or
 * the text as long as it is none.
 */
import { Button, TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { parseAmountOrZero } from '#foundation/core/money.ts';
import { currencySign } from '#foundation/core/money-text.ts';
import {
  amountAsTyped,
  possibleAmounts,
  type TypedAmountTerms,
  typedAmountValue,
} from '#foundation/core/typed-amount.ts';
import { useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { useLanguage, useWords } from '#foundation/console/page/words.tsx';
import classes from './AmountField.module.css';
import { amountWords } from './amount-words.ts';
import { useFormState } from './form.tsx';
import { typingHandlers } from './typed-field.ts';

export interface AmountInputProps {
  value: string;
  onValue: (value: string) => void;
  /** Called when the field loses the focus. */
  onLeave?: () => void;
  label: ReactNode;
  description?: ReactNode;
  error?: ReactNode;
  name?: string;
  placeholder?: string;
  allowsZero?: boolean;
  disabled?: boolean;
  readOnly?: boolean;
  /** `large`: for the one amount that a form is about. */
  size?: 'large' | 'normal';
  'data-autofocus'?: boolean;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
}

const MAX_TYPED = 40;

export function AmountInput({
  value,
  onValue,
  onLeave,
  error,
  allowsZero = false,
  size = 'normal',
  ...props
}: AmountInputProps) {
  const input = useRef<HTMLInputElement>(null);
  const amount = useTypedAmount(value, onValue, { allowsZero });
  return (
    <div className={classes.amount} data-size={size}>
      <TextInput
        {...props}
        ref={input}
        value={amount.text}
        error={amount.choices ? error !== undefined : error}
        inputMode="decimal"
        autoComplete="off"
        leftSection={<CurrencySign />}
        {...typingHandlers({ reading: 'text', maxLength: MAX_TYPED, onText: amount.type })}
        onBlur={() => {
          amount.leave();
          onLeave?.();
        }}
      />
      <AmountQuestion
        choices={amount.choices}
        onChoose={(chosen) => {
          amount.choose(chosen);
          input.current?.focus();
        }}
      />
    </div>
  );
}

/** Which of two amounts is meant, as two buttons; nothing if there is no question. */
export function AmountQuestion({
  choices,
  onChoose,
}: {
  choices: TypedAmount['choices'];
  onChoose: (amount: string) => void;
}) {
  const t = useWords(amountWords);
  const format = useFormat();
  const titleId = useId();
  if (!choices) return null;
  return (
    <div className={classes.question} role="group" aria-labelledby={titleId}>
      <span id={titleId} role="status">
        {t('amount_which')}
      </span>
      {choices.map((amount) => (
        <Button key={amount} variant="default" size="compact-sm" onClick={() => onChoose(amount)}>
          {format.amount(amount)}
        </Button>
      ))}
    </div>
  );
}

/** The sign that prices have in front in the reader's language, or the currency's code. */
function CurrencySign() {
  const { language } = useLanguage();
  const { currency } = useLocality();
  return (
    <span className={classes.sign} aria-hidden="true">
      {currencySign(currency, language)}
    </span>
  );
}

export interface AmountFieldProps extends Omit<AmountInputProps, 'value' | 'onValue' | 'onLeave' | 'name'> {
  name: string;
  /** The largest amount, in wire form: a larger one is reported while it is being typed. */
  most?: string | undefined;
}

/** An amount field of a form. The form's `check` reports what is wrong, by `amountFieldFault`. */
export function AmountField({ name, error, most, ...props }: AmountFieldProps) {
  const form = useFormState();
  const { currency } = useLocality();
  const mostMinor = parseAmountOrZero(most, currency);
  const take = (value: string) => {
    const minor = parseAmountOrZero(value, currency);
    const isTooMuch = mostMinor !== undefined && minor !== undefined && minor > mostMinor;
    form.set(name, value, { checked: isTooMuch });
  };
  return (
    <AmountInput
      name={name}
      value={form.values[name] ?? ''}
      error={form.errors[name] ?? error}
      onValue={take}
      onLeave={() => form.leave(name)}
      readOnly={form.sending}
      {...props}
    />
  );
}

export interface TypedAmount {
  text: string;
  /** The two amounts that the text can mean, in wire form; undefined if it is no question. */
  choices: readonly [string, string] | undefined;
  type(text: string): void;
  choose(amount: string): void;
  leave(): void;
}

/**
 * The text of an amount field over its value. The text is grouped in the reader's language when the field is left, and
 * again in another language.
 */
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
