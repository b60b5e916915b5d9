/**
 * Text as a person meant it: pasted text carries marks that nobody sees, and input methods write digits that no program
 * reads. Numbers, codes, accounts, amounts and searches pass through here before anything checks, counts or cuts them.
 * Passwords never do.
 *
 * A text with a mark that reverses it stays as it is, so that the check that follows refuses it.
 */
import { isBlank, isReversed, typedLine, withoutInvisible } from './typed-line.ts';

/** Full-width and Thai digits. */
const OTHER_DIGITS = /[\uff10-\uff19\u0e50-\u0e59]/g;
const HYPHENS = /[\p{Pd}\u2212\u00ad]/gu;

/** The digits of other scripts as ASCII; everything else as it is. */
export function withPlainDigits(text: string): string {
  return text.replace(OTHER_DIGITS, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
}

/** A number as it was meant: no invisible marks, no blanks anywhere, ASCII digits. */
export function typedNumber(text: string): string {
  return isReversed(text) ? text : withPlainDigits(withoutInvisible(text)).replace(/\s/g, '');
}

/** A code, a phone number or an account: as `typedNumber`, and without the hyphens that group its digits. */
export function typedCode(text: string): string {
  return isReversed(text) ? text : typedNumber(text).replace(HYPHENS, '');
}

/** A login name: one line, ASCII digits. */
export function typedLogin(text: string): string {
  return withPlainDigits(typedLine(text));
}

/** Text for people, as it was written; empty where a reader would see nothing. */
export function typedText(text: string): string {
  return isBlank(text) ? '' : text.trim();
}

/**
 * A name of a person or a company: composed, on one line with single spaces, and with one sign each for the apostrophe,
 * the hyphen and the point, however they were typed.
 */
export function typedName(text: string): string {
  if (isReversed(text)) return text;
  return withoutInvisible(text)
    .normalize('NFC')
    .replace(/[\uff10-\uff19\uff06\uff0c\uff0e\uff0f]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\u2018\u2019\uff07]/g, "'")
    .replace(HYPHENS, '-')
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?[•‧・･] ?/g, '·');
}
