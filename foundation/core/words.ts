/**
 * Phrases in the product's four languages, as ICU messages. A phrase that lacks a language does not compile.
 * Each feature has its own tables, in files whose names end in `words`, `titles` or `names`.
 */

import type { Money } from './money.ts';

export const languages = ['en', 'zh', 'es', 'th'] as const;
export type Language = (typeof languages)[number];
export const defaultLanguage: Language = 'en';

/** The languages' own names. */
export const languageNames: Readonly<Record<Language, string>> = { en: 'English', zh: '中文', es: 'Español', th: 'ไทย' };
/** The locale that formats dates and numbers. */
export const locales: Readonly<Record<Language, string>> = { en: 'en-GB', zh: 'zh-CN', es: 'es-ES', th: 'th-TH-u-ca-gregory' };

export type Phrase = Readonly<Record<Language, string>>;
export type Words = Readonly<Record<string, Phrase>>;

/** The values for a phrase's placeholders. */
export type PhraseValues = Readonly<Record<string, string | number | Date | Money>>;

/** One phrase: `[en, zh, es, th]`. */
export type PhraseRow = readonly [en: string, zh: string, es: string, th: string];

export function words<Name extends string>(rows: Readonly<Record<Name, PhraseRow>>): Readonly<Record<Name, Phrase>> {
  const table = {} as Record<Name, Phrase>;
  for (const name of Object.keys(rows) as Name[]) {
    const [en, zh, es, th] = rows[name];
    table[name] = { en, zh, es, th };
  }
  return table;
}
