/** The reader's language: one cell, kept in a cookie that the server's pages read too. English until somebody chooses. */
import { defaultLanguage, type Language, languages } from '#foundation/core/words.ts';
import { inDays, readCookie, writeCookie } from './cookies.ts';
import { cell } from './signal.ts';

const COOKIE = 'language';

export const language = cell<Language>(keptLanguage());

export function chooseLanguage(chosen: Language): void {
  writeCookie(COOKIE, chosen, inDays(365));
  language.set(chosen);
}

function keptLanguage(): Language {
  const kept = readCookie(COOKIE);
  return languages.find((ours) => ours === kept) ?? defaultLanguage;
}
