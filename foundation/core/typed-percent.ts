/**
 * Percentages as the reader of a page in one language types them. A percentage has no groups of thousands, so a comma and
 * a point mean the same in every language and nothing is ambiguous.
 */
import { parsePercent } from './money.ts';
import { decimalSignIn } from './typed-amount.ts';
import { typedNumber } from './typed-text.ts';
import type { Language } from './words.ts';

/** Returns the percentage in wire form, `0,8 %` → `0.8`, or the text unchanged if it is none. */
export function percentOnWire(text: string): string {
  const plain = typedNumber(text).normalize('NFKC').replace(/%$/, '').replace(',', '.').replace(/^\./, '0.');
  return parsePercent(plain) === undefined ? text : plain;
}

/** The same for a change of a percentage: `−0,1 %` → `-0.1`. */
export function percentChangeOnWire(text: string): string {
  const [, sign = '', rest = ''] = /^\s*([-+\u2212]?)(.*)$/su.exec(text) ?? [];
  const plain = percentOnWire(rest);
  return parsePercent(plain) === undefined ? text : (sign === '' || sign === '+' ? '' : '-') + plain;
}

/** A wire percentage as the reader writes it, without its sign: `0.8` → `0,8`. Other text stays unchanged. */
export function percentAsTyped(value: string, language: Language): string {
  return parsePercent(value.replace(/^-/, '')) === undefined ? value : value.replace('.', decimalSignIn(language));
}
