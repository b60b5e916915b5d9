/** What a search text can match: screens and actions by title, even misspelled, or an object by its number. Pure. */
import Fuse from 'fuse.js';
import type { Screen } from '#foundation/console/page/screen.ts';
import { type Phrase, languages, type Language } from '#foundation/core/words.ts';
import { withPlainDigits } from '#foundation/core/typed-text.ts';
import { isGroup, type MenuGroup, menuOf } from './menu.ts';

export interface FoundScreen {
  readonly screen: Screen;
  /** The menu's group that contains it. */
  readonly group: MenuGroup | undefined;
}

interface Entry {
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
  includeScore: true,
};

/** What was found, best first. `score`: of the best one, from 0 (exact) to 1. */
export interface Found<Item> {
  readonly items: readonly Item[];
  readonly score: number;
}

function finderOf<Item extends Entry>(entries: readonly Item[]): (text: string) => Found<Item> {
  const fuse = new Fuse(entries, options);
  return (text) => {
    if (text.trim() === '') return { items: entries, score: 1 };
    const found = fuse.search(text.trim());
    return { items: found.map(({ item }) => item), score: found[0]?.score ?? 1 };
  };
}

/**
 * Returns a search over the screens that the user can open, without those in no menu. An empty text finds all of them
 * in menu order.
 */
export function screenFinder(
  permitted: readonly Screen[],
  language: Language,
): (text: string) => Found<FoundScreen & Entry> {
  const entries = menuOf(permitted)
    .flatMap((entry): FoundScreen[] =>
      isGroup(entry)
        ? entry.screens.map((screen) => ({ screen, group: entry }))
        : [{ screen: entry, group: undefined }],
    )
    .map((found) => ({ ...found, titles: titlesIn(found.screen.title, language), path: found.screen.path }));
  return finderOf(entries);
}

/** Returns a search over the actions. An empty text finds all of them. */
export function actionFinder<Action extends { readonly title: Phrase }>(
  actions: readonly Action[],
  language: Language,
): (text: string) => Found<Action> {
  return finderOf(actions.map((action) => ({ ...action, titles: titlesIn(action.title, language), path: '' })));
}

/** In the user's language, and in English because manuals and colleagues can use it. */
function titlesIn(title: Phrase, language: Language): string[] {
  const spoken = languages.filter((each) => each === language || each === 'en').map((each) => title[each]);
  return [...new Set(spoken)];
}

/**
 * Whether the text could be a number or the start of one: it has a digit, or is a long word without one. Text with
 * other characters is searched too, so that the server's answer explains what a number looks like.
 */
export function couldBeNumber(text: string): boolean {
  return /\d/.test(withPlainDigits(text)) || /^[A-Za-z0-9._|-]{6,}$/.test(text);
}
