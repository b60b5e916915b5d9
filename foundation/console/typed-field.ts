/**
 * What a text field takes of what is typed or pasted into it. It is read before its length cuts it: `123 456` pasted
 * into a field of six digits is all six. The server reads by the same functions, so what stays visible here may still
 * hold blanks.
 */
import type { ChangeEvent, CompositionEvent } from 'react';
import { typedLine, withoutInvisible } from '#foundation/core/typed-line.ts';
import { typedCode, typedNumber } from '#foundation/core/typed-text.ts';
import { composing } from './composing.ts';

/**
 * `code`: digits, or a code without hyphens; blanks go at once. `number`: a phone number, an account, an amount, an
 * order number; its blanks stay in sight and don't count. `line`: a login name, an address. `text`: names and other
 * text for people, as it is.
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
  // A field shows the text without its marks, so the person sees it in the order in which it is read.
  const plain = reading === 'text' ? text : withoutInvisible(text);
  const read = counted(plain);
  return read.length > maxLength ? read.slice(0, maxLength) : seen(plain);
}

export interface Typing {
  reading: Reading;
  maxLength?: number | undefined;
  onText: (text: string) => void;
}

/** The handlers of a controlled field. A word that is being composed is left alone until it is there. */
export function typingHandlers({ reading, maxLength, onText }: Typing) {
  const take = (field: HTMLInputElement, inserted: string) => {
    const [before, after] = withRoomFor(
      field,
      inserted,
      (text) => readings[reading].counted(text).length <= (maxLength ?? Number.POSITIVE_INFINITY),
    );
    const kept = keptText(before + after, reading, maxLength);
    if (kept !== field.value) replaceText(field, kept, keptText(before, reading, maxLength).length);
    onText(kept);
  };
  return {
    onChange: ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) =>
      composing.get() ? onText(currentTarget.value) : take(currentTarget, typedBy(nativeEvent)),
    onCompositionEnd: ({ currentTarget, data }: CompositionEvent<HTMLInputElement>) => take(currentTarget, data ?? ''),
  };
}

/** What a key put into the field; empty for a paste and all else. */
function typedBy(event: Event): string {
  return event instanceof InputEvent && event.inputType === 'insertText' ? (event.data ?? '') : '';
}

/**
 * The text before the caret and behind it. Of what was typed there stays only what the field has room for, as with a
 * native `maxlength`: a key in the middle of a full field must not push the last character out.
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
  const stood = before.slice(0, -inserted.length);
  const typed = Array.from(inserted);
  while (typed.length > 0 && !fits(stood + typed.join('') + after)) typed.pop();
  return [stood + typed.join(''), after];
}

/** In the page before React renders the same text, which would put the caret at the end. */
function replaceText(field: HTMLInputElement, text: string, caret: number): void {
  field.value = text;
  field.setSelectionRange(caret, caret);
}
