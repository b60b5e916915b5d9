/** Builds and serves the console. No inline scripts (the policy forbids them); every screen is its own chunk. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { chunkGroups } from '#apps/console/build/chunks.ts';
import { importsAgain } from '#apps/console/build/imports-again.ts';

const SERVER = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`;
/**
 * `apps/console/build/page.mjs` refines the first styles after the build, by these: browsers keep a file as long as its
 * name.
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

/** The code and styles that no page is without. */
const BROUGHT = /\/(rolldown-runtime|early|first)-[\w-]+\.(js|css)$/;

export default defineConfig({
  root: 'apps/console',
  base: './',
  cacheDir: '../../.cache/vite',
  plugins: [react(), importsAgain()],
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // A data: address would be a second way for images to come in; small files are cached as well.
    assetsInlineLimit: 0,
    // For each part that comes later the browser is told what to fetch beside it; what every page brings it has.
    modulePreload: {
      polyfill: false,
      resolveDependencies: (_file, parts) => parts.filter((part) => !BROUGHT.test(part)),
    },
    chunkSizeWarningLimit: 450,
    rolldownOptions: {
      // Who starts the product is not told how its bundler spends its time.
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
