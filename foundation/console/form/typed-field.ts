/**
 * Normalizes what is typed or pasted into a text field before it truncates it to the field's length: `123 456` pasted
 * into a field of six digits gives all six. The server normalizes in the same way, so visible text can keep its spaces.
 */
import type { ChangeEvent, CompositionEvent } from 'react';
import { typedLine, withoutInvisible } from '#foundation/core/typed-line.ts';
import { typedCode, typedNumber } from '#foundation/core/typed-text.ts';
import { composing } from './composing.ts';

/**
 * How a field's text is normalized. `code`: digits, or a code without hyphens; spaces are removed at once. `number`: a
 * phone number, an account, an amount or an order number; spaces stay visible and don't count. `line`: a login name or
 * an address. `text`: names and other text for people, unchanged.
 */
export type Reading = 'code' | 'number' | 'line' | 'text';

const readings: Readonly<Record<Reading, { visible: (text: string) => string; counted: (text: string) => string }>> = {
  code: { visible: typedCode, counted: typedCode },
  number: { visible: withoutInvisible, counted: typedNumber },
  line: { visible: withoutInvisible, counted: typedLine },
  text: { visible: (text) => text, counted: typedLine },
};

/** The text that the field keeps. Truncated only if its normalized form is too long. */
export function fittingText(text: string, reading: Reading, maxLength = Number.POSITIVE_INFINITY): string {
  const { visible, counted } = readings[reading];
  // Removes marks that change the direction, so that the user sees the text in the order in which it is read.
  const plain = reading === 'text' ? text : withoutInvisible(text);
  const read = counted(plain);
  return read.length > maxLength ? read.slice(0, maxLength) : visible(plain);
}

export interface Typing {
  reading: Reading;
  maxLength?: number | undefined;
  onText: (text: string) => void;
}

/** Event handlers for a controlled field. They leave text unchanged while a word is being composed. */
export function typingHandlers({ reading, maxLength, onText }: Typing) {
  const take = (field: HTMLInputElement, inserted: string) => {
    const [before, after] = withRoomFor(
      field,
      inserted,
      (text) => readings[reading].counted(text).length <= (maxLength ?? Number.POSITIVE_INFINITY),
    );
    const kept = fittingText(before + after, reading, maxLength);
    if (kept !== field.value) replaceText(field, kept, fittingText(before, reading, maxLength).length);
    onText(kept);
  };
  return {
    onChange: ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) =>
      composing.get() ? onText(currentTarget.value) : take(currentTarget, typedBy(nativeEvent)),
    onCompositionEnd: ({ currentTarget, data }: CompositionEvent<HTMLInputElement>) => take(currentTarget, data ?? ''),
  };
}

/** The text that a key inserted; empty for a paste and other input. */
function typedBy(event: Event): string {
  return event instanceof InputEvent && event.inputType === 'insertText' ? (event.data ?? '') : '';
}

/**
 * The text before and after the caret. Drops typed characters that do not fit, as a native `maxlength` does: a key in
 * the middle of a full field must not push the last character out.
 */
function withRoomFor(
  { value, selectionStart }: HTMLInputElement,
  inserted: string,
  fits: (text: string) => boolean,
): [before: string, after: string] {
  const caret = selectionStart ?? value.length;
  const before = value.slice(0, caret);
  const after = value.slice(caret);
  if (inserted === '' || !before.endsWith(inserted)) return [before, after];
  const previous = before.slice(0, -inserted.length);
  const typed = Array.from(inserted);
  while (typed.length > 0 && !fits(previous + typed.join('') + after)) typed.pop();
  return [previous + typed.join(''), after];
}

/** Changes the field before React renders the same text, which would move the caret to the end. */
function replaceText(field: HTMLInputElement, text: string, caret: number): void {
  field.value = text;
  field.setSelectionRange(caret, caret);
}
