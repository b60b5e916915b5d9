import { beforeEach, describe, expect, test } from 'vitest';
import { type Hex, rgbOf } from '#foundation/core/colour.ts';
import { changeSettings, chooseSize, defaultSettings, presetColours, settings, settingsIn, size } from './settings.ts';

beforeEach(() => localStorage.clear());

test('the defaults match the specification', () => {
  expect(defaultSettings).toEqual({ fixedHeader: false, tagsView: false, sidebarLogo: true, theme: '#1890ff' });
  expect(presetColours).toHaveLength(8);
  expect(presetColours).toContain(defaultSettings.theme);
});

describe('stored settings', () => {
  test.each([
    [null, defaultSettings],
    ['', defaultSettings],
    ['{', defaultSettings],
    ['null', defaultSettings],
    ['[1]', defaultSettings],
    ['{"tagsView":true}', { ...defaultSettings, tagsView: true }],
    ['{"tagsView":"yes","sidebarLogo":false}', { ...defaultSettings, sidebarLogo: false }],
    ['{"theme":"#11A983"}', { ...defaultSettings, theme: '#11a983' }],
    ['{"theme":"red;}"}', defaultSettings],
    ['{"theme":7,"fixedHeader":true,"more":1}', { ...defaultSettings, fixedHeader: true }],
  ])('are read field by field from %s', (text, read) => expect(settingsIn(text)).toEqual(read));
});

test('a change is stored and keeps the other settings', () => {
  changeSettings({ tagsView: true });
  changeSettings({ theme: '#f5222d' });
  expect(settings.get()).toEqual({ ...defaultSettings, tagsView: true, theme: '#f5222d' });
  expect(settingsIn(localStorage.getItem('settings'))).toEqual(settings.get());
});

test('the size is kept in a cookie', () => {
  chooseSize('mini');
  expect(size.get()).toBe('mini');
  expect(document.cookie).toContain('size=mini');
});

test('no two preset colours are alike, and none is the red of a failure', () => {
  const distance = (one: Hex, other: Hex) =>
    Math.hypot(...rgbOf(one).map((part, index) => part - (rgbOf(other)[index] ?? 0)));
  const failure: Hex = '#c02626';
  for (const [index, colour] of presetColours.entries())
    for (const other of [...presetColours.slice(index + 1), failure])
      expect(distance(colour, other)).toBeGreaterThan(60);
});
