/** The user's appearance settings: stored in this browser, validated when read, applied everywhere at once. */
import { cell } from '#foundation/console/wire/signal.ts';
import { inDays, readCookie, writeCookie } from '#foundation/console/wire/cookies.ts';
import { type Hex, parseColour } from '#foundation/core/colour.ts';

export interface Settings {
  /** The navbar stays at the top while the page is scrolled. */
  readonly fixedHeader: boolean;
  /** Visited pages are kept as tabs. */
  readonly tagsView: boolean;
  readonly sidebarLogo: boolean;
  readonly theme: Hex;
}

export const defaultSettings: Settings = { fixedHeader: false, tagsView: false, sidebarLogo: true, theme: '#1890ff' };

/** Told apart at a glance, and none that means a failure. */
export const presetColours: readonly Hex[] = [
  '#1890ff',
  '#304156',
  '#212121',
  '#11a983',
  '#13c2c2',
  '#6959cd',
  '#b5367f',
  '#d9730d',
];

const KEY = 'settings';

export const settings = cell<Settings>(storedSettings());

export function changeSettings(changed: Partial<Settings>): void {
  settings.set({ ...settings.get(), ...changed });
  try {
    localStorage.setItem(KEY, JSON.stringify(settings.get()));
  } catch {
    // Without storage the change lasts until the page is closed.
  }
}

/** Parses stored settings. Each field that is missing or invalid falls back to its default. */
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

function storedSettings(): Settings {
  try {
    return settingsIn(localStorage.getItem(KEY));
  } catch {
    return defaultSettings;
  }
}

/** Whether the panel that changes them is open. */
export const settingsPanel = cell(false);

/** Sizes of controls, from largest to smallest. */
export const sizes = ['medium', 'small', 'mini'] as const;
export type Size = (typeof sizes)[number];

const SIZE_COOKIE = 'size';

export const size = cell<Size>(sizes.find((each) => each === readCookie(SIZE_COOKIE)) ?? 'medium');

export function chooseSize(chosen: Size): void {
  writeCookie(SIZE_COOKIE, chosen, inDays(365));
  size.set(chosen);
}
