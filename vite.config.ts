/** Builds and serves the console. No inline scripts (the policy forbids them); every screen is its own chunk. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

const SERVER = `http://127.0.0.1:${process.env['PORT'] ?? 8080}`;
const ENTRY = /\/apps\/console\/main\.tsx$/;
const INSIDE = /\/apps\/console\/Inside\.tsx$/;
const EARLY = /\/apps\/console\/boot\/early\.ts$/;
/** What contracts are made of; only forms check by them. */
const SCHEMAS = /\/node_modules\/zod\/|\/foundation\/core\/(wire|calls)\.ts$/;
/**
 * What every screen with a list has: nearly all. Their own few rules too, as a sheet that comes later has the page laid
 * out anew.
 */
const LIST =
  /\/(foundation\/console\/(list\/(data-table\/(DataTable|NewsButton)|FilterBar|filters|DateRangeFilter|use-list-address|use-steady-list|use-today)|overlay\/DetailDrawer|page\/ScreenLink|display\/(StatusBadge|detail|CopyText))|features\/exports\/console\/ExportButton)\.tsx?$|\/@tabler\/icons-react\/dist\/esm\/(createReactComponent|defaultAttributes)\.mjs$|\/features\/[\w-]+\/console\/\w+(List|Logs?)Screen\.module\.css$/;
/** What calls there are: names without code. */
const CALLS = /\/features\/[\w-]+\/console\/calls\.ts$/;
/**
 * The component library, whose one index reaches everything, and of it what the first page draws; another part only
 * means another file.
 */
const LIBRARY = /\/node_modules\/@mantine\/(core|hooks)\//;
const FIRST_PARTS =
  /\/@mantine\/\w+\/esm\/(core|components\/(ActionIcon|Button|CloseButton|Input|InputBase|Loader|PasswordInput|TextInput|Transition|UnstyledButton)|use-(did-update|id|isomorphic-effect|media-query|reduced-motion|uncontrolled))\//;

/** What stands over a page once it is opened, with what the library needs for it: no page needs it to be drawn. */
const POPUPS =
  /\/(foundation\/console\/overlay\/popup-parts|apps\/console\/shell\/MenuDrawer)\.tsx$|\/node_modules\/(@floating-ui|tabbable|react-remove-scroll|react-remove-scroll-bar|react-style-singleton|use-callback-ref|use-sidecar|get-nonce|detect-node-es|tslib)\/|\/@mantine\/core\/esm\/(components|utils)\/(Combobox|Drawer|Floating|FocusTrap|Menu|Modal|ModalBase|NativeScrollArea|Overlay|Paper|Popover|Portal|RemoveScroll|ScrollArea|Select)\/|\/@mantine\/hooks\/esm\/use-(click-outside|focus-return|focus-trap|lock-scroll)\//;

/**
 * `scripts/console-page.mjs` refines the first styles after the build, by these: browsers keep a file as long as its
 * name.
 */
const REFINED_BY = [
  'scripts/console-page.mjs',
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

/** The feature or the library that a file belongs to. */
const OWNER = /\/(?:features|node_modules(?:\/@[\w-]+)?)\/([\w.-]+)\//;

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
    // Each further file costs a round trip over a slow line, and some milliseconds on a slow processor: what comes
    // together comes in one. A screen's own code stays its own.
    rolldownOptions: {
      // Who starts the product is not told how its bundler spends its time.
      checks: { bundlerTimings: false },
      output: {
        assetFileNames: `assets/[name]-[hash]${REFINED}[extname]`,
        codeSplitting: {
          groups: [
            { debugName: 'what runs first', name: (id, modules) => (leadsTo([EARLY], id, modules) ? 'early' : null) },
            {
              debugName: 'first page',
              name: (id, modules) => (leadsTo([ENTRY, FIRST_PARTS], id, modules) ? 'first' : null),
            },
            { name: 'schemas', test: SCHEMAS },
            { name: 'popups', test: POPUPS, includeDependenciesRecursively: false },
            {
              debugName: 'inside',
              name: (id, modules) => (leadsTo([INSIDE, LIBRARY, LIST, CALLS], id, modules) ? 'inside' : null),
            },
            // What only some screens share goes by whose it is: no screen loads another one's code, words or schemas.
            {
              debugName: 'forms of a feature',
              name: (id, modules) => (needsSchemas(id, modules) ? `${OWNER.exec(id)?.[1] ?? 'shared'}-forms` : null),
              minShareCount: 2,
              includeDependenciesRecursively: false,
            },
            {
              debugName: 'of a feature or library',
              name: (id) => OWNER.exec(id)?.[1] ?? null,
              minShareCount: 2,
              minSize: 6_000,
              includeDependenciesRecursively: false,
            },
            { name: 'parts', minShareCount: 2 },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: { port: 5173, strictPort: true, proxy: { '/api': SERVER, '/gateway': SERVER, '/cashier': SERVER } },
});

/**
 * Puts `foundation/console/wire/import-again.ts` in place of each `import()` of a file of ours. Last, when the files' names
 * are known and what is fetched beside each is written down.
 */
function importsAgain(): Plugin {
  return {
    name: 'imports-again',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const part of Object.values(bundle)) {
          if (part.type !== 'chunk') continue;
          part.code = part.code.replaceAll(
            /\bimport\((["'`])(\.\/[\w.-]+\.js)\1\)/g,
            (_whole, _quote, file) => `importAgain(\`${file}\`)`,
          );
        }
      },
    },
  };
}

interface Modules {
  getModuleInfo(id: string): { readonly importers: readonly string[]; readonly importedIds: readonly string[] } | null;
}

/** Whether it imports the schemas, directly or through others. */
function needsSchemas(id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (SCHEMAS.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return (modules.getModuleInfo(id)?.importedIds ?? []).some((other) => needsSchemas(other, modules, seen));
}

/**
 * Whether one of the `wanted` files imports it, directly or through others; what is only loaded later stays as it is.
 */
function leadsTo(wanted: readonly RegExp[], id: string, modules: Modules): boolean {
  const seen = new Set<string>();
  const waiting = [id];
  for (let module = waiting.pop(); module !== undefined; module = waiting.pop()) {
    if (wanted.some((each) => each.test(module))) return true;
    if (seen.has(module) || LIBRARY.test(module)) continue;
    seen.add(module);
    waiting.push(...(modules.getModuleInfo(module)?.importers ?? []));
  }
  return false;
}
