/**
 * Runs after Vite has built the console (see console-build.mjs). Prerenders the login page in every language into
 * `dist/console/.page.json`, from which the server makes the first page, and adds styles that show the user's colour
 * scheme before any code runs.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, preprocessCSS, resolveConfig } from 'vite';

const root = join(import.meta.dirname, '..', '..', '..');
const built = join(root, 'dist', 'console');
const ssrFolder = join(root, '.cache', 'console-page');
const SCHEME = 'data-mantine-color-scheme';
/**
 * The form that the fields belong to until the code has loaded. `features/accounts/console/public/typed-before-hydration.ts` gives them
 * back.
 */
const EARLY = 'early-form';
/** Placeholders for values that only the running server knows. No real text contains them. */
const NAME = `\u{f0000}platform\u{f0001}`;
const LOGO = `\u{f0000}logo\u{f0001}`;

const assets = readdirSync(join(built, 'assets'));
// What can be opened over a page. `apps/console/boot/prefetch-popups.ts` prefetches it once a page has loaded.
const later = filesNamed(/^popups-.*\.js$/).map(
  (file) => `<link rel="prefetch" as="script" crossorigin href="./assets/${file}">`,
);
// Scripts are async: neither do they wait for the end of the page, nor does the end of the page wait for them. Only at
// the end of the page does the browser apply the address after #.
const page = replaced(
  replaced(readFileSync(join(built, 'index.html'), 'utf8'), '<script type="module" ', '$&async '),
  '</body>',
  () => `  <template id="later">${later.join('')}</template>\n  </body>`,
);
const [link = '', name = ''] = /<link rel="stylesheet"[^>]* href="\.\/([^"]+)">/.exec(page) ?? [];
if (link === '') throw new Error('the page has no style sheet');

const { pages, drawnColours } = await prerender();
// The component library renders its colours into the page. They belong in the styles, which depend on the colour scheme
// as well.
const COLOURS = /<style data-mantine-styles="true">(.*?)<\/style>/s;
const [, colours = ''] = COLOURS.exec(pages.en.open.mark) ?? [];
if (colours === '') throw new Error('the page has no colours');
const styles = await refineStyles(readFileSync(join(built, name), 'utf8') + colours);
// The page without the form needs the same styles.
writeFileSync(join(built, name), styles);
// The style sheet is inlined in the page. Its disabled link, which no browser fetches, tells the module loader that the
// styles are present.
const html = page.replace(
  link,
  () =>
    `<link rel="expect" href="#drawn" blocking="render">\n    <style>${styles}</style>\n    ${link.replace('>', ' media="not all" disabled>')}`,
);
// Blocks rendering until the page is complete. Later parts would shift a partial page.
const blocking = replaced(html, '<div id="root"></div>', '$&\n    <i id="drawn" hidden></i>');
// Submitting this form sends nothing: it only closes its dialog, and the closed dialog records that it was submitted.
const whole = replaced(
  blocking,
  '<body>',
  `$&\n    <dialog id="early" open hidden><form id="${EARLY}" method="dialog"></form></dialog>`,
);
for (const { open, closed } of Object.values(pages))
  for (const each of [open, closed])
    for (const kind of ['mark', 'logo']) each[kind] = attachToEarlyForm(each[kind].replace(COLOURS, ''));
writeFileSync(join(built, '.page.json'), JSON.stringify({ html: whole, name: NAME, logo: LOGO, pages }));

// Logged-in users get the page without the form and need the code behind it, which must not wait for the first code.
const next = filesNamed(/^inside-.*\.(js|css)$/);
const ahead = next.map(
  (file) => `<link rel="${file.endsWith('.js') ? 'modulepreload' : 'stylesheet'}" crossorigin href="./assets/${file}">`,
);
writeFileSync(
  join(built, 'index.html'),
  replaced(page, '</head>', () => `  ${ahead.join('\n    ')}\n  </head>`),
);

// Nearly all of this code runs at once. The hint lets the browser compile it while it loads, instead of function by
// function later.
const first = [...page.matchAll(/<script type="module"[^>]* src="\.\/assets\/([^"]+)"/g)].map(
  ([, script = '']) => script,
);
for (const script of [...first, ...next.filter((file) => /^inside-.*\.js$/.test(file))]) {
  const path = join(built, 'assets', script);
  writeFileSync(path, `//# allFunctionsCalledOnLoad\n${readFileSync(path, 'utf8')}`);
}

/**
 * Returns the built files with such a name, which must exist.
 * @param {RegExp} pattern
 */
function filesNamed(pattern) {
  const found = assets.filter((file) => pattern.test(file));
  if (found.length === 0) throw new Error(`the build has no file like ${pattern.source}`);
  return found;
}

/**
 * Replaces text that must be present.
 * @param {string} text
 * @param {string} from
 * @param {string | (() => string)} to
 */
