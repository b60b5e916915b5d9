/** The language that the reader has chosen, as the server's pages read it too. English until somebody chooses. */
import { defaultLanguage, type Language, languages } from '#foundation/core/words.ts';
import { inDays, readCookie, writeCookie } from './cookies.ts';

const COOKIE = 'language';

export function keptLanguage(): Language {
  const kept = readCookie(COOKIE);
  return languages.find((ours) => ours === kept) ?? defaultLanguage;
}

export function keepLanguage(chosen: Language): void {
  writeCookie(COOKIE, chosen, inDays(365));
}
