/** The platform's words. */
import { words } from '#foundation/core/words.ts';

export const platformTexts = words({});
