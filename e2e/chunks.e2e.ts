/**
 * Checks what the browser loads for a screen: its own code and what it shares, never another screen's, nor what is
 * loaded only on use.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { loginFiles } from './login-files-for-tests.ts';

const folder = fileURLToPath(new URL('../dist/console/assets/', import.meta.url));
/** `OrderListScreen-BHxvJ51A.js` → `OrderListScreen`. */
const nameOf = (file: string): string => file.replace(/-[\w-]{8}\.js$/, '');
/** File → the files it imports statically. */
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

function loadedWith(file: string): string[] {
  const seen = new Set<string>();
  const pending = [file];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (seen.has(next)) continue;
    seen.add(next);
    pending.push(...(imports.get(next) ?? []));
  }
  return [...seen].map(nameOf).toSorted();
}

test('every screen is a file of its own and loads no other screen', () => {
  expect(screens.length).toBeGreaterThan(15);
  for (const screen of screens)
    expect(loadedWith(screen).filter((name) => name.endsWith('Screen'))).toEqual([nameOf(screen)]);
});

test.each([
  ['the table reader', 'reading', []],
  ['the workbook unpacker', 'fflate', []],
  ['the reader of a bank’s status report', 'status-report', []],
  ['the XML parser', 'saxes', []],
  // The grid needs it at once for pasting.
  ['the CSV parser', 'papaparse', ['BatchManualScreen']],
  ['the chart', 'DayChart', []],
  ['the calendar', 'DaysChooser', []],
  ['the search', 'SearchDialog', []],
  ['the settings', 'SettingsPanel', []],
  ['the captcha', 'solve-captcha', []],
  ['the QR code', 'QrCode', []],
])('%s is loaded when it is used', (_, part, importedBy) => {
  expect([...imports.keys()].map(nameOf)).toContain(part);
  expect(screens.filter((screen) => loadedWith(screen).includes(part)).map(nameOf)).toEqual(importedBy);
});

test('lists load no words or schemas of other features', () => {
  // Code that several features share, without words of theirs.
  const known = new Set(['early', 'first', 'inside', 'parts', 'receipt', 'rolldown-runtime']);
  const own = (name: string): string[] =>
    loadedWith(screens.find((file) => nameOf(file) === name) ?? name).filter((part) => !known.has(part));
  expect(own('OrderListScreen')).toEqual(['OrderListScreen', 'orders']);
  expect(own('MoneyLogScreen')).toEqual(['MoneyLogScreen', 'money-log']);
});

test('form validation is loaded only with forms', () => {
  const schemas = screens.filter((file) => loadedWith(file).includes('schemas')).map(nameOf);
  expect(schemas).not.toEqual([]);
  const without = [
    'OrderListScreen',
    'MoneyLogScreen',
    'HomeScreen',
    'ChannelListScreen',
    'UserLogsScreen',
    'AgentDetailScreen',
    'UserListScreen',
    'AgentOrderListScreen',
    'CommissionScreen',
    'SearchDialog',
  ];
  for (const name of without)
    expect([...imports.keys()].filter((file) => nameOf(file) === name).flatMap(loadedWith), name).not.toContain(
      'schemas',
    );
});

test('the login page loads at most 150 kB of code and styles, gzipped', async () => {
  const files = await loginFiles();
  expect(files.map(({ name }) => nameOf(name))).toEqual(expect.arrayContaining(['assets/early', 'assets/first']));
  expect(files.reduce((sum, { gzippedBytes }) => sum + gzippedBytes, 0)).toBeLessThanOrEqual(150_000);
});

test('the first script imports nothing', () => {
  const early = [...imports.keys()].find((file) => nameOf(file) === 'early') ?? '';
  expect(loadedWith(early)).toEqual(['early']);
  expect(readFileSync(folder + early).byteLength).toBeLessThan(20_000);
  // The agents' screens are in a table that is loaded after the login.
  expect(readFileSync(folder + early, 'utf8')).not.toContain('/agent/');
});

test('the screens of agents are in a file that only their login loads', () => {
  // The name of a screen in their list.
  expect(
    [...imports.keys()].filter((file) => readFileSync(folder + file, 'utf8').includes('AddUser')).map(nameOf),
  ).toContain('agent-screens');
  for (const name of ['early', 'first', 'inside', 'parts', 'HomeScreen', 'OrderListScreen', 'FirstPasswordScreen'])
    for (const file of [...imports.keys()].filter((each) => nameOf(each) === name))
      expect(loadedWith(file), name).not.toContain('agent-screens');
});

test('what only operators use is in files that no member’s page loads', () => {
  const without = [...imports.keys()].filter((file) => !readFileSync(folder + file, 'utf8').includes('/operator/'));
  expect([...imports.keys()].map(nameOf)).toEqual(expect.arrayContaining(['operators', 'operator-screens']));
  for (const file of without.filter(
    (each) => nameOf(each).endsWith('Screen') || ['early', 'first', 'inside'].includes(nameOf(each)),
  ))
    for (const name of ['operators', 'operators-form', 'operator-screens'])
      expect(loadedWith(file), file).not.toContain(name);
});

test('popups are in one file, which no page waits for', () => {
  // Strings in Mantine's menu, dialog, drawer and scroll lock: a file that contains one contains that component's code.
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
    'HomeScreen',
  ]) {
    const files = [...imports.keys()].filter((file) => nameOf(file) === name);
    expect(files, name).toHaveLength(1);
    expect(files.flatMap(loadedWith), name).not.toContain('popups');
  }
});

test('no file imports itself through other files', () => {
  for (const [file, others] of imports)
    for (const other of others) expect(loadedWith(other), `${file} and ${other}`).not.toContain(nameOf(file));
});
