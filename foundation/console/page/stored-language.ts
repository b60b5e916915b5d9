/** The cookie with the user's chosen language, which the server's pages read too. The default is English. */
import { defaultLanguage, type Language, languages } from '#foundation/core/words.ts';
import { inDays, readCookie, writeCookie } from '#foundation/console/wire/cookies.ts';

const COOKIE = 'language';

export function storedLanguage(): Language {
  const stored = readCookie(COOKIE);
  return languages.find((supported) => supported === stored) ?? defaultLanguage;
}

export function storeLanguage(chosen: Language): void {
  writeCookie(COOKIE, chosen, inDays(365));
}
