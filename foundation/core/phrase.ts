/**
 * Fills a phrase in a language. Compiled messages are kept, so that a phrase is parsed once; plain text with names in
 * it is not parsed at all, as the parser and its plural rules cost more than all else that a first page does.
 */
import { IntlMessageFormat } from 'intl-messageformat';
import { isMoney } from './money.ts';
import { moneyText } from './money-text.ts';
import type { Language, Phrase, WordValues } from './words.ts';
import { locales } from './words.ts';

export function formatPhrase(phrase: Phrase, language: Language, values: WordValues = {}): string {
  const written = withMoneyWritten(values, language);
  return filledText(phrase[language], written) ?? parsed(phrase, language, written);
}

type WrittenValues = Readonly<Record<string, string | number | Date>>;

/** The only place where a message's amounts become text. */
function withMoneyWritten(values: WordValues, language: Language): WrittenValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isMoney(value) ? moneyText(value, language) : value]),
  );
}

/** Neither a rule nor a quoted brace, at most `{name}`. */
const PLAIN = /^(?:[^{}']|'(?![{}<>'])|\{\w+\})*$/;

/** Undefined: the text needs the parser, or a value that is missing must be told by it. */
function filledText(text: string, values: WrittenValues): string | undefined {
  const parts = plainParts(text);
  if (!parts) return undefined;
  let filled = '';
  for (const [at, part] of parts.entries()) {
    const value = at % 2 === 0 ? part : Object.hasOwn(values, part) ? values[part] : undefined;
    if (typeof value !== 'string' && typeof value !== 'number') return undefined;
    filled += value;
  }
  return filled;
}

/** Text and name in turn; undefined: not plain. Cut once: a table says the same phrase three hundred times. */
function plainParts(text: string): readonly string[] | undefined {
  if (!cutTexts.has(text)) cutTexts.set(text, PLAIN.test(text) ? text.split(/\{(\w+)\}/) : undefined);
  return cutTexts.get(text);
}
const cutTexts = new Map<string, readonly string[] | undefined>();

function parsed(phrase: Phrase, language: Language, values: WrittenValues): string {
  let compiled = compiledPhrases.get(phrase);
  if (!compiled) compiledPhrases.set(phrase, (compiled = {}));
  const message = (compiled[language] ??= new IntlMessageFormat(phrase[language], locales[language], undefined, {
    ignoreTag: true,
  }));
  return String(message.format({ ...values }));
}
const compiledPhrases = new WeakMap<Phrase, Partial<Record<Language, IntlMessageFormat>>>();
