/**
 * The addresses of the screens that are loaded for the user's role alone and that its rights allow. A screen asks before it
 * leads to another one that not everybody has.
 */
import { cell } from '#foundation/console/wire/signal.ts';

export const ownPaths = cell<ReadonlySet<string>>(new Set());
