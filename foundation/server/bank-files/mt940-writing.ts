/**
 * Writes a statement as MT940 (SWIFT), piece by piece while its lines are read. A reference of the format has 16
 * characters, so our number stands in the free text. The format has the characters of SWIFT alone: other letters are
 * transliterated, and each movement names the code words whose text was changed (`/TRLT/`).
 */
import anyAscii from 'any-ascii';
import { type Currency, formatAmount } from '#foundation/core/money.ts';
import type { WrittenLine, WrittenStatement } from './bank-statement.ts';
import { oneLine } from './bank-text.ts';

export const MT940_TYPE = 'text/plain; charset=us-ascii';

const REFERENCE = 16;
const NARRATIVE_LINE = 65;
const NARRATIVE_LINES = 6;

export async function* writeMt940(statement: WrittenStatement): AsyncGenerator<string, void> {
  const { id, account, number, currency } = statement;
  yield lines([
    `:20:${swiftText(id).slice(0, REFERENCE).replaceAll('/', '-')}`,
    `:25:${swiftText(account).slice(0, 35)}`,
    `:28C:${(number % 100_000).toString().padStart(5, '0')}/001`,
    `:60F:${balance(statement.openingMinor, statement.openingDay, currency)}`,
  ]);
  const count = { changed: 0, all: 0 };
  for await (const batch of statement.lines) {
    const written = batch.map((line) => movement(line, currency));
    count.all += written.length;
    count.changed += written.filter(({ isChanged }) => isChanged).length;
    yield written.map(({ text }) => text).join('');
  }
  yield lines([
    `:62F:${balance(statement.closingMinor, statement.closingDay, currency)}`,
    ...(count.changed === 0 ? [] : [`:86:TRANSLITERATED: ${count.changed} OF ${count.all} MOVEMENTS (/TRLT/)`]),
    '-',
  ]);
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\r\n`).join('');
}

function balance(minor: bigint, day: string, currency: Currency): string {
  return `${minor < 0n ? 'D' : 'C'}${shortDay(day)}${currency}${amount(minor, currency)}`;
}

function movement(line: WrittenLine, currency: Currency): { text: string; isChanged: boolean } {
  const { amountMinor, feeMinor = 0n, isReversal = false, bookedOn, valueOn = bookedOn, swiftType } = line;
  const credit = amountMinor >= 0n;
  // Taking back a debit is a credit.
  const mark = isReversal ? (credit ? 'RD' : 'RC') : credit ? 'C' : 'D';
  const entryDay = shortDay(bookedOn).slice(2);
  const { text, isChanged } = narrative(line);
  return {
    text: lines([
      `:61:${shortDay(valueOn)}${entryDay}${mark}${amount(amountMinor, currency)}N${swiftType}${shortReference(line)}`,
      ...(feeMinor > 0n ? [`/CHGS/${currency}${amount(feeMinor, currency)}`] : []),
      ...wrapped(`:86:${text}`, ':86:'.length),
    ]),
    isChanged,
  };
}

/** The owner's number where it fits unchanged. */
function shortReference({ ourReference = '' }: WrittenLine): string {
  const fits = ourReference.length <= REFERENCE && /^[^/]/.test(ourReference) && !/\/\/|\/$/.test(ourReference);
  return fits && swiftText(ourReference) === ourReference ? ourReference : 'NONREF';
}

/** The text comes last: if there is too much, it is cut. */
function narrative(line: WrittenLine): { text: string; isChanged: boolean } {
  const given = { IREF: line.reference, EREF: line.ourReference, TRTP: line.kind, NAME: line.counterparty };
  const parts = Object.entries({ ...given, REMI: line.description }).flatMap(([word, value]) => {
    const written = oneLine(value ?? '');
    return written === '' ? [] : [{ word, written, text: swiftText(written) }];
  });
  const changed = parts.filter(({ written, text }) => text !== written).map(({ word }) => word);
  const coded = parts.map(({ word, text }) => `/${word}/${text.replaceAll('/', '-')}`);
  if (changed.length > 0)
    coded.splice(parts.at(-1)?.word === 'REMI' ? -1 : coded.length, 0, `/TRLT/${changed.join(' ')}`);
  return { text: coded.join(''), isChanged: changed.length > 0 };
}

/** No line but a field's first one begins with a colon or a hyphen: it would be read as a field, or as the end. */
function wrapped(text: string, tagLength: number): string[] {
  const written: string[] = [];
  let [from, length] = [0, NARRATIVE_LINE + tagLength];
  while (from < text.length && written.length < NARRATIVE_LINES) {
    let to = Math.min(from + length, text.length);
    while (to < text.length && to > from + 1 && /[:-]/.test(text[to] ?? '')) to -= 1;
    written.push(text.slice(from, to));
    [from, length] = [to, NARRATIVE_LINE];
  }
  return written;
}

function shortDay(day: string): string {
  return day.slice(2).replaceAll('-', '');
}

/** A magnitude with a decimal comma, which is there without decimals too. */
function amount(minor: bigint, currency: Currency): string {
  const [whole = '', decimals = ''] = formatAmount(minor < 0n ? -minor : minor, currency).split('.');
  return `${whole},${decimals}`;
}

const NOT_SWIFT = /[^A-Za-z0-9/\-?:().,'+ ]/g;
const likeSwift: Readonly<Record<string, string>> = {
  _: '-',
  '~': '-',
  '=': '-',
  '&': '+',
  '@': '(at)',
  '"': "'",
  '`': "'",
  ';': ',',
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
  '\\': '/',
  '|': '/',
  '%': '(pct)',
  '#': '+',
  '<': '(',
  '>': ')',
};

/** The text in the characters of SWIFT; the same if it has no others. */
function swiftText(text: string): string {
  return anyAscii(text).replaceAll(NOT_SWIFT, (character) => likeSwift[character] ?? '.');
}
