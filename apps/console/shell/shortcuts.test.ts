import { describe, expect, test } from 'vitest';
import type { Screen } from '#foundation/console/page/screen.ts';
import { isSearchKeystroke, keyedScreens, readKeystroke, SEQUENCE_MS, type Keystroke } from './shortcuts.ts';

const screenOf = (name: string): Screen => ({
  path: `/${name}`,
  name,
  title: { en: name, zh: name, es: name, th: name },
});
const [dashboard, orders] = [screenOf('Dashboard'), screenOf('OrderList')];
const permitted = [dashboard, orders, screenOf('Other')];

const stroke = (key: string, more: Partial<Keystroke> = {}): Keystroke => ({
  key,
  code: '',
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  timeStamp: 1000,
  ...more,
});
const read = (one: Keystroke, waitingSince?: number) => readKeystroke(one, waitingSince, permitted);

describe('a single key', () => {
  test.each([
    ['/', stroke('/'), 'field'],
    ['/ on a layout that needs shift', stroke('/', { code: 'Digit7', shiftKey: true }), 'field'],
    ['/ on a Thai keyboard', stroke('ฝ', { code: 'Slash' }), 'field'],
    ['?', stroke('?', { shiftKey: true }), 'shortcuts'],
    ['? on a Thai keyboard', stroke('ฦ', { code: 'Slash', shiftKey: true }), 'shortcuts'],
    ['e', stroke('e'), 'export'],
    ['e on a Thai keyboard', stroke('ำ', { code: 'KeyE' }), 'export'],
  ])('%s is recognized', (_, one, to) => {
    expect(read(one)).toEqual({ action: { to } });
  });

  test.each(['ctrlKey', 'altKey', 'metaKey'] as const)('with %s is left to the browser', (modifier) => {
    for (const key of ['/', '?', 'g']) expect(read(stroke(key, { [modifier]: true }))).toEqual({});
    expect(read(stroke('o', { [modifier]: true }), 900)).toEqual({});
  });

  test('w opens the withdrawal, for those who have it', () => {
    const withdraw = screenOf('RepayApply');
    expect(readKeystroke(stroke('w'), undefined, [...permitted, withdraw])).toEqual({
      action: { to: 'screen', screen: withdraw },
    });
    expect(read(stroke('w'))).toEqual({});
    expect(read(stroke('w', { ctrlKey: true }))).toEqual({});
  });

  test.each(['a', 'o', 'Enter', 'Tab', 'ArrowDown', '7'])('%s does nothing', (key) => {
    expect(read(stroke(key))).toEqual({});
  });
});

describe('g and a letter', () => {
  test.each([
    ['o', orders],
    ['O', orders],
    ['d', dashboard],
  ])('%s opens its screen', (key, screen) => {
    const { waitingSince } = read(stroke('g'));
    expect(waitingSince).toBe(1000);
    expect(read(stroke(key, { timeStamp: 1500 }), waitingSince)).toEqual({ action: { to: 'screen', screen } });
  });

  test('open a screen on a Thai keyboard', () => {
    const { waitingSince } = read(stroke('เ', { code: 'KeyG' }));
    expect(read(stroke('น', { code: 'KeyO', timeStamp: 1500 }), waitingSince)).toEqual({
      action: { to: 'screen', screen: orders },
    });
  });

  test('do nothing if the user can’t open the screen', () => {
    expect(read(stroke('m', { timeStamp: 1500 }), 1000)).toEqual({});
    expect(keyedScreens(permitted)).toEqual([
      { key: 'd', screen: dashboard },
      { key: 'o', screen: orders },
    ]);
  });

  test('are cancelled by any other key, which does nothing itself', () => {
    expect(read(stroke('/', { timeStamp: 1500 }), 1000)).toEqual({});
    expect(read(stroke('x', { timeStamp: 1500 }), 1000)).toEqual({});
  });

  test('are not cancelled by Shift on the way to a capital letter', () => {
    expect(read(stroke('Shift', { timeStamp: 1500, shiftKey: true }), 1000)).toEqual({ waitingSince: 1000 });
  });

  test('do nothing if the letter comes too late', () => {
    expect(read(stroke('o', { timeStamp: 1000 + SEQUENCE_MS }), 1000).action).toEqual({ to: 'screen', screen: orders });
    expect(read(stroke('o', { timeStamp: 1001 + SEQUENCE_MS }), 1000)).toEqual({});
    expect(read(stroke('g', { timeStamp: 9000 }), 1000)).toEqual({ waitingSince: 9000 });
  });
});

test.each([
  ['Ctrl-K', stroke('k', { ctrlKey: true }), true],
  ['⌘-K', stroke('k', { metaKey: true }), true],
  ['with caps lock', stroke('K', { ctrlKey: true }), true],
  ['on a Thai keyboard', stroke('า', { code: 'KeyK', ctrlKey: true }), true],
  ['k alone', stroke('k'), false],
  ['Ctrl-Shift-K', stroke('K', { ctrlKey: true, shiftKey: true }), false],
  ['Ctrl-Alt-K', stroke('k', { ctrlKey: true, altKey: true }), false],
  ['Ctrl-L', stroke('l', { ctrlKey: true }), false],
])('%s opens the search: %s', (_, one, answer) => {
  expect(isSearchKeystroke(one)).toBe(answer);
});

test('an operator’s letters open its own screens, those that it can open', () => {
  const [overview, approvals] = [screenOf('OperatorOverview'), screenOf('OperatorApprovals')];
  expect(keyedScreens([overview, approvals])).toEqual([
    { key: 'd', screen: overview },
    { key: 'a', screen: approvals },
  ]);
  expect(readKeystroke(stroke('d'), 900, [overview])).toEqual({ action: { to: 'screen', screen: overview } });
  expect(readKeystroke(stroke('a'), 900, [overview])).toEqual({});
});
