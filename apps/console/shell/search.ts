/** What a search text can match: screens by title or path, even misspelled, or an order by its number. Pure. */
import Fuse from 'fuse.js';
import { screenLine, type Screen } from '#foundation/console/page/screen.ts';
import { withPlainDigits } from '#foundation/core/typed-text.ts';
import { languages, type Language } from '#foundation/core/words.ts';

export const ORDER_LIST = '/order/list';

export interface FoundScreen {
  readonly screen: Screen;
  /** The menu groups that contain it, outermost first. */
  readonly under: readonly Screen[];
}

interface Entry extends FoundScreen {
  readonly titles: readonly string[];
  readonly path: string;
}

/** Threshold and weights are from the specification. The position of a word in a title and accents don't matter. */
const options = {
  threshold: 0.4,
  keys: [
    { name: 'titles', weight: 0.7 },
    { name: 'path', weight: 0.3 },
  ],
  ignoreLocation: true,
  ignoreDiacritics: true,
};

/**
 * Returns a search over the screens that the user can open, without those in no menu. An empty text finds all of them
 * in menu order.
 */
export function screenFinder(
  permitted: readonly Screen[],
  language: Language,
): (text: string) => readonly FoundScreen[] {
  const entries = permitted
    .filter((screen) => screen.component && !screen.hidden && !screen.open)
    .map((screen): Entry => {
      const line = screenLine(permitted, screen);
      return { screen, under: line.slice(0, -1), titles: titlesIn(screen, language), path: screen.path };
    });
  const fuse = new Fuse(entries, options);
  return (text) => (text.trim() === '' ? entries : fuse.search(text.trim()).map(({ item }) => item));
}

/** In the user's language, and in English because manuals and colleagues can use it. */
function titlesIn({ title }: Screen, language: Language): string[] {
  const spoken = languages.filter((each) => each === language || each === 'en').map((each) => title[each]);
  return [...new Set(spoken)];
}

/**
 * Whether the text could be an order number or the start of one: it has a digit, or is a long word without one. Text
 * with other characters is searched too, so that the server's answer explains what a number looks like.
 */
export function couldBeOrderNumber(text: string): boolean {
  return /\d/.test(withPlainDigits(text)) || /^[A-Za-z0-9._|-]{6,}$/.test(text);
}
