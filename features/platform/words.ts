/** Strings of the platform's calls. */
import { words } from '#foundation/core/words.ts';

export const platformTexts = words({});
