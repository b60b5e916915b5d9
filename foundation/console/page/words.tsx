/**
 * The user's language in React. Every text on a screen comes from `useWords`, so that a language switch re-renders it
 * without unmounting anything (a half-filled form keeps its input).
 */
import { createContext, type ReactNode, use, useCallback, useLayoutEffect, useMemo } from 'react';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { defaultLanguage, type Language, type Phrase, type Words, type PhraseValues } from '#foundation/core/words.ts';
import { chooseLanguage, language } from './language.ts';
import { useCell } from '#foundation/console/wire/signal.ts';

export interface LanguageChoice {
  language: Language;
  choose(language: Language): void;
}

const LanguageContext = createContext<LanguageChoice>({ language: defaultLanguage, choose: chooseLanguage });

export function LanguageProvider({ children }: { children: ReactNode }) {
  const current = useCell(language);
  useLayoutEffect(() => {
    document.documentElement.lang = current;
  }, [current]);
  const choice = useMemo(() => ({ language: current, choose: chooseLanguage }), [current]);
  return <LanguageContext value={choice}>{children}</LanguageContext>;
}

export function useLanguage(): LanguageChoice {
  return use(LanguageContext);
}

/** Returns the text of a phrase in the table; values fill its placeholders. */
export type Translate<Table extends Words> = (name: keyof Table & string, values?: PhraseValues) => string;

/** `const t = useWords(orderScreenWords); t('found', { count: 3 })`. */
export function useWords<Table extends Words>(table: Table): Translate<Table> {
  const { language: current } = useLanguage();
  return useCallback((name, values) => formatPhrase(phraseOf(table, name), current, values), [table, current]);
}

/** For phrases that are data, such as a screen's title. */
export function usePhrase(): (phrase: Phrase, values?: PhraseValues) => string {
  const { language: current } = useLanguage();
  return useCallback((phrase, values) => formatPhrase(phrase, current, values), [current]);
}

function phraseOf(table: Words, name: string): Phrase {
  const phrase = table[name];
  if (!phrase) throw new Error(`no phrase named ${name}`);
  return phrase;
}
