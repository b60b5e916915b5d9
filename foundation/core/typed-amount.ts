/**
 * Amounts as the reader of a page in one language types them, or copies them from it. Builds on `amount-text.ts` and
 * never guesses either: a text that can be two amounts is a question. A field keeps an amount in the wire's form, or
 * the text that is not one yet, so that a form's other code needs to know no language.
 */
import { type AmountFault, type DecimalSign, readAmount } from './amount-text.ts';
import { type Currency, formatAmount, minorDigits, parseAmountOrZero } from './money.ts';
import { type Language, locales } from './words.ts';

export interface TypedAmountTerms {
  readonly currency: Currency;
  readonly language: Language;
  /** Accepts zero, as a filter's lower bound does. */
  readonly allowsZero?: boolean;
}

/** Returns the amount in minor units, or what is wrong with the text. */
export function readTypedAmount(text: string, terms: TypedAmountTerms): bigint | AmountFault {
  const neutral = readAmount(text, terms);
  const own = readAmount(text, { ...terms, decimal: decimalSignIn(terms.language) });
  if (typeof own !== 'bigint' || neutral === own) return neutral;
  // `1,567` on an English page: read in any other way, it is no amount.
  if (typeof neutral === 'object' && neutral.word !== 'amount_either') return own;
  const amounts = typeof neutral === 'object' ? amountsOf(neutral, terms.currency) : { whole: own, parted: neutral };
  // With three decimals, `1,200` is how a Spanish page prints 1.2 dinars.
  if (own === amounts.parted && minorDigits(terms.currency) === 3) return own;
  return either(amounts, terms.currency);
}

/** The two amounts that a text can mean, in wire form; undefined for any other text. */
export function possibleAmounts(text: string, terms: TypedAmountTerms): readonly [string, string] | undefined {
  const read = readTypedAmount(text, terms);
  if (typeof read === 'bigint' || read.word !== 'amount_either') return undefined;
  return [named(read, 'whole'), named(read, 'parted')];
}

/**
 * What a field keeps of a text: the amount in wire form, or else a text that `readAmount` refuses for the same reason.
 */
export function typedAmountValue(text: string, terms: TypedAmountTerms): string {
  const read = readTypedAmount(text, terms);
  if (typeof read === 'bigint')
    return parseAmountOrZero(text, terms.currency) === read ? text : formatAmount(read, terms.currency);
  if (read.word !== 'amount_either' || typeof readAmount(text, terms) === 'object') return text;
  const [whole = ''] = named(read, 'whole').split('.');
  return grouped(whole, ',');
}

/** A wire amount as the reader writes it, without the currency: `1234.5` → `1.234,50`. Other text stays unchanged. */
export function amountAsTyped(value: string, { currency, language }: TypedAmountTerms): string {
  const minor = parseAmountOrZero(value, currency);
  if (minor === undefined) return value;
  const [whole = '', decimals] = formatAmount(minor, currency).split('.');
  const point = decimalSignIn(language);
  return grouped(whole, point === '.' ? ',' : '.') + (decimals === undefined ? '' : point + decimals);
}

/** An amount for messages about the form of amounts. */
export function exampleAmount(terms: TypedAmountTerms): string {
  return amountAsTyped(minorDigits(terms.currency) === 0 ? '1234' : '1234.5', terms);
}

/** The character before the decimals on pages in the language. */
export function decimalSignIn(language: Language): DecimalSign {
  const parts = new Intl.NumberFormat(locales[language]).formatToParts(0.5);
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.';
}

function grouped(whole: string, sign: string): string {
  return whole.replaceAll(/\B(?=(?:\d{3})+$)/g, sign);
}

interface Amounts {
  whole: bigint | undefined;
  parted: bigint | undefined;
}

function amountsOf(fault: AmountFault, currency: Currency): Amounts {
  return {
    whole: parseAmountOrZero(named(fault, 'whole'), currency),
    parted: parseAmountOrZero(named(fault, 'parted'), currency),
  };
}

/** An amount that a fault names, in wire form. */
function named({ values }: AmountFault, name: 'whole' | 'parted'): string {
  const amount = values?.[name];
  return typeof amount === 'string' ? amount : '';
}

function either({ whole = 0n, parted = 0n }: Amounts, currency: Currency): AmountFault {
  return {
    word: 'amount_either',
    values: { whole: formatAmount(whole, currency), parted: formatAmount(parted, currency) },
  };
}
