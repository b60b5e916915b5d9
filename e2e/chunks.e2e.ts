/**
 * What the browser is sent for a screen: its own code and what it shares, never another screen's, nor what is only
 * loaded when used.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const folder = fileURLToPath(new URL('../dist/console/assets/', import.meta.url));
/** `OrderListScreen-BHxvJ51A.js` → `OrderListScreen`. */
const nameOf = (file: string): string => file.replace(/-[\w-]{8}\.js$/, '');
/** File → the files that come with it: imported, not loaded later. */
const imports = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.js'))
    .map((file) => [
      file,
      [...readFileSync(folder + file, 'utf8').matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g)].flatMap(
        ([, other]) => other ?? [],
      ),
    ]),
);
const screens = [...imports.keys()].filter((file) => nameOf(file).endsWith('Screen'));

function comesWith(file: string): string[] {
  const seen = new Set<string>();
  const waiting = [file];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    waiting.push(...(imports.get(next) ?? []));
  }
  return [...seen].map(nameOf).toSorted();
}

test('every screen is a file of its own, without another screen', () => {
  expect(screens.length).toBeGreaterThan(15);
  for (const screen of screens)
    expect(comesWith(screen).filter((name) => name.endsWith('Screen'))).toEqual([nameOf(screen)]);
});

test.each([
  ['what reads tables', 'reading', []],
  ['what unpacks workbooks', 'fflate', []],
  // Pasting into its grid can not wait.
  ['what splits lines', 'papaparse', ['BatchManualScreen']],
  ['the chart', 'DayChart', []],
  ['the calendar', 'DayRangeCalendar', []],
  ['the search', 'SearchDialog', []],
  ['the settings', 'SettingsPanel', []],
  ['the captcha', 'solve-captcha', []],
])('%s comes when it is used', (_, part, needing) => {
  expect([...imports.keys()].map(nameOf)).toContain(part);
  expect(screens.filter((screen) => comesWith(screen).includes(part)).map(nameOf)).toEqual(needing);
});

test('lists come without the words and schemas of other features', () => {
  const known = new Set(['early', 'first', 'inside', 'parts', 'rolldown-runtime']);
  const own = (name: string): string[] =>
    comesWith(screens.find((file) => nameOf(file) === name) ?? name).filter((part) => !known.has(part));
  expect(own('OrderListScreen')).toEqual(['OrderListScreen', 'orders']);
  expect(own('MoneyLogScreen')).toEqual(['MoneyLogScreen']);
});

test('what checks forms comes with forms alone', () => {
  const schemas = screens.filter((file) => comesWith(file).includes('schemas')).map(nameOf);
  expect(schemas).not.toEqual([]);
  const without = [
    'OrderListScreen',
    'MoneyLogScreen',
    'DashboardScreen',
    'ChannelListScreen',
    'UserLogsScreen',
    'SearchDialog',
  ];
  for (const name of without)
    expect([...imports.keys()].filter((file) => nameOf(file) === name).flatMap(comesWith), name).not.toContain(
      'schemas',
    );
});

test('what runs first comes alone', () => {
  const early = [...imports.keys()].find((file) => nameOf(file) === 'early') ?? '';
  expect(comesWith(early)).toEqual(['early']);
  expect(readFileSync(folder + early).byteLength).toBeLessThan(20_000);
});

test('what pops up is in one file, which no page waits for', () => {
  // As the library's menu, dialog, drawer and lock of the page's scrolling write it: where they stand, its code is.
  for (const mark of ['data-menu-item', '--modal-size', '--drawer-size', 'data-scroll-locked'])
    expect(
      [...imports.keys()].filter((file) => readFileSync(folder + file, 'utf8').includes(mark)).map(nameOf),
      mark,
    ).toEqual(['popups']);
  for (const name of [
    'early',
    'first',
    'inside',
    'OrderListScreen',
    'MoneyLogScreen',
    'ChannelListScreen',
    'DashboardScreen',
  ]) {
    const files = [...imports.keys()].filter((file) => nameOf(file) === name);
    expect(files, name).toHaveLength(1);
    expect(files.flatMap(comesWith), name).not.toContain('popups');
  }
});

test('no file waits for one that waits for it', () => {
  for (const [file, others] of imports)
    for (const other of others) expect(comesWith(other), `${file} and ${other}`).not.toContain(nameOf(file));
});
