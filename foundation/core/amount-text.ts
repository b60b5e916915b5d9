/**
 * Amounts as people write them: the one reader for tables, pasted blocks, grids, forms and filters. It never guesses. A
 * text that can mean two amounts is a fault that names both; a sign of another currency is a fault that names it. The
 * wire takes none of these forms: what is read here is sent as `money.ts` writes it.
 */
import { type Currency, formatAmount, minorDigits, parseAmount, parseAmountOrZero } from './money.ts';
import { typedLine } from './typed-line.ts';
import { withPlainDigits } from './typed-text.ts';
import { locales, type WordValues } from './words.ts';

/** What stands before the decimals. */
export type DecimalSign = '.' | ',';

/** Words of `field-words.ts`. */
export interface AmountFault {
  readonly word: 'required' | 'amount_form' | 'amount_currency' | 'amount_either';
  readonly values?: WordValues;
}

export interface AmountTerms {
  readonly currency: Currency;
  /** Known from elsewhere, such as the other amounts of the same table: decides where a text could mean two amounts. */
  readonly decimal?: DecimalSign | undefined;
  /** Zero is an amount too, as a filter's lower bound is. */
  readonly mayBeZero?: boolean;
}

const FORM: AmountFault = { word: 'amount_form' };

/** In minor units, or why not. */
export function readAmount(text: string, terms: AmountTerms): bigint | AmountFault {
  const { currency, decimal, mayBeZero = false } = terms;
  const typed = plainLine(text);
  if (typed === '') return { word: 'required' };
  const [, before = '', digits, after = ''] = /^(\D*)(\d(?:.*\d)?)(\D*)$/su.exec(typed) ?? [];
  if (digits === undefined) return FORM;
  const besides = besidesFault(before, currency) ?? besidesFault(after, currency);
  if (besides) return besides;
  const readings = readingsOf(digits);
  const one = oneOf(readings, currency, decimal);
  if (one === 'either') return eitherFault(readings, currency);
  const plain = one && (one.decimals === '' ? one.whole : `${one.whole}.${one.decimals}`);
  return (mayBeZero ? parseAmountOrZero : parseAmount)(plain, currency) ?? FORM;
}

/**
 * In the wire's form where it can be read, as written where it can't. A text that the wire takes for the same amount
 * stays as it is.
 */
export function amountOnWire(text: string, terms: AmountTerms): string {
  const read = readAmount(text, terms);
  if (typeof read !== 'bigint') return text;
  return parseAmountOrZero(text, terms.currency) === read ? text : formatAmount(read, terms.currency);
}

/**
 * The decimal sign of amounts that belong together: what those say that can be read in one way only. Undefined:
 * nothing, or both.
 */
export function decimalSignOf(texts: Iterable<string>, currency: Currency): DecimalSign | undefined {
  const signs = new Set<DecimalSign>();
  for (const text of texts) {
    if (!/[.,．，]/.test(text) || typeof readAmount(text, { currency }) !== 'bigint') continue;
    const { point, comma } = readingsOf(/\d(?:.*\d)?/su.exec(plainLine(text))?.[0] ?? '');
    if (point && !comma) signs.add('.');
    if (comma && !point) signs.add(',');
  }
  const [first, ...others] = signs;
  return others.length === 0 ? first : undefined;
}

/** One line without invisible marks, its digits and signs of usual width. */
function plainLine(text: string): string {
  return withPlainDigits(typedLine(text))
    .replaceAll(/[\uff01-\uff5e\uffe0-\uffe6]/g, (wide) => wide.normalize('NFKC'))
    .replaceAll(/\s/g, ' ')
    .replaceAll(/[\u2019\u02bc]/g, "'");
}

interface Reading {
  whole: string;
  decimals: string;
}

interface Readings {
  /** With a decimal point. */
  point: Reading | undefined;
  /** With a decimal comma. */
  comma: Reading | undefined;
}

