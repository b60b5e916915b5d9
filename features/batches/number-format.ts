/**
 * How a spreadsheet shows a number: a person who fills in a table checks the sheet, not the stored values. Returns a
 * number as the sheet shows it, without grouping: leading zeros, a currency sign, a percentage. Where the shown number
 * differs from the stored one, returns both in a form that no rule accepts: `12 ≠ 12345`.
 */

/** Formats without their own code, ECMA-376 18.8.30. Formats that depend on the country use the standard's dollar. */
const builtIn: Readonly<Record<number, string>> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '$#,##0',
  6: '$#,##0',
  7: '$#,##0.00',
  8: '$#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  37: '#,##0',
  38: '#,##0',
  39: '#,##0.00',
  40: '#,##0.00',
  41: '#,##0',
  42: '$#,##0',
  43: '#,##0.00',
  44: '$#,##0.00',
  48: '##0.0E+0',
};
const DATE = 'yyyy-mm-dd';
const TIME = 'yyyy-mm-dd hh:mm:ss';

/** Returns the code of a built-in format by its number, where the workbook has none of its own for it. */
export function builtInFormat(id: number): string {
  const isDate = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
  if (isDate) return (id >= 18 && id <= 22) || (id >= 45 && id <= 47) ? TIME : DATE;
  return builtIn[id] ?? 'General';
}

const DAY_SECONDS = 86_400;
const FIRST_DAY_MS = Date.UTC(1899, 11, 30);
const MAX_DAYS = 3_000_000;
/** From here on a cell has lost digits, whatever it shows. */
const MIN_ROUNDED = 1e15;

export function shownNumber(raw: string, code: string): string {
  const number = Number(Number(raw).toPrecision(15));
  if (!Number.isFinite(number)) return raw;
  if (Math.abs(number) >= MIN_ROUNDED) return number.toExponential();
  if (isDateFormat(code) && Math.abs(number) < MAX_DAYS)
    return shownTime(new Date(FIRST_DAY_MS + Math.round(number * DAY_SECONDS) * 1_000), code);
  const held = String(number);
  // Neither zero nor a negative number is an amount or an account, however it is shown.
  if (number <= 0) return held;
  const format = formatOf(code);
  return format === undefined ? differs('…', held) : shownBy(format, number, held);
}

/** Returns the shown and the stored number of a cell where they differ. */
export function shownAndHeld(text: string): { shown: string; held: string } | undefined {
  const [, shown, held] = /^(.*) ≠ (.*)$/su.exec(text) ?? [];
  return shown === undefined || held === undefined ? undefined : { shown, held };
}

function differs(shown: string, held: string): string {
  return `${shown === '' ? '…' : shown} ≠ ${held}`;
}

function isDateFormat(code: string): boolean {
  return /[ymdhs]/i.test(patternsOf(code));
}

/** The day, and the time of day where the format shows it. */
function shownTime(at: Date, code: string): string {
  const text = at.toISOString().slice(0, 19).replace('T', ' ');
  return /[hs]/i.test(patternsOf(code)) ? text : text.slice(0, 10);
}

/** Quoted, escaped or bracketed parts of a code are not patterns. */
function patternsOf(code: string): string {
  return code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[[^\]]*\]|general/gi, '');
}

/** What a code does with a positive number. */
interface Format {
  before: string;
  after: string;
  /** Shows the number unchanged. */
  isGeneral: boolean;
  digits: number;
  /** Minimum number of digits before the point. */
  zeros: number;
  decimals: number;
  thousands: number;
  isPercent: boolean;
}

const TOKEN = /"([^"]*)"?|\\(.)|[_*].|\[([^\]]*)\]|general|E[+-]|[^]/giu;
/** Shows the number unchanged, at most with grouping blanks or hyphens. */
const GROUPING = /^[\s-]*$/;

/** Returns undefined for a code that shows fractions, powers of ten, or depends on conditions. */
function formatOf(code: string): Format | undefined {
  const format: Format = {
    before: '',
    after: '',
    isGeneral: false,
    digits: 0,
    zeros: 0,
    decimals: 0,
    thousands: 0,
    isPercent: false,
  };
  let isPastPoint = false;
  const addLiteral = (literal: string): void => {
    if (format.digits === 0 && !format.isGeneral) format.before += literal;
    else format.after += literal;
  };
  for (const [token, quoted, escaped, bracketed] of code.matchAll(TOKEN)) {
    if (token === ';') break;
    if (quoted !== undefined) addLiteral(quoted);
    else if (escaped !== undefined) addLiteral(escaped);
    else if (bracketed !== undefined) {
      if (/^[<>=]/.test(bracketed)) return undefined;
      addLiteral(/^\$([^-]*)/.exec(bracketed)?.[1] ?? '');
    } else if (/^[_*]/.test(token)) addLiteral(' ');
    else if (/^general$/i.test(token) || token === '@') format.isGeneral = true;
    else if (/^[0#?]$/.test(token)) {
      if (!GROUPING.test(format.after)) return undefined;
      format.after = '';
      format.digits += 1;
      if (isPastPoint) format.decimals += 1;
      else if (token === '0') format.zeros += 1;
      // Commas between digits group them.
      format.thousands = 0;
    } else if (token === '.' && format.digits > 0) isPastPoint = true;
    else if (token === ',' && format.digits > 0) format.thousands += 1;
    else if (token === '%') {
      format.isPercent = true;
      addLiteral('%');
    } else if (token === '/' || /^E/i.test(token)) return undefined;
    else addLiteral(token);
  }
  return format;
}

function shownBy(
  { before, after, isGeneral, digits, zeros, decimals, thousands, isPercent }: Format,
  number: number,
  held: string,
): string {
  const withAffixes = (text: string): string => `${before}${text}${after}`.replaceAll(/\s+/g, ' ').trim();
  if (digits === 0 && !isGeneral) return differs(withAffixes(''), held);
  const shown = Number(((number * (isPercent ? 100 : 1)) / 1_000 ** thousands).toPrecision(15));
  const places = held.split('.')[1]?.length ?? 0;
  if (isPercent) return withAffixes(String(shown));
  if (thousands > 0 || /\d/.test(before + after)) return differs(withAffixes(shown.toFixed(decimals)), held);
  if (!isGeneral && (places > decimals || held.includes('e')))
    return differs(withAffixes(shown.toFixed(decimals)), held);
  const [whole = '', ...rest] = held.split('.');
  return withAffixes([whole.padStart(zeros, '0'), ...rest].join('.'));
}
