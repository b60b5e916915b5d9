/**
 * Fills a phrase's placeholders in a language. Each ICU message is compiled once. Text with nothing but `{name}`
 * placeholders skips the ICU parser, which would cost more than everything else a first page does.
 */
import { IntlMessageFormat } from 'intl-messageformat';
import { isMoney } from './money.ts';
import { moneyText } from './money-text.ts';
import type { Language, Phrase, PhraseValues } from './words.ts';
import { locales } from './words.ts';

export function formatPhrase(phrase: Phrase, language: Language, values: PhraseValues = {}): string {
  const formatted = withMoneyFormatted(values, language);
  return filledText(phrase[language], formatted) ?? parsed(phrase, language, formatted);
}

type FormattedValues = Readonly<Record<string, string | number | Date>>;

/** The only place that formats a message's amounts. */
function withMoneyFormatted(values: PhraseValues, language: Language): FormattedValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isMoney(value) ? moneyText(value, language) : value]),
  );
}

/** Text with no ICU syntax other than `{name}`. */
const PLAIN = /^(?:[^{}']|'(?![{}<>'])|\{\w+\})*$/;

/** Returns undefined if the text needs the parser, or if a value is missing, which the parser reports. */
function filledText(text: string, values: FormattedValues): string | undefined {
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

/**
 * Returns text and placeholder name alternately, or undefined if the text is not plain. Each text is split once, as a
 * table shows the same phrase hundreds of times.
 */
function plainParts(text: string): readonly string[] | undefined {
  if (!splitTexts.has(text)) splitTexts.set(text, PLAIN.test(text) ? text.split(/\{(\w+)\}/) : undefined);
  return splitTexts.get(text);
}
const splitTexts = new Map<string, readonly string[] | undefined>();

function parsed(phrase: Phrase, language: Language, values: FormattedValues): string {
  let compiled = compiledPhrases.get(phrase);
  if (!compiled) compiledPhrases.set(phrase, (compiled = {}));
  const message = (compiled[language] ??= new IntlMessageFormat(phrase[language], locales[language], undefined, {
    ignoreTag: true,
  }));
  return String(message.format({ ...values }));
}
const compiledPhrases = new WeakMap<Phrase, Partial<Record<Language, IntlMessageFormat>>>();