/** Groups of three with one sign between them all, or none. */
const POINT = /^(0|[1-9]\d*|[1-9]\d{0,2}([, '])\d{3}(?:\2\d{3})*)(?:\.(\d+))?$/;
const COMMA = /^(0|[1-9]\d*|[1-9]\d{0,2}([. '])\d{3}(?:\2\d{3})*)(?:,(\d+))?$/;

function readingsOf(digits: string): Readings {
  return { point: readingBy(POINT, digits), comma: readingBy(COMMA, digits) };
}

function readingBy(pattern: RegExp, digits: string): Reading | undefined {
  const match = pattern.exec(digits);
  return match ? { whole: (match[1] ?? '').replaceAll(/\D/g, ''), decimals: match[3] ?? '' } : undefined;
}

/** `1,500` and `1.500` are two numbers, unless the decimal sign is known or the currency has no decimals. */
function oneOf(
  { point, comma }: Readings,
  currency: Currency,
  decimal: DecimalSign | undefined,
): Reading | undefined | 'either' {
  if (!point || !comma || point.whole === comma.whole) return point ?? comma;
  if (minorDigits(currency) === 0) return point.decimals === '' ? point : comma;
  if (decimal !== undefined) return withoutIdleZeros(decimal === '.' ? point : comma, minorDigits(currency));
  // With three decimals, `1.500` is the wire's own form of an amount.
  return point.decimals !== '' && point.decimals.length === minorDigits(currency) ? point : 'either';
}

/** With a comma decided, `1,500` is 1.50 in cents. Any other digit beyond the currency's stays, and is no amount. */
function withoutIdleZeros({ whole, decimals }: Reading, digits: number): Reading {
  return /^0*$/.test(decimals.slice(digits)) ? { whole, decimals: decimals.slice(0, digits) } : { whole, decimals };
}

/**
 * Names the two amounts that a text could mean, each written so that it means nothing else. `1,567` has no second one
 * in cents.
 */
function eitherFault({ point, comma }: Readings, currency: Currency): AmountFault {
  const [grouped, split] = point?.decimals === '' ? [point, comma] : [comma, point];
  const digits = minorDigits(currency);
  const decimals = (split?.decimals ?? '').replace(/0+$/, '').padEnd(digits, '0');
  if (decimals.length > digits) return FORM;
  return {
    word: 'amount_either',
    values: { whole: `${grouped?.whole}.${'0'.repeat(digits)}`, parted: `${split?.whole}.${decimals}` },
  };
}

/** Letters, as of a code, a name or an abbreviation, or a currency's sign. One Latin letter is a slip of the finger. */
const MARK = /^(?![a-z]$)(?:[\p{L}\p{M}\p{Sc}]|(?<=\p{L})\.){1,20}$/iu;

/** Words that multiply the number before them: an amount is written out. */
const MULTIPLIER = /[十百千万亿拾佰仟萬億]|ร้อย|พัน|หมื่น|แสน|ล้าน|^(?:mil|mill[oó]n|millones|thousand|million|billion)$/iu;

function besidesFault(side: string, currency: Currency): AmountFault | undefined {
  const text = side.trim();
  const own = ownMarks(currency);
  if (text === '' || own.has(text.toLowerCase())) return undefined;
  for (const mark of text.split(' ')) {
    const parts = mark.split(/(?<=\p{Sc})|(?=\p{Sc})/u);
    if (own.has(mark.toLowerCase()) || parts.every((part) => own.has(part.toLowerCase()))) continue;
    return MARK.test(mark) && !MULTIPLIER.test(mark) ? { word: 'amount_currency', values: { mark, currency } } : FORM;
  }
  return undefined;
}

/** What people write for a currency beside its code and what Intl knows. */
const alsoWritten: Readonly<Record<Currency, readonly string[]>> = {
  CNY: ['RMB', '元', '圆', '圓', '人民币', '人民幣'],
  HKD: ['元', '港元', '港币', '港幣'],
  TWD: ['元', '新台币', '新台幣', '新臺幣'],
  JPY: ['円', '日元', '日圆', '日圓'],
  THB: ['บาท', '泰铢'],
  USD: ['美元'],
  EUR: ['欧元', 'euro', 'euros'],
};
const marksByCurrency = new Map<Currency, ReadonlySet<string>>();

/** In small letters. */
function ownMarks(currency: Currency): ReadonlySet<string> {
  const known = marksByCurrency.get(currency);
  if (known) return known;
  const signs = Object.values(locales).flatMap((locale) =>
    (['symbol', 'narrowSymbol'] as const).flatMap((currencyDisplay) =>
      new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay })
        .formatToParts(1)
        .flatMap(({ type, value }) => (type === 'currency' ? [value] : [])),
    ),
  );
  const written = [currency, ...signs, ...(alsoWritten[currency] ?? [])];
  // 元整: so many, and no cents.
  const rounded = written.flatMap((mark) => (/[元圆圓円]$/.test(mark) ? [`${mark}整`, `${mark}正`] : []));
  const marks = new Set([...written, ...rounded].map((mark) => mark.toLowerCase()));
  marksByCurrency.set(currency, marks);
  return marks;
}
