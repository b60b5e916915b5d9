/**
 * Mobile numbers in mainland China. Separate from rules.ts, so that code that needs no other country does not load the
 * phone number library.
 */
import { typedCode } from '#foundation/core/typed-text.ts';

/**
 * Returns the 11 digits of the number, with or without the country code (`+86 138 1234 5678`, `0086…`, `86…`): no other
 * 13-digit number can be meant. Undefined if the text is not such a number.
 */
export function mainlandMobileOf(text: string): string | undefined {
  const typed = typedCode(text)
    .replace('＋', '+')
    .replace(/^\((\+?\d+)\)/, '$1');
  return /^(?:\+86|0086|86)?(1[3-9]\d{9})$/.exec(typed)?.[1];
}
