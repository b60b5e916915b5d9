/**
 * `knip --production` for exports that live for tests only. One that its own file uses as well is a part that a test may
 * try by itself; one that nothing uses but a test is deleted.
 */
import { readFileSync } from 'node:fs';

const text = readFileSync(new URL('knip.json', import.meta.url), 'utf8').replaceAll(/^\s*\/\/.*$/gm, '');

export default {
  ...(JSON.parse(text) as object),
  ignoreExportsUsedInFile: true,
  // Only `vite.config.ts` imports these, which is no production entry.
  ignoreFiles: ['apps/console/build/*.ts'],
};
