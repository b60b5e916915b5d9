/**
 * Mobile numbers of mainland China. Apart from rules.ts, so that who needs no other country loads no library for them.
 */
import { typedCode } from '#foundation/core/typed-text.ts';

/**
 * The 11 digits that are meant, also with the country's code before them (`+86 138 1234 5678`, `0086…`, `86…`): no
 * other number of 13 digits can be meant. Undefined: no such number.
 */
export function mainlandMobileOf(text: string): string | undefined {
  const typed = typedCode(text)
    .replace('＋', '+')
    .replace(/^\((\+?\d+)\)/, '$1');
  return /^(?:\+86|0086|86)?(1[3-9]\d{9})$/.exec(typed)?.[1];
}
