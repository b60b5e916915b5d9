/**
 * Cleans a typed or pasted line of invisible marks. Separate from `typed-text.ts`, which builds on it, because the
 * first code of every page needs it to read the address.
 *
 * A text with a reversing mark is returned unchanged, so that the next check rejects it.
 */

/** Characters that render as nothing: zero-width, direction and byte order marks, soft hyphens, fillers. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/gu;
/** Marks that make a page show the following text from right to left, so that the person saw a different text. */
const REVERSING = /[\u202b\u202e\u2067]/;

export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** Whether a mark in the text makes a page show part of it from right to left. */
export function isReversed(text: string): boolean {
  return REVERSING.test(text);
}

/** Whether the text shows nothing at all. */
export function isBlank(text: string): boolean {
  return withoutInvisible(text).trim() === '';
}

/** Removes invisible marks, and spaces at both ends. */
export function typedLine(text: string): string {
  return isReversed(text) ? text : withoutInvisible(text).trim();
}
