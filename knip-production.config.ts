/**
 * `knip --production` for exports that only tests use. An export that its own file also uses is fine: a test can try it
 * alone. An export that only a test uses must be deleted.
 */
import { readFileSync } from 'node:fs';

const text = readFileSync(new URL('knip.json', import.meta.url), 'utf8').replaceAll(/^\s*\/\/.*$/gm, '');

export default {
  ...(JSON.parse(text) as object),
  ignoreExportsUsedInFile: true,
  // Only `vite.config.ts` imports these, and it is not a production entry.
  ignoreFiles: ['apps/console/build/*.ts'],
};
