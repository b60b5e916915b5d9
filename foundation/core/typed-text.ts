/**
 * Normalizes typed and pasted text: pasted text has invisible marks, and input methods write non-ASCII digits. Numbers,
 * codes, accounts, amounts and searches are normalized here before anything checks, counts or cuts them. Passwords
 * never are.
 *
 * A text with a reversing mark is returned unchanged, so that the next check rejects it.
 */
import { isBlank, isReversed, typedLine, withoutInvisible } from './typed-line.ts';

/** Full-width and Thai digits. */
const OTHER_DIGITS = /[\uff10-\uff19\u0e50-\u0e59]/g;
const HYPHENS = /[\p{Pd}\u2212\u00ad]/gu;

/**
 * A number in scientific notation, as spreadsheets and programs write one that has lost digits: `6.22E+18`. A short
 * reference such as `5e7` has neither a sign nor decimals.
 */
const ROUNDED_NUMBER = /^-?\d(?:[.,]\d+e\+?|e\+)\d{1,3}$/i;

/** Whether a spreadsheet or a program has rounded this number and lost its digits. */
export const isRoundedNumber = (text: string): boolean => ROUNDED_NUMBER.test(text);

/** Replaces full-width and Thai digits with ASCII ones. */
export function withPlainDigits(text: string): string {
  return text.replace(OTHER_DIGITS, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf));
}

/** Normalizes a number: no invisible marks, no spaces, ASCII digits. */
export function typedNumber(text: string): string {
  return isReversed(text) ? text : withPlainDigits(withoutInvisible(text)).replace(/\s/g, '');
}

/** Normalizes a code, a phone number or an account: like `typedNumber`, and without hyphens. */
export function typedCode(text: string): string {
  return isReversed(text) ? text : typedNumber(text).replace(HYPHENS, '');
}

/** Normalizes a login name: no invisible marks, no spaces around it, ASCII digits. */
export function typedLogin(text: string): string {
  return withPlainDigits(typedLine(text));
}

/** Trims text for people and otherwise leaves it unchanged. Returns an empty string if it shows nothing. */
export function typedText(text: string): string {
  return isBlank(text) ? '' : text.trim();
}

/**
 * Normalizes a name of a person or a company: composed (NFC), with single spaces, and with one character each for the
 * apostrophe, the hyphen and the middle dot, however they were typed.
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
