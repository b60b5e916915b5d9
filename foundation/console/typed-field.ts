/**
 * What a text field takes of what is typed or pasted into it. It is read before its length cuts it: `123 456` pasted into a field
 * of six digits is all six. The server reads by the same functions, so what stays visible here may still hold blanks.
 */
import type { ChangeEvent, CompositionEvent } from 'react';
import { typedCode, typedLine, typedNumber, withoutInvisible } from '#foundation/core/typed-text.ts';
import { composing } from './composing.ts';

/**
 * `code`: digits, or a code without hyphens; blanks go at once. `number`: a phone number, an account, an amount, an order number;
 * its blanks stay in sight and don't count. `line`: a login name, an address. `text`: names and other text for people, as it is.
 */
export type Reading = 'code' | 'number' | 'line' | 'text';

const readings: Readonly<Record<Reading, { seen: (text: string) => string; counted: (text: string) => string }>> = {
  code: { seen: typedCode, counted: typedCode },
  number: { seen: withoutInvisible, counted: typedNumber },
  line: { seen: withoutInvisible, counted: typedLine },
  text: { seen: (text) => text, counted: typedLine },
};

/** What the field keeps of a text: cut only when it is too long after it was read. */
export function keptText(text: string, reading: Reading, maxLength = Number.POSITIVE_INFINITY): string {
  const { seen, counted } = readings[reading];
  const read = counted(text);
  return read.length > maxLength ? read.slice(0, maxLength) : seen(text);
}

export interface Typing {
  reading: Reading;
  maxLength?: number | undefined;
  onText: (text: string) => void;
}

/** The handlers of a controlled field. A word that is being composed is left alone until it is there. */
export function typingHandlers({ reading, maxLength, onText }: Typing) {
  const take = (field: HTMLInputElement) => {
    const kept = keptText(field.value, reading, maxLength);
    if (kept !== field.value) replaceText(field, kept, keptText(field.value.slice(0, field.selectionStart ?? undefined), reading, maxLength).length);
    onText(kept);
  };
  return {
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => (composing.get() ? onText(currentTarget.value) : take(currentTarget)),
    onCompositionEnd: ({ currentTarget }: CompositionEvent<HTMLInputElement>) => take(currentTarget),
  };
}

/** In the page before React renders the same text, which would put the caret at the end. */
function replaceText(field: HTMLInputElement, text: string, caret: number): void {
  field.value = text;
  field.setSelectionRange(caret, caret);
}
