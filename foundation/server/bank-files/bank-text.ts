/** The texts of a bank's file: its letters, amounts and days. */
import { type Currency, minorDigits } from '#foundation/core/money.ts';
import { BankFileFault, MAX_BANK_FILE_BYTES, type Place } from './bank-statement.ts';

const WHOLE_FILE: Place = { line: 1, field: '' };

export function checkSize(bytes: Uint8Array): void {
  if (bytes.length > MAX_BANK_FILE_BYTES)
    throw new BankFileFault('bank_file_large', WHOLE_FILE, { megabytes: MAX_BANK_FILE_BYTES / 1_048_576 });
  if (bytes.length === 0) throw new BankFileFault('bank_file_empty', WHOLE_FILE);
}

const MAX_DIGITS = 18;
const MAX_SHOWN = 40;

export function formFault(place: Place, text: string): BankFileFault {
  return new BankFileFault('bank_field_form', place, { text: text.slice(0, MAX_SHOWN) });
}

/** Reads a magnitude. Zeros beyond the currency's decimals are accepted, other digits are not. */
export function readMagnitude(text: string, decimalSign: '.' | ',', currency: Currency, place: Place): bigint {
  const [whole = '', decimals = '', ...more] = text.split(decimalSign);
  const digits = minorDigits(currency);
  const areDigits = /^\d+$/.test(whole + decimals) && (whole + decimals).replace(/^0+/, '').length <= MAX_DIGITS;
  if (more.length > 0 || !areDigits || !/^0*$/.test(decimals.slice(digits))) throw formFault(place, text);
  return BigInt(whole + decimals.slice(0, digits).padEnd(digits, '0'));
}

export function readCurrency(text: string, place: Place): Currency {
  const code = text.trim().toUpperCase();
  if (!/^[A-Z]{3}$/.test(code)) throw formFault(place, text);
  return code;
}

/** A day as banks write it: interest is due on the 30th of every month, in February as well. */
export function readDay(year: number, month: number, day: number): string | undefined {
  // JavaScript reads the years before 100 as those of the last century.
  if (year < 1000) return undefined;
  const last = new Date(Date.UTC(year, month, 0)).getUTCDate();
  if (Number.isNaN(last) || month < 1 || month > 12 || day < 1 || day > Math.max(last, 30)) return undefined;
  return new Date(Date.UTC(year, month - 1, Math.min(day, last))).toISOString().slice(0, 10);
}

/** One line: blanks as one, none at the ends. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}
