import { beforeEach, describe, expect, test } from 'vitest';
import { changeSettings, chooseSize, defaultSettings, presetColours, settings, settingsIn, size } from './settings.ts';

beforeEach(() => localStorage.clear());

test('the defaults are the specification’s', () => {
  expect(defaultSettings).toEqual({ fixedHeader: false, tagsView: false, sidebarLogo: true, theme: '#1890ff' });
  expect(presetColours).toHaveLength(8);
  expect(presetColours).toContain(defaultSettings.theme);
});

describe('what a browser kept', () => {
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
  ])('%s is read field by field', (text, read) => expect(settingsIn(text)).toEqual(read));
});

test('a change is kept and leaves the others', () => {
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
