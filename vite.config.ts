/** Builds and serves the console. No inline scripts (the policy forbids them); every screen is its own chunk. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { checkChunks, chunkGroups, EVERY_PAGE } from '#apps/console/build/chunks.ts';
import { importsAgain } from '#apps/console/build/imports-again.ts';

const SERVER = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`;

/**
 * `apps/console/build/page.mjs` rewrites the first styles after the build, using these files. Their hash is part of the
 * style sheets' names, because browsers cache a file by its name.
 */
const REFINED_BY = [
  'apps/console/build/page.mjs',
  'apps/console/shell/Themed.tsx',
  'apps/console/shell/theme.ts',
  'apps/console/shell/settings.ts',
  'foundation/core/colour.ts',
  'package-lock.json',
];
const REFINED = createHash('sha256')
  .update(REFINED_BY.map((file) => readFileSync(new URL(file, import.meta.url))).join('\n'))
  .digest('hex')
  .slice(0, 4);

const BROUGHT = new RegExp(`/(${EVERY_PAGE.join('|')})-[\\w-]+\\.(js|css)$`);

export default defineConfig({
  root: 'apps/console',
  base: './',
  cacheDir: '../../.cache/vite',
  plugins: [react(), importsAgain(), checkChunks()],
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // Images are always files, never data: addresses. Small files are cached as well.
    assetsInlineLimit: 0,
    // Each lazy part lists the files to fetch with it, without those that every page loads.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, parts) => parts.filter((part) => !BROUGHT.test(part)),
    },
    chunkSizeWarningLimit: 450,
    rolldownOptions: {
      // The output of `npm start` does not need the bundler's timings.
      checks: { bundlerTimings: false },
      output: {
        assetFileNames: `assets/[name]-[hash]${REFINED}[extname]`,
        codeSplitting: {
          groups: chunkGroups,
        },
      },
    },
  },
  worker: { format: 'es' },
  server: { port: 5173, strictPort: true, proxy: { '/api': SERVER, '/gateway': SERVER, '/cashier': SERVER } },
});
