/** Builds and serves the console. No inline scripts (the policy forbids them); every screen is its own chunk. */
import { defineConfig } from 'vite';
import react from '@vitejs/plugin-react';

const SERVER = 'http://127.0.0.1:8080';

export default defineConfig({
  root: 'apps/console',
  base: './',
  cacheDir: '../../.cache/vite',
  plugins: [react()],
  build: {
    outDir: '../../dist/console',
    emptyOutDir: true,
    target: 'baseline-widely-available',
    // A data: address would be a second way for images to come in; small files are cached as well.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 300,
  },
  worker: { format: 'es' },
  server: { port: 5173, strictPort: true, proxy: { '/api': SERVER, '/gateway': SERVER, '/cashier': SERVER } },
});
