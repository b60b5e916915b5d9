/** The filters of a `FilterBar`: text, choice, amounts. Dates are in `DateRangeFilter.tsx`. */
import { useDebouncedCallback } from '@mantine/hooks';
import { type FormEvent, memo, useId, useState } from 'react';
import { AmountInput } from '#foundation/console/form/AmountField.tsx';
import { amountOrFault } from '#foundation/console/form/amount-fault.ts';
import { amountWords } from '#foundation/console/form/amount-words.ts';
import { fieldMessage } from '#foundation/core/field-errors.ts';
import { isBlank, typedLine } from '#foundation/core/typed-line.ts';
import type { AmountRange, Several } from './address-fields.ts';
import { composing } from '#foundation/console/form/composing.ts';
import { useFilterRefusal } from './filter-refusals.ts';
import { ClearButton, FilterButton, FilterFooter } from './FilterButton.tsx';
import classes from './FilterBar.module.css';
import { type Format, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { SearchIcon } from '#foundation/console/display/icons.tsx';
import { listWords } from './list-words.ts';
import { PlainField } from '#foundation/console/display/plain.tsx';
import { Popup, PopupMenu } from '#foundation/console/overlay/Popup.tsx';
import { typingHandlers } from '#foundation/console/form/typed-field.ts';
import { useDraft } from '#foundation/console/form/use-draft.ts';
import type { Bound } from './use-list-address.ts';
import { type Translate, useLanguage, useWords } from '#foundation/console/page/words.tsx';

const TYPING_MS = 350;
const MAX_SEARCH_LENGTH = 64;

export interface FilterProps<Value> extends Bound<Value> {
  label: string;
}

/** Searches after a short pause in typing, or at once on Enter. */
export const TextFilter = memo(TextFilterInner);

function TextFilterInner({
  name,
  label,
  value = '',
  onChange,
  placeholder = label,
}: FilterProps<string> & { placeholder?: string }) {
  const t = useWords(listWords);
  const errorId = useId();
  const draft = useDraft(value);
  const refusal = useFilterRefusal(name);
  const send = (typed: string) => {
    draft.sent(typedLine(typed));
    onChange(typedLine(typed) || undefined, { typing: true });
  };
  const sendSoon = useDebouncedCallback(send, TYPING_MS);
  const type = (typed: string) => {
    draft.type(typed);
    // Searches neither a half-composed word nor the text before it.
    if (composing.get()) sendSoon.cancel();
    else sendSoon(typed);
  };
  const clear = () => {
    sendSoon.cancel();
    draft.type('');
    send('');
  };
  return (
    <div className={classes.search}>
      <div className={classes.text} data-label={label}>
        <SearchIcon />
        <PlainField
          tall
          type="search"
          aria-label={label}
          placeholder={placeholder}
          aria-invalid={refusal !== undefined || undefined}
          aria-describedby={refusal === undefined ? undefined : errorId}
          value={draft.text}
          autoComplete="off"
          spellCheck={false}
          {...typingHandlers({ reading: 'number', maxLength: MAX_SEARCH_LENGTH, onText: type })}
          onCompositionStart={() => sendSoon.cancel()}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            sendSoon.cancel();
            send(draft.text);
          }}
        />
        {draft.text !== '' && <ClearButton label={t('clear')} onClick={clear} />}
      </div>
      {refusal !== undefined && (
        <p className={classes.refusal} id={errorId} role="alert">
          {refusal}
        </p>
      )}
    </div>
  );
}

interface Option<Choice> {
  value: Choice;
  label: string;
}

export interface ChoiceFilterProps<Choice extends string> extends FilterProps<Choice> {
  options: readonly Option<Choice>[];
}

/** Memoized, so that it doesn't re-render when another filter changes. */
export const ChoiceFilter = memo(ChoiceFilterInner) as typeof ChoiceFilterInner;

function ChoiceFilterInner<Choice extends string>({ label, value, onChange, options }: ChoiceFilterProps<Choice>) {
  const t = useWords(listWords);
  const text = value === undefined ? undefined : (options.find((option) => option.value === value)?.label ?? value);
  const items = () => [
    { key: '', label: t('all'), chosen: value === undefined, onClick: () => onChange(undefined) },
    ...options.map((option) => ({
      key: option.value as string,
      label: option.label,
      chosen: option.value === value,
      // Choosing the current option again clears the filter.
      onClick: () => onChange(option.value === value ? undefined : option.value),
    })),
  ];
  return (
    <PopupMenu
      values
      position="bottom-start"
      groups={() => [items()]}
      renderButton={(button) => (
        <FilterButton label={label} text={text} button={button} onClear={() => onChange(undefined)} />
      )}
    />
  );
}

