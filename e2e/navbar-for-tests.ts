/** Helpers for the navbar's journeys: its tools, the focus and the address. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, expect } from 'vitest';
import { words } from '#foundation/core/words.ts';
import type { Stage } from './demo-stage-for-tests.ts';
import { accountButton, frameWords, type Visitor, type VisitorOptions } from './visitor-for-tests.ts';

/** Names of the tools, repeated here because the console's words cannot be imported on the server side. */
export const toolWords = words({
  full_screen: ['Full screen', '全屏', 'Pantalla completa', 'เต็มหน้าจอ'],
  full_screen_refused: [
    'you browser can not work',
    '您的浏览器不支持全屏',
    'Su navegador no admite la pantalla completa',
    'เบราว์เซอร์ของคุณไม่รองรับโหมดเต็มหน้าจอ',
  ],
  shortcuts: ['Keyboard shortcuts', '键盘快捷键', 'Atajos de teclado', 'แป้นพิมพ์ลัด'],
});

export interface Navbar {
  goTo(path: string): Promise<void>;
  openSearch(): Promise<void>;
  readonly searchButton: Locator;
  readonly search: Locator;
  /** The search's input, by its English label. */
  readonly field: Locator;
  option(name: string | RegExp): Locator;
  heading(name: string): Locator;
  /** Presses Escape and waits until the dialog is gone. */
  leave(): Promise<void>;
  /** Presses one key after the other. */
  press(...keys: readonly string[]): Promise<void>;
}

function navbarOf(visitor: Visitor, baseUrl: string): Navbar {
  const { page, translate } = visitor;
  const name = translate(frameWords, 'search');
  const searchButton = page.getByRole('banner').getByRole('button', { name: new RegExp(`^${name} (Ctrl|⌘) K$`) });
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
    field: page.getByRole('combobox', { name: 'Page, action, number or amount' }),
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

export interface NavbarJourneys {
  readonly visitor: Visitor;
  readonly page: Page;
  readonly bar: Navbar;
  /** Opens a page (default: the dashboard) in a new browser, logged in as the demo's shop. */
  open(options?: Omit<VisitorOptions, 'baseUrl' | 'storageState'>, path?: string): Promise<void>;
  /**
   * Opens the dashboard in the page of the previous test. If that test failed, in a new browser, because its state is
   * unknown.
   */
  reopen(): Promise<void>;
}

/** Each test of a file starts with `open` or `reopen`, and fails if the browser reported a fault. */
export function navbarJourneys(stage: Stage): NavbarJourneys {
  let visitor: Visitor | undefined;
  let bar: Navbar | undefined;
  const opened = <Part>(part: Part | undefined): Part => {
    if (part === undefined) throw new Error('no page is open yet');
    return part;
  };
  const leave = async (): Promise<void> => {
    const leaving = visitor;
    visitor = undefined;
    await leaving?.close();
  };
  const open: NavbarJourneys['open'] = async (options = {}, path = '/dashboard') => {
    await leave();
    visitor = await stage.visit({ ...options, storageState: await stage.loggedIn() });
    bar = navbarOf(visitor, stage.baseUrl);
    await bar.goTo(path);
  };

  afterEach(async ({ task }) => {
    const faults = visitor?.faults();
    if (task.result?.state === 'fail' || faults?.length) await leave();
    expect(faults).toEqual([]);
  });
  afterAll(leave);

  return {
    get visitor() {
      return opened(visitor);
    },
    get page() {
      return opened(visitor).page;
    },
    get bar() {
      return opened(bar);
    },
    open,
    async reopen() {
      if (visitor === undefined) return open();
      // A dialog left open by the previous test would take this test's keys.
      if ((await visitor.page.getByRole('dialog').count()) > 0) await opened(bar).leave();
      await opened(bar).goTo('/dashboard');
    },
  };
}

/** The part after the `#`. */
export function expectAddress(page: Page, path: string): Promise<void> {
  return expect.poll(() => new URL(page.url()).hash).toBe(`#${path}`);
}

/** On failure, shows the element that has the focus instead. */
export function expectFocus(locator: Locator): Promise<void> {
  return expect
    .poll(() =>
      locator.evaluate((element) => {
        const { activeElement } = element.ownerDocument;
        return element === activeElement ? 'it' : `${activeElement?.outerHTML.slice(0, 200)}`;
      }),
    )
    .toBe('it');
}
