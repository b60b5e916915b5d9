/** What a typed text may mean: screens by title or path, though it be misspelled, or an order by its number. Pure. */
import Fuse from 'fuse.js';
import { screenLine, type Screen } from '#foundation/console/screen.ts';
import { withPlainDigits } from '#foundation/core/typed-text.ts';
import { languages, type Language } from '#foundation/core/words.ts';

export const ORDER_LIST = '/order/list';

export interface FoundScreen {
  readonly screen: Screen;
  /** The groups of the menu that it stands under, outermost first. */
  readonly under: readonly Screen[];
}

interface Entry extends FoundScreen {
  readonly titles: readonly string[];
  readonly path: string;
}

/** The specification's figures. Where in a title a word stands does not matter, nor do accents. */
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
 * Over the screens that the reader may open; those in no menu are left out. Everything in the menu's order for no text.
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

/** In the reader's language, and in English, which manuals and colleagues may use. */
function titlesIn({ title }: Screen, language: Language): string[] {
  const spoken = languages.filter((each) => each === language || each === 'en').map((each) => title[each]);
  return [...new Set(spoken)];
}

/**
 * Whether an order may be meant by its number or the beginning of it: what has a digit, and a long word without one.
 * What holds other signs than a number is asked for as well, so that the reader learns what a number looks like.
 */
export function mayBeOrderNumber(text: string): boolean {
  return /\d/.test(withPlainDigits(text)) || /^[A-Za-z0-9_-]{6,}$/.test(text);
}
