/**
 * Fills a phrase in a language. Compiled messages are kept, so that a phrase is parsed once; plain text with names in it is
 * not parsed at all, as the parser and its plural rules cost more than all else that a first page does.
 */
import { IntlMessageFormat } from 'intl-messageformat';
import type { Language, Phrase, WordValues } from './words.ts';
import { locales } from './words.ts';

export function formatPhrase(phrase: Phrase, language: Language, values: WordValues = {}): string {
  return filledText(phrase[language], values) ?? parsed(phrase, language, values);
}

/** Neither a rule nor a quoted brace, at most `{name}`. */
const PLAIN = /^(?:[^{}']|'(?![{}<>'])|\{\w+\})*$/;

/** Undefined: the text needs the parser, or a value that is missing must be told by it. */
function filledText(text: string, values: WordValues): string | undefined {
  if (!PLAIN.test(text)) return undefined;
  let whole = true;
  const filled = text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    whole = false;
    return '';
  });
  return whole ? filled : undefined;
}

function parsed(phrase: Phrase, language: Language, values: WordValues): string {
  let compiled = compiledPhrases.get(phrase);
  if (!compiled) compiledPhrases.set(phrase, (compiled = {}));
  const message = (compiled[language] ??= new IntlMessageFormat(phrase[language], locales[language], undefined, { ignoreTag: true }));
  return String(message.format({ ...values }));
}
const compiledPhrases = new WeakMap<Phrase, Partial<Record<Language, IntlMessageFormat>>>();