export interface ChoicesFilterProps<Choice extends string> extends FilterProps<Several<Choice>> {
  options: readonly Option<Choice>[];
}

/** Several values can be chosen; the menu stays open meanwhile. */
export const ChoicesFilter = memo(ChoicesFilterInner) as typeof ChoicesFilterInner;

function ChoicesFilterInner<Choice extends string>({ label, value, onChange, options }: ChoicesFilterProps<Choice>) {
  const t = useWords(listWords);
  const chosen: readonly Choice[] = value ?? [];
  const labelOf = (one: Choice) => options.find((option) => option.value === one)?.label ?? one;
  const toggle = (one: Choice) => {
    const wanted = chosen.includes(one) ? chosen.filter((other) => other !== one) : [...chosen, one];
    const known = options.map((option) => option.value);
    const [first, ...others] = wanted.toSorted((a, b) => known.indexOf(a) - known.indexOf(b));
    onChange(first === undefined ? undefined : [first, ...others]);
  };
  const items = () => [
    { key: '', label: t('all'), chosen: chosen.length === 0, onClick: () => onChange(undefined) },
    ...options.map((option) => ({
      key: option.value as string,
      label: option.label,
      chosen: chosen.includes(option.value),
      several: true,
      onClick: () => toggle(option.value),
    })),
  ];
  return (
    <PopupMenu
      values
      position="bottom-start"
      groups={() => [items()]}
      renderButton={(button) => (
        <FilterButton
          label={label}
          text={value && chosen.map(labelOf).join(', ')}
          button={button}
          onClear={() => onChange(undefined)}
        />
      )}
    />
  );
}

/** Filters only when applied, as an incomplete number must not filter. */
export const AmountRangeFilter = memo(AmountRangeFilterInner);

function AmountRangeFilterInner({ label, value, onChange }: FilterProps<AmountRange>) {
  const t = useWords(listWords);
  const format = useFormat();
  const text = value && amountText(value, t, format);
  return (
    <Popup
      renderButton={(button) => (
        <FilterButton label={label} text={text} button={button} onClear={() => onChange(undefined)} />
      )}
    >
      {(close) => (
        <AmountForm
          value={value ?? {}}
          label={label}
          onApply={(range) => {
            close();
            onChange(range);
          }}
        />
      )}
    </Popup>
  );
}

function AmountForm({
  value,
  label,
  onApply,
}: {
  value: AmountRange;
  label: string;
  onApply: (range: AmountRange | undefined) => void;
}) {
  const t = useWords(listWords);
  const { language } = useLanguage();
  const { currency } = useLocality();
  const [from, setFrom] = useState(value.from ?? '');
  const [to, setTo] = useState(value.to ?? '');
  const terms = { currency, language, allowsZero: true };
  const faultOf = (text: string) => {
    const read = isBlank(text) ? 0n : amountOrFault(text, terms);
    return typeof read === 'bigint' ? undefined : fieldMessage(read.word, read.values ?? {}, amountWords, language);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (faultOf(from) !== undefined || faultOf(to) !== undefined) return;
    const bounds = Object.entries({ from, to }).flatMap(([name, text]) => (isBlank(text) ? [] : [[name, text]]));
    onApply(bounds.length === 0 ? undefined : (Object.fromEntries(bounds) as AmountRange));
  };
  return (
    <form onSubmit={submit} aria-label={label}>
      <div className={classes.pair}>
        <AmountInput label={t('from')} data-autofocus allowsZero value={from} error={faultOf(from)} onValue={setFrom} />
        <AmountInput label={t('to')} allowsZero value={to} error={faultOf(to)} onValue={setTo} />
      </div>
      <FilterFooter onClear={() => onApply(undefined)} />
    </form>
  );
}

function amountText({ from, to }: AmountRange, t: Translate<typeof listWords>, format: Format): string {
  if (from !== undefined && to !== undefined) return `${format.amount(from)} – ${format.amount(to)}`;
  if (from !== undefined) return t('at_least', { amount: format.amount(from) });
  return to === undefined ? t('any_amount') : t('at_most', { amount: format.amount(to) });
}
