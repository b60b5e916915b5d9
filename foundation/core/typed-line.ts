/**
 * A line as a person meant it: pasted text carries marks that nobody sees. Apart from `typed-text.ts`, which builds on
 * it, as the first code of every page reads its address by it.
 *
 * A text with a mark that reverses it stays as it is, so that the check that follows refuses it.
 */

/** Zero-width marks, direction marks, byte order marks, soft hyphens, fillers: what renders as nothing. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]/gu;
/**
 * Marks that make a page show what follows from right to left: what the person saw is another text than the one that is
 * read.
 */
const REVERSING = /[\u202b\u202e\u2067]/;

export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, '');
}

/** Whether a page shows part of the text from right to left because of a mark in it. */
export function isReversed(text: string): boolean {
  return REVERSING.test(text);
}

/** Whether a reader would see nothing. */
export function isBlank(text: string): boolean {
  return withoutInvisible(text).trim() === '';
}

/** One line of typed text: no invisible marks, no blanks around it. */
export function typedLine(text: string): string {
  return isReversed(text) ? text : withoutInvisible(text).trim();
}
