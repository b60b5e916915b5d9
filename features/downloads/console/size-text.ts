/** A file's size in words: kilobytes up to a megabyte, of a thousand bytes each, as file managers show them. */
import type { Translate } from '#foundation/console/page/words.tsx';
import type { downloadWords } from '../screen-words.ts';

const MEGABYTE = 1_000_000;

export function sizeText(bytes: number, t: Translate<typeof downloadWords>): string {
  if (bytes < MEGABYTE) return t('kilobytes', { size: Math.max(1, Math.round(bytes / 1_000)) });
  return t('megabytes', { size: Math.round(bytes / (MEGABYTE / 10)) / 10 });
}