function replaced(text, from, to) {
  if (!text.includes(from)) throw new Error(`the page has no ${from}`);
  return text.replaceAll(from, to);
}

/**
 * Prerenders the page as the browser will render it: the same components, at the login page's address, with empty
 * storage.
 */
async function prerender() {
  await build({
    root: join(root, 'apps', 'console'),
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: {
      ssr: join(root, 'apps', 'console', 'boot', 'first-page.tsx'),
      outDir: ssrFolder,
      emptyOutDir: true,
      rolldownOptions: { output: { codeSplitting: true } },
    },
  });
  const nothing = () => undefined;
  Object.defineProperty(globalThis, 'localStorage', { value: { getItem: () => null } });
  Object.assign(globalThis, {
    window: { location: { hash: '#/login', protocol: 'http:' }, addEventListener: nothing },
    document: { cookie: '', getElementById: () => null },
  });
  const firstPage = await import(pathToFileURL(join(ssrFolder, 'first-page.js')).href);
  rmSync(ssrFolder, { recursive: true });
  return { pages: firstPage.firstPages(NAME, LOGO), drawnColours: firstPage.drawnColours };
}

/** @param {string} markup */
function attachToEarlyForm(markup) {
  let fields = 0;
  const tied = markup.replaceAll(/<input (?=[^>]*\bname=")|<button (?=[^>]*\btype="submit")/g, (tag) => {
    fields += 1;
    return `${tag}form="${EARLY}" `;
  });
  if (fields !== 3) throw new Error(`the login form has ${fields} fields and buttons instead of 3`);
  return tied;
}

/**
 * Returns the styles without the library's unused colours, and with rules for the browser's preferred scheme that apply
 * until code sets light or dark.
 * @param {string} styles
 */
async function refineStyles(styles) {
  const plugin = {
    postcssPlugin: 'refineStyles',
    OnceExit(sheet, { AtRule }) {
      dropUnusedColours(sheet);
      addPreferredScheme(sheet, AtRule);
    },
  };
  const config = await resolveConfig({ configFile: false, css: { postcss: { plugins: [plugin] } } }, 'build');
  return (await preprocessCSS(styles, 'first.css', config)).code;
}

/**
 * Removes the colours that `apps/console/shell/theme.ts` does not list, except those that these styles use. Style sheets
 * loaded later must not use the removed colours: they would need other first styles under the same name.
 * @param sheet as PostCSS reads them
 */
function dropUnusedColours(sheet) {
  const palettes = new Set();
  sheet.walkDecls(/^--mantine-color-[a-z]+-0$/, ({ prop }) => void palettes.add(paletteOf(prop)));
  for (const used of drawnColours) palettes.delete(used);
  const unused = [];
  const others = [];
  sheet.walkDecls(
    (declaration) => void (palettes.has(paletteOf(declaration.prop)) ? unused : others).push(declaration),
  );
  const needed = others.map(({ value }) => value).join();
  const later = assets
    .filter((file) => file.endsWith('.css') && join('assets', file) !== name)
    .map((file) => readFileSync(join(built, 'assets', file), 'utf8'))
    .join();
  for (const declaration of unused) {
    const use = `var(${declaration.prop})`;
    if (needed.includes(use)) continue;
    if (later.includes(use))
      throw new Error(`${use} is used: add its colour to drawnColours in apps/console/shell/theme.ts`);
    declaration.remove();
  }
}

/** @param {string} property */
function paletteOf(property) {
  return /^--mantine-color-([a-z]+)-/.exec(property)?.[1];
}

/**
 * Adds to every rule for light or dark a copy that applies the browser's preferred scheme until code sets one.
 * `:not([…])` has the same specificity as the attribute, so the order of the rules stays.
 * @param sheet as PostCSS reads them
 * @param AtRule PostCSS's
 */
function addPreferredScheme(sheet, AtRule) {
  const scheme = new RegExp(`\\[${SCHEME}(?:="?(\\w+)"?)?\\]`);
  const rules = [];
  sheet.walkRules((rule) => void (rule.selector.includes(`[${SCHEME}`) && rules.push(rule)));
  for (const rule of rules) {
    const unknown = (selector) => selector.replace(scheme, `:where(:root):not([${SCHEME}])`);
    const any = rule.selectors.filter((selector) => selector.includes(`[${SCHEME}]`));
    rule.selectors = [...rule.selectors, ...any.map(unknown)];
    for (const wanted of ['light', 'dark']) {
      const selectors = rule.selectors.filter((selector) => scheme.exec(selector)?.[1] === wanted);
      if (selectors.length === 0) continue;
      const preferred = new AtRule({ name: 'media', params: `(prefers-color-scheme:${wanted})` });
      preferred.append(rule.clone({ selectors: selectors.map(unknown) }));
      rule.after(preferred);
    }
  }
}
