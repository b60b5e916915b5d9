/** How somebody wants the console to be: kept in this browser, checked when read, followed by everything at once. */
import { cell } from '#foundation/console/signal.ts';
import { inDays, readCookie, writeCookie } from '#foundation/console/cookies.ts';
import { type Hex, parseColour } from '#foundation/core/colour.ts';

export interface Settings {
  /** The navbar stays at the top while the page is scrolled. */
  readonly fixedHeader: boolean;
  /** Visited pages stay at hand as tabs. */
  readonly tagsView: boolean;
  readonly sidebarLogo: boolean;
  readonly theme: Hex;
}

export const defaultSettings: Settings = { fixedHeader: false, tagsView: false, sidebarLogo: true, theme: '#1890ff' };

export const presetColours: readonly Hex[] = [
  '#1890ff',
  '#409eff',
  '#304156',
  '#212121',
  '#11a983',
  '#13c2c2',
  '#6959cd',
  '#f5222d',
];

const KEY = 'settings';

export const settings = cell<Settings>(keptSettings());

export function changeSettings(changed: Partial<Settings>): void {
  settings.set({ ...settings.get(), ...changed });
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.get()));
  } catch {
    // A browser that keeps nothing still follows the change until it is closed.
  }
}

/** Whatever is kept from another version, or was written by another hand, falls back to the default, field by field. */
export function settingsIn(text: string | null): Settings {
  const { fixedHeader, tagsView, sidebarLogo, theme } = fieldsIn(text);
  const flag = (value: unknown, usual: boolean): boolean => (typeof value === 'boolean' ? value : usual);
  return {
    fixedHeader: flag(fixedHeader, defaultSettings.fixedHeader),
    tagsView: flag(tagsView, defaultSettings.tagsView),
    sidebarLogo: flag(sidebarLogo, defaultSettings.sidebarLogo),
    theme: (typeof theme === 'string' ? parseColour(theme) : undefined) ?? defaultSettings.theme,
  };
}

function fieldsIn(text: string | null): Readonly<Record<string, unknown>> {
  try {
    const parsed: unknown = JSON.parse(text ?? '{}');
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : {};
  } catch {
    return {};
  }
}

function keptSettings(): Settings {
  try {
    return settingsIn(localStorage.getItem(KEY));
  } catch {
    return defaultSettings;
  }
}

/** Whether the panel that changes them is open. */
export const settingsPanel = cell(false);

/** How much room things take, from the roomiest to the tightest. */
export const sizes = ['medium', 'small', 'mini'] as const;
export type Size = (typeof sizes)[number];

const SIZE_COOKIE = 'size';

export const size = cell<Size>(sizes.find((each) => each === readCookie(SIZE_COOKIE)) ?? 'medium');

export function chooseSize(chosen: Size): void {
  writeCookie(SIZE_COOKIE, chosen, inDays(365));
  size.set(chosen);
}
