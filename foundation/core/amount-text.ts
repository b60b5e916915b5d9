/**
 * Parses amounts as people write them, for uploads, pasted blocks, grids, forms and filters. It never guesses: a text
 * that can mean two amounts is a fault that names both, and a sign of another currency is a fault that names the sign.
 * The wire accepts none of these forms; a parsed amount is sent as `money.ts` formats it.
 */
import { type Currency, formatAmount, minorDigits, parseAmount, parseAmountOrZero } from './money.ts';
import { typedLine } from './typed-line.ts';
import { withPlainDigits } from './typed-text.ts';
import { locales, type PhraseValues } from './words.ts';

/** The character before the decimals. */
export type DecimalSign = '.' | ',';

/** `word` is a key of `field-words.ts`. */
export interface AmountFault {
  readonly word: 'required' | 'amount_form' | 'amount_currency' | 'amount_either';
  readonly values?: PhraseValues;
}

export interface AmountTerms {
  readonly currency: Currency;
  /** Decides between two possible readings, if known from elsewhere, such as the other amounts of the same table. */
  readonly decimal?: DecimalSign | undefined;
  /** Accepts zero, as a filter's lower bound does. */
  readonly allowsZero?: boolean;
}

const FORM: AmountFault = { word: 'amount_form' };

/** Returns the amount in minor units, or what is wrong with the text. */
export function readAmount(text: string, terms: AmountTerms): bigint | AmountFault {
  const { currency, decimal, allowsZero = false } = terms;
  const typed = plainLine(text);
  if (typed === '') return { word: 'required' };
  const [, before = '', digits, after = ''] = /^(\D*)(\d(?:.*\d)?)(\D*)$/su.exec(typed) ?? [];
  if (digits === undefined) return FORM;
  const affixFault = affixFaultOf(before, currency) ?? affixFaultOf(after, currency);
  if (affixFault) return affixFault;
  const readings = readingsOf(digits);
  const chosen = chooseReading(readings, currency, decimal);
  if (chosen === 'either') return eitherFault(readings, currency);
  const plain = chosen && (chosen.decimals === '' ? chosen.whole : `${chosen.whole}.${chosen.decimals}`);
  return (allowsZero ? parseAmountOrZero : parseAmount)(plain, currency) ?? FORM;
}

/**
 * Returns the amount in wire form, or the text unchanged if it is not a valid amount. A text that the wire already
 * accepts for the same amount stays unchanged too.
 */
export function amountOnWire(text: string, terms: AmountTerms): string {
  const read = readAmount(text, terms);
  if (typeof read !== 'bigint') return text;
  return parseAmountOrZero(text, terms.currency) === read ? text : formatAmount(read, terms.currency);
}

/**
 * The decimal sign of amounts that belong together, taken from those that have only one reading. Returns undefined if
 * none of them shows a sign, or if they show both.
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

/** The text on one line, without invisible marks, with digits and signs of normal width. */
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
  /** The reading with a decimal point. */
  point: Reading | undefined;
  /** The reading with a decimal comma. */
  comma: Reading | undefined;
}

/** Digits with no separators, or in groups of three with the same separator throughout. */
const POINT = /^(0|[1-9]\d*|[1-9]\d{0,2}([, '])\d{3}(?:\2\d{3})*)(?:\.(\d+))?$/;
const COMMA = /^(0|[1-9]\d*|[1-9]\d{0,2}([. '])\d{3}(?:\2\d{3})*)(?:,(\d+))?$/;

function readingsOf(digits: string): Readings {
  return { point: readingBy(POINT, digits), comma: readingBy(COMMA, digits) };
}

function readingBy(pattern: RegExp, digits: string): Reading | undefined {
  const match = pattern.exec(digits);
  return match ? { whole: (match[1] ?? '').replaceAll(/\D/g, ''), decimals: match[3] ?? '' } : undefined;
}

/** `1,500` and `1.500` are ambiguous unless the decimal sign is known or the currency has no decimals. */
function chooseReading(
  { point, comma }: Readings,
  currency: Currency,
  decimal: DecimalSign | undefined,
): Reading | undefined | 'either' {
  const digits = minorDigits(currency);
  if (!point || !comma || point.whole === comma.whole) {
    const only = point ?? comma;
    // `100.00` in a currency without decimals: programs write two for every currency.
    return only && digits === 0 ? withoutSurplusZeros(only, digits) : only;
  }
  if (digits === 0) return point.decimals === '' ? point : comma;
  if (decimal !== undefined) return withoutSurplusZeros(decimal === '.' ? point : comma, digits);
  // With three decimals, `1.500` is the wire's own form of an amount.
  return point.decimals !== '' && point.decimals.length === digits ? point : 'either';
}

/**
 * Drops zeros beyond the currency's decimals: once the comma is known to be decimal, `1,500` is 1.50. Other surplus
 * digits stay, so the amount is rejected.
 */
function withoutSurplusZeros({ whole, decimals }: Reading, digits: number): Reading {
  return /^0*$/.test(decimals.slice(digits)) ? { whole, decimals: decimals.slice(0, digits) } : { whole, decimals };
}

/**
 * Names the two amounts that a text could mean, each written unambiguously. `1,567` is simply malformed in a currency
 * with two decimals, as only the grouped reading is possible.
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

/**
 * A currency's sign, or letters that form a code, a name or an abbreviation. A single Latin letter is a typing slip.
 */
const MARK = /^(?![a-z]$)(?:[\p{L}\p{M}\p{Sc}]|(?<=\p{L})\.){1,20}$/iu;

/** Words that multiply the number before them, such as 万. Amounts must be written out instead. */
const MULTIPLIER = /[十百千万亿拾佰仟萬億]|ร้อย|พัน|หมื่น|แสน|ล้าน|^(?:mil|mill[oó]n|millones|thousand|million|billion)$/iu;

function affixFaultOf(side: string, currency: Currency): AmountFault | undefined {
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

/** What people write for a currency besides its code and the symbols that Intl knows. */
const otherMarks: Readonly<Record<Currency, readonly string[]>> = {
  CNY: ['RMB', '元', '圆', '圓', '人民币', '人民幣'],
  HKD: ['元', '港元', '港币', '港幣'],
  TWD: ['元', '新台币', '新台幣', '新臺幣'],
  JPY: ['円', '日元', '日圆', '日圓'],
  THB: ['บาท', '泰铢'],
  USD: ['美元'],
  EUR: ['欧元', 'euro', 'euros'],
};
const marksByCurrency = new Map<Currency, ReadonlySet<string>>();

/** The currency's marks, in lower case. */
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
  const written = [currency, ...signs, ...(otherMarks[currency] ?? [])];
  // 元整 means "yuan exactly": no cents follow.
  const rounded = written.flatMap((mark) => (/[元圆圓円]$/.test(mark) ? [`${mark}整`, `${mark}正`] : []));
  const marks = new Set([...written, ...rounded].map((mark) => mark.toLowerCase()));
  marksByCurrency.set(currency, marks);
  return marks;
}
