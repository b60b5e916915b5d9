/** The user's language, as a cell that is also saved in a cookie. */
import type { Language } from '#foundation/core/words.ts';
import { storeLanguage, storedLanguage } from './stored-language.ts';
import { cell } from '#foundation/console/wire/signal.ts';

export const language = cell<Language>(storedLanguage());

export function chooseLanguage(chosen: Language): void {
  storeLanguage(chosen);
  language.set(chosen);
}
