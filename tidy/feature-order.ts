/**
 * The order of the features, as `apps/server/features.ts` lists them: each imports only from those above it, and reads
 * their tables alone. Read as text, because the checks load no product code.
 */
import { readFileSync } from 'node:fs';

const list = readFileSync(new URL('../apps/server/features.ts', import.meta.url), 'utf8');

export const featureOrder: readonly string[] = [
  ...list.matchAll(/from '#features\/([a-z-]+)\/server\/feature\.ts'/g),
].map(([, name = '']) => name);
