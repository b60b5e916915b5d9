/** The navbar as journeys use it: its tools by name, where the focus is, what the address says. */
import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { words } from '#foundation/core/words.ts';
import { accountButton, type Visitor } from './visitor-for-tests.ts';

/** What the tools are called; their own words are the browser's side. */
export const toolWords = words({
  search: ['Search', '搜索', 'Buscar', 'ค้นหา'],
  full_screen: ['Full screen', '全屏', 'Pantalla completa', 'เต็มหน้าจอ'],
  full_screen_refused: ['you browser can not work', '您的浏览器不支持全屏', 'Su navegador no admite la pantalla completa', 'เบราว์เซอร์ของคุณไม่รองรับโหมดเต็มหน้าจอ'],
  shortcuts: ['Keyboard shortcuts', '键盘快捷键', 'Atajos de teclado', 'แป้นพิมพ์ลัด'],
});

export interface Navbar {
  goTo(path: string): Promise<void>;
  openSearch(): Promise<void>;
  readonly searchButton: Locator;
  readonly search: Locator;
  /** Of the search, in English. */
  readonly field: Locator;
  option(name: string | RegExp): Locator;
  heading(name: string): Locator;
  /** Escape; ends when the dialog is gone. */
  leave(): Promise<void>;
  /** One key after the other. */
  press(...keys: readonly string[]): Promise<void>;
}

export function navbarOf(visitor: Visitor, baseUrl: string): Navbar {
  const { page, say } = visitor;
  const name = say(toolWords, 'search');
  const searchButton = page.getByRole('banner').getByRole('button', { name, exact: true });
  const search = page.getByRole('dialog', { name });
  return {
    goTo: async (path) => {
      await page.goto(`${baseUrl}/#${path}`);
      await accountButton(visitor).waitFor();
      await page.getByRole('heading', { level: 1 }).first().waitFor();
    },
    openSearch: async () => {
      await searchButton.click();
      await search.waitFor();
    },
    searchButton,
    search,
    field: page.getByRole('combobox', { name: 'Page or order number' }),
    option: (text) => page.getByRole('option', { name: text }),
    heading: (text) => page.getByRole('heading', { name: text, level: 1 }),
    leave: async () => {
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key);
    },
  };
}

/** What stands after the `#`. */
export function expectAddress(page: Page, path: string): Promise<void> {
  return expect.poll(() => new URL(page.url()).hash).toBe(`#${path}`);
}

export function expectFocus(locator: Locator): Promise<void> {
  return expect
    .poll(() => locator.evaluate((element: unknown) => element === (globalThis as unknown as { document: { activeElement: unknown } }).document.activeElement))
    .toBe(true);
}
