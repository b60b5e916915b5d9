/** Builds and serves the console. No inline scripts (the policy forbids them); every screen is its own chunk. */
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const SERVER = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`;
const ENTRY = /\/apps\/console\/main\.tsx$/;
/** Of the component library, whose one index reaches everything, what the first page draws; another part only means another file. */
const LIBRARY = /\/node_modules\/@mantine\//;
const FIRST_PARTS =
  /\/@mantine\/\w+\/esm\/(core|components\/(ActionIcon|Button|CloseButton|Input|InputBase|Loader|PasswordInput|TextInput|Transition|UnstyledButton)|use-(did-update|id|isomorphic-effect|media-query|reduced-motion|uncontrolled))\//;

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
    chunkSizeWarningLimit: 450,
    // Over a slow line each further file costs a round trip: the first page comes in one.
    rolldownOptions: { output: { codeSplitting: { groups: [{ debugName: 'first page', name: firstPage }] } } },
  },
  worker: { format: 'es' },
  server: { port: 5173, strictPort: true, proxy: { '/api': SERVER, '/gateway': SERVER, '/cashier': SERVER } },
});

interface Modules {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

/** `first` for what the entry imports, directly or through others; what is only loaded later stays as it is. */
function firstPage(id: string, modules: Modules): string | null {
  const seen = new Set<string>();
  const waiting = [id];
  for (let module = waiting.pop(); module !== undefined; module = waiting.pop()) {
    if (ENTRY.test(module) || FIRST_PARTS.test(module)) return 'first';
    if (seen.has(module) || LIBRARY.test(module)) continue;
    seen.add(module);
    waiting.push(...(modules.getModuleInfo(module)?.importers ?? []));
  }
  return null;
}
