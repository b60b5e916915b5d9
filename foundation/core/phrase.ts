/** Fills a phrase in a language. Compiled messages are kept, so that a phrase is parsed once. */
import { IntlMessageFormat } from 'intl-messageformat';
import type { Language, Phrase, WordValues } from './words.ts';
import { locales } from './words.ts';

export function formatPhrase(phrase: Phrase, language: Language, values: WordValues = {}): string {
  let compiled = compiledPhrases.get(phrase);
  if (!compiled) compiledPhrases.set(phrase, (compiled = {}));
  const message = (compiled[language] ??= new IntlMessageFormat(phrase[language], locales[language], undefined, { ignoreTag: true }));
  return String(message.format({ ...values }));
}
const compiledPhrases = new WeakMap<Phrase, Partial<Record<Language, IntlMessageFormat>>>();
