/**
 * The field of an amount: takes what people type in their language and what they copy from a page, and groups it when
 * they leave the field. Of a text that can be two amounts it asks which one. Its value is the amount in wire form, or
 * the text as long as it is none.
 */
import { Button, TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import { parseAmountOrZero } from '#foundation/core/money.ts';
import { currencySign } from '#foundation/core/money-text.ts';
import { useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { useLanguage, useWords } from '#foundation/console/page/words.tsx';
import classes from './AmountField.module.css';
import { amountWords } from './amount-words.ts';
import { useFormState } from './form.tsx';
import { typingHandlers } from './typed-field.ts';
import { type TypedAmount, useTypedAmount } from './use-typed-amount.ts';

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
