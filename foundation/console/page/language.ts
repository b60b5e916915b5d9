/** The user's language, as a cell that is also saved in a cookie. */
import type { Language } from '#foundation/core/words.ts';
import { keepLanguage, keptLanguage } from './kept-language.ts';
import { cell } from '#foundation/console/wire/signal.ts';

export const language = cell<Language>(keptLanguage());

export function chooseLanguage(chosen: Language): void {
  keepLanguage(chosen);
  language.set(chosen);
}
