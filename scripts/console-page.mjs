/**
 * After Vite has built the console: draws the sign-in page ahead in every language and writes
 * `dist/console/.page.json`, from which the server makes the first page. Run by console-build.mjs; the reader's colours
 * before any code are made here too.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, preprocessCSS, resolveConfig } from 'vite';

const root = join(import.meta.dirname, '..');
const built = join(root, 'dist', 'console');
const aside = join(root, '.cache', 'console-page');
const SCHEME = 'data-mantine-color-scheme';
/**
 * The form that the fields belong to until the code is there: `features/users/console/typed-before.ts` gives them back.
 */
const EARLY = 'early-form';
/** Stand for what only the running server knows; they look like nothing that anybody writes. */
const NAME = `\u{f0000}platform\u{f0001}`;
const LOGO = `\u{f0000}logo\u{f0001}`;

const assets = readdirSync(join(built, 'assets'));
// What may be opened over a page: `apps/console/lay-by.ts` has it fetched when a page stands.
const later = assets
  .filter((file) => /^popups-.*\.js$/.test(file))
  .map((file) => `<link rel="prefetch" as="script" crossorigin href="./assets/${file}">`);
// No part of the code waits for the end of the page, nor the end of the page for it: only then does the browser know
// which address after # it is at.
const page = readFileSync(join(built, 'index.html'), 'utf8')
  .replaceAll('<script type="module" ', '$&async ')
  .replace('</body>', () => `  <template id="later">${later.join('')}</template>\n  </body>`);
const [link = '', name = ''] = /<link rel="stylesheet"[^>]* href="\.\/([^"]+)">/.exec(page) ?? [];
if (link === '') throw new Error('the page names no styles');

const { pages, drawnColours } = await drawn();
// The component library draws its colours into the page; they belong to the styles, and wait for the scheme as well.
const COLOURS = /<style data-mantine-styles="true">(.*?)<\/style>/s;
const [, colours = ''] = COLOURS.exec(pages.en.open.mark) ?? [];
if (colours === '') throw new Error('the page draws no colours');
const styles = await refined(readFileSync(join(built, name), 'utf8') + colours);
// The page without the form needs them as much.
writeFileSync(join(built, name), styles);
// The style sheet is in the page already; its link, which no browser fetches so, tells the loader of later parts.
const html = page.replace(
  link,
  () =>
    `<link rel="expect" href="#drawn" blocking="render">\n    <style>${styles}</style>\n    ${link.replace('>', ' media="not all" disabled>')}`,
);
// Half a page is not shown: what comes later would push it around.
const whole = html
  .replace('<div id="root"></div>', '$&\n    <i id="drawn" hidden></i>')
  // Belongs to no server: sending it goes nowhere, and the closed dialog is remembered by itself.
  .replace(/<body>/, `$&\n    <dialog id="early" open hidden><form id="${EARLY}" method="dialog"></form></dialog>`);
for (const { open, closed } of Object.values(pages))
  for (const each of [open, closed])
    for (const kind of ['mark', 'logo']) each[kind] = tiedToEarly(each[kind].replace(COLOURS, ''));
writeFileSync(join(built, '.page.json'), JSON.stringify({ html: whole, name: NAME, logo: LOGO, pages }));

// Who is logged in gets the page without the form, and needs what lies behind it: nothing of that waits for the first
// code.
const next = assets.filter((file) => /^inside-.*\.(js|css)$/.test(file));
const ahead = next.map(
  (file) => `<link rel="${file.endsWith('.js') ? 'modulepreload' : 'stylesheet'}" crossorigin href="./assets/${file}">`,
);
writeFileSync(
  join(built, 'index.html'),
  page.replace('</head>', () => `  ${ahead.join('\n    ')}\n  </head>`),
);

// Nearly all of this code runs at once: the browser may compile it while it comes, instead of function by function
// later.
const first = [...page.matchAll(/<script type="module"[^>]* src="\.\/assets\/([^"]+)"/g)].map(
  ([, script = '']) => script,
);
for (const script of [...first, ...next.filter((file) => /^inside-.*\.js$/.test(file))]) {
  const path = join(built, 'assets', script);
  writeFileSync(path, `//# allFunctionsCalledOnLoad\n${readFileSync(path, 'utf8')}`);
}

/** As the browser will draw it: the same components, at the address of the sign-in page, with nothing kept. */
async function drawn() {
  await build({
    root: join(root, 'apps', 'console'),
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    build: {
      ssr: join(root, 'apps', 'console', 'first-page.tsx'),
      outDir: aside,
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
  const firstPage = await import(pathToFileURL(join(aside, 'first-page.js')).href);
  rmSync(aside, { recursive: true });
  return { pages: firstPage.firstPages(NAME, LOGO), drawnColours: firstPage.drawnColours };
}

/** @param {string} drawn */
function tiedToEarly(drawn) {
  let fields = 0;
  const tied = drawn.replaceAll(/<input (?=[^>]*\bname=")|<button (?=[^>]*\btype="submit")/g, (tag) => {
    fields += 1;
    return `${tag}form="${EARLY}" `;
  });
  if (fields !== 3) throw new Error(`the sign-in form has ${fields} fields and buttons instead of 3`);
  return tied;
}

/**
 * The same styles without the library's colours that nothing draws in, and for a page that no code has told light from
 * dark yet, those of the scheme that the browser prefers.
 * @param {string} styles
 */
async function refined(styles) {
  const plugin = {
    postcssPlugin: 'refined',
    OnceExit(sheet, { AtRule }) {
      dropUnusedColours(sheet);
      addPreferredScheme(sheet, AtRule);
    },
  };
  const config = await resolveConfig({ configFile: false, css: { postcss: { plugins: [plugin] } } }, 'build');
  return (await preprocessCSS(styles, 'first.css', config)).code;
}

/**
 * The library's colours that `apps/console/theme.ts` does not name; of those stays what the same styles draw in. Later
 * ones may not: they would need other first styles under the same name.
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
    if (later.includes(use)) throw new Error(`${use} is drawn in: apps/console/theme.ts must name its colour`);
    declaration.remove();
  }
}

/** @param {string} property */
function paletteOf(property) {
  return /^--mantine-color-([a-z]+)-/.exec(property)?.[1];
}

/**
 * Beside what a brightness is drawn in, the same for a page that no code has told it yet, by what the browser prefers.
 * A negation weighs as much as the attribute that it denies.
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
