/** Reads single cells by a mapping. Nothing is guessed: a text in another form than the mapping says is a fault. */
import { readAmount } from '#foundation/core/amount-text.ts';
import { type Currency, minorDigits } from '#foundation/core/money.ts';
import { instantOf } from '#foundation/core/wall-time.ts';
import { typedLine } from '#foundation/core/typed-line.ts';
import { isRoundedNumber, withPlainDigits } from '#foundation/core/typed-text.ts';
import type { PhraseValues } from '#foundation/core/words.ts';
import type { DateForm, TableMapping } from '../../mapping.ts';
import type { FaultWord } from '../../statement-line.ts';

export interface CellFault {
  readonly word: FaultWord;
  readonly values: PhraseValues;
}

const MAX_SHOWN = 40;

export function cellFault(word: FaultWord, text: string, values: PhraseValues = {}): CellFault {
  return { word, values: { text: text.slice(0, MAX_SHOWN).toWellFormed(), ...values } };
}

const PLAIN = /^[\x21-\x5f\x61-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;
/** Programs write it before a number so that a spreadsheet keeps its digits. */
const TEXT_MARK = /^[`'](?=.)/;

/** A cell's text without invisible marks, and without blanks around it. */
export function cellText(cell: string | undefined): string {
  if (cell === undefined || cell === '') return '';
  return (PLAIN.test(cell) ? cell : typedLine(cell)).replace(TEXT_MARK, '');
}

const MAX_NUMBER_CHARACTERS = 64;

/** A reference, ours or theirs; null where the cell is empty. */
export function referenceIn(text: string): string | null | CellFault {
  if (text === '') return null;
  if (isRoundedNumber(text)) return cellFault('number_rounded', text);
  if (text.length > MAX_NUMBER_CHARACTERS) return cellFault('number_long', text, { most: MAX_NUMBER_CHARACTERS });
  return text;
}

const MAX_MINOR = 10n ** 15n;

/** Reads signed amounts in minor units. */
export function moneyReader(
  { decimal, thousands }: Pick<TableMapping, 'decimal' | 'thousands'>,
  currency: Currency,
): (text: string, isNumber: boolean) => bigint | CellFault {
  const digits = minorDigits(currency);
  const grouped = thousands === '' ? '' : `[1-9]\\d{0,2}(?:\\${thousands}\\d{3})+|`;
  const pattern = new RegExp(`^([+-]?)(${grouped}\\d+)(?:\\${decimal}(\\d+))?$`);
  return (cell, isNumber) => {
    if (isRoundedNumber(cell)) return cellFault('number_rounded', cell);
    if (isNumber) return numberMoney(cell, currency);
    const text = withPlainDigits(cell).replace('\u2212', '-');
    const [, sign, whole = '', decimals = ''] = pattern.exec(text) ?? [];
    if (sign === undefined) return cellFault(separatorFault(text, decimal), cell);
    const places = decimals.length > digits ? decimals.replace(/0+$/, '') : decimals;
    if (places.length > digits) return cellFault('money_decimals', cell, { currency });
    const minor = BigInt((thousands === '' ? whole : whole.replaceAll(thousands, '')) + places.padEnd(digits, '0'));
    if (minor >= MAX_MINOR) return cellFault('money_large', cell);
    return sign === '-' ? -minor : minor;
  };
}

/** A workbook's number, as its sheet shows it: always with a point, perhaps with the currency's sign. */
function numberMoney(cell: string, currency: Currency): bigint | CellFault {
  const read = readAmount(cell.replace('-', ''), { currency, decimal: '.', allowsZero: true });
  if (typeof read === 'bigint') return cell.includes('-') ? -read : read;
  const decimals = /^-?\d+\.(\d+)$/.exec(cell)?.[1] ?? '';
  return decimals.length > minorDigits(currency)
    ? cellFault('money_decimals', cell, { currency })
    : cellFault('money_form', cell);
}

/** Which separator of a number is not the mapping's. */
function separatorFault(text: string, decimal: string): FaultWord {
  if (!/^[+-]?\d[\d.,' ]*\d$/.test(text)) return 'money_form';
  const last = /[.,' ](\d+)$/.exec(text);
  if (!last) return 'money_form';
  if (last[0].startsWith(decimal) || last[1]?.length === 3 || /^[' ]/.test(last[0])) return 'money_thousands';
  return 'money_decimal';
}

const TIME_OF_DAY = String.raw`(?:[ T]+(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(?: ?([AaPp])\.?[Mm]\.?)?)?`;
const forms: Readonly<
  Record<Exclude<DateForm, 'iso' | 'unix'>, { pattern: RegExp; order: readonly [number, number, number] }>
> = {
  ymd: { pattern: new RegExp(String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})${TIME_OF_DAY}$`), order: [1, 2, 3] },
  dmy: { pattern: new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})${TIME_OF_DAY}$`), order: [3, 2, 1] },
  mdy: { pattern: new RegExp(String.raw`^(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})${TIME_OF_DAY}$`), order: [3, 1, 2] },
  compact: { pattern: /^(\d{4})(\d{2})(\d{2})(?:[ T]?(\d{2})(\d{2})(\d{2}))?$/, order: [1, 2, 3] },
};
const ISO = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})$/;
const UNIX = /^(\d{10})(\d{3})?$/;

/** The instant that a text means. */
export function timeIn(text: string, dateForm: DateForm, timeZone: string): Date | CellFault {
  const fault = cellFault('time_form', text);
  if (dateForm === 'unix') {
    const [, seconds, rest = '000'] = UNIX.exec(text) ?? [];
    return seconds === undefined ? fault : new Date(Number(seconds + rest));
  }
  if (dateForm === 'iso') {
    const at = ISO.test(text) ? Date.parse(text) : Number.NaN;
    return Number.isNaN(at) ? fault : new Date(at);
  }
  const { pattern, order } = forms[dateForm];
  const found = pattern.exec(text);
  if (!found) return fault;
  const [year = 0, month = 0, day = 0] = order.map((at) => Number(found[at]));
  const half = found[7]?.toLowerCase();
  const [typedHour, minute, second] = [found[4] ?? 0, found[5] ?? 0, found[6] ?? 0].map(Number) as Three;
  if (half !== undefined && (typedHour < 1 || typedHour > 12)) return fault;
  const hour = half === undefined ? typedHour : (typedHour % 12) + (half === 'p' ? 12 : 0);
  const wall = Date.UTC(year, month - 1, day, hour, minute, second);
  const shown = new Date(wall);
  const isThere =
    year >= 2000 &&
    shown.getUTCMonth() === month - 1 &&
    shown.getUTCDate() === day &&
    hour < 24 &&
    minute < 60 &&
    second < 60;
  return isThere ? instantOf(wall, timeZone) : fault;
}
type Three = [number, number, number];
