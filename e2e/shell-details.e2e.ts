/**
 * Small things of the frame that somebody would miss: how long an error stands, icons, the way home, a login whose
 * captcha does not come, lines of scripts without spaces.
 */
import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { dashboardWords } from '#features/dashboard/screen-words.ts';
import { userScreenWords } from '#features/users/screen-words.ts';
import { type Language, words } from '#foundation/core/words.ts';
import { setPlatform } from './house-for-tests.ts';
import { untilAtRest } from './rest-for-tests.ts';
import { titlesOf, walkScreens } from './screens-for-tests.ts';
import { demoShop, stageOfDemo } from './stage-for-tests.ts';
import {
  accountButton,
  fillLogin,
  frameWords,
  openSettings,
  rowOf,
  type Visitor,
  type VisitorOptions,
} from './visitor-for-tests.ts';

/** The browser's side says so; it is not for the server's. */
const kitWords = words({
  refresh: ['Refresh', '刷新', 'Actualizar', 'รีเฟรช'],
  network_failed: [
    'The server could not be reached.',
    '无法连接服务器',
    'No se pudo conectar con el servidor.',
    'เชื่อมต่อเซิร์ฟเวอร์ไม่ได้',
  ],
});

const stage = stageOfDemo();

let visitor: Visitor;
afterEach(async () => {
  expect(visitor.faults()).toEqual([]);
  await visitor.close();
});

/** The demo's shop at a page; `before` it is there. */
async function come(
  path: string,
  options: Omit<VisitorOptions, 'baseUrl' | 'storageState'> = {},
  before?: (page: Page) => Promise<unknown>,
): Promise<Page> {
  visitor = await stage.visit({ ...options, storageState: await stage.loggedIn() });
  await before?.(visitor.page);
  await visitor.page.goto(`${stage.baseUrl}/#${path}`);
  await accountButton(visitor).waitFor();
  return visitor.page;
}

test('a refusal stands for five seconds, and no longer', async () => {
  const page = await come('/order/list', {}, (here) => here.clock.install());
  await rowOf(visitor, /LM0/).first().waitFor();
  await untilAtRest(page);
  await page.route('**/api/order/list', (route) => route.fulfill({ json: { code: 0, msg: 'Come back tomorrow' } }));
  await page.clock.pauseAt(Date.now() + 60_000);
  const alert = page.getByRole('alert').filter({ hasText: 'Come back tomorrow' });
  await page.getByRole('button', { name: visitor.say(kitWords, 'refresh') }).click();
  await page.mouse.move(2, 500);
  await alert.waitFor();
  await page.clock.runFor(4_000);
  expect(await alert.isVisible()).toBe(true);
  await page.clock.runFor(3_000);
  await alert.waitFor({ state: 'detached', timeout: 5_000 });
  expect(await alert.count()).toBe(0);
});

describe('the sidebar', () => {
  const menu = (): Locator => visitor.page.getByRole('navigation', { name: visitor.say(frameWords, 'menu') });
  /** The first icon of each, as it is drawn. */
  const iconsOf = (entries: Locator) =>
    entries.evaluateAll((all) => all.map((entry) => entry.querySelector('svg')?.innerHTML ?? ''));

  test('has an icon of its own for each entry and each group, and folded one for every screen, which is told its title', async () => {
    const page = await come('/dashboard');
    const top = menu().locator(':scope > ul > li').locator('> a, > button');
    await top.first().waitFor();
    const drawn = await iconsOf(top);
    expect(drawn.length).toBeGreaterThan(4);
    expect(drawn.filter((each) => each === '')).toEqual([]);
    expect(new Set(drawn).size).toBe(drawn.length);
    const links = menu().getByRole('link');
    expect(await links.allTextContents()).toEqual(titlesOf(visitor));

    await page.getByRole('button', { name: visitor.say(frameWords, 'menu_close') }).click();
    await page.getByRole('button', { name: visitor.say(frameWords, 'menu_open') }).waitFor();
    expect((await iconsOf(links)).filter((each) => each === '')).toEqual([]);
    expect(await links.evaluateAll((all) => all.map((each) => each.getAttribute('title')))).toEqual(titlesOf(visitor));
    await untilAtRest(page);
    const [icon, box] = [await links.first().locator('svg').boundingBox(), await menu().boundingBox()];
    expect((icon?.x ?? 0) + (icon?.width ?? 0)).toBeLessThan((box?.x ?? 0) + (box?.width ?? 0));
  });

  test('shows the platform’s logo and name, as the configuration has them, until that is switched off', async () => {
    const logo = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>')}`;
    await setPlatform(stage.server, { name: 'Harbour Pay', logo });
    try {
      const page = await come('/dashboard');
      const brand = page.locator('aside').getByRole('link', { name: 'Harbour Pay', exact: true });
      await brand.waitFor();
      expect(await brand.locator('img').getAttribute('src')).toBe(logo);
      await expect
        .poll(() =>
          brand.locator('img').evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
        )
        .toBeGreaterThan(0);
      const panel = await openSettings(visitor);
      await panel.getByRole('switch', { name: 'Logo in the sidebar' }).click({ force: true });
      await expect.poll(() => page.locator('aside img').count()).toBe(0);
      await page.reload();
      await menu().waitFor();
      expect(await page.locator('aside').getByText('Harbour Pay').count()).toBe(0);
    } finally {
      await setPlatform(stage.server, { name: 'Countinghouse', logo: null });
    }
  });

  test('without a logo of the platform’s shows the product’s mark', async () => {
    const page = await come('/dashboard');
    const brand = page.locator('aside').getByRole('link', { name: 'Countinghouse', exact: true });
    await brand.waitFor();
    expect(await brand.locator('svg').boundingBox()).toMatchObject({ width: 28, height: 28 });
  });
});

test('the account’s menu leads to the dashboard', async () => {
  const page = await come('/order/list');
  const { say } = visitor;
  await accountButton(visitor).click();
  await page.getByRole('menuitem', { name: say(dashboardWords, 'dashboard'), exact: true }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe('#/dashboard');
  await page.getByText(say(dashboardWords, 'todo'), { exact: true }).waitFor();
  expect(await page.getByRole('menuitem').count()).toBe(0);
});

/**
 * Keeps from the server what goes to `address`, until it is let through. One that waits to be let through when the tool
 * ends its watch can be lost, so it goes on watching.
 */
async function holdBack(address: string): Promise<{ count(): number; letThrough(): void }> {
  let count = 0;
  let through = false;
  await visitor.page.route(address, (route) => {
    if (through) return route.continue();
    count += 1;
    return route.abort();
  });
  return { count: () => count, letThrough: () => void (through = true) };
}

describe('a captcha that does not come', () => {
  const INIT = '**/api/captcha/init';
  /** The browser's own words about what was kept from the server. */
  const expectFaults = (count: number): void => {
    const faults = visitor.faults();
    expect(faults.map((fault) => fault.replace(/^.*init: /, ''))).toEqual(
      Array.from({ length: count }, () => 'Failed to load resource: net::ERR_FAILED'),
    );
  };

  test('once, keeps nobody out', async () => {
    visitor = await stage.visit();
    const held = await holdBack(INIT);
    const failed = visitor.page.waitForEvent('requestfailed', (request) => request.url().endsWith('/captcha/init'));
    await visitor.page.goto(stage.baseUrl);
    await failed;
    held.letThrough();
    await fillLogin(visitor, demoShop);
    await accountButton(visitor).waitFor();
    expectFaults(1);
  });

  test('again and again is told, what was typed stays, and the next press tries again', async () => {
    visitor = await stage.visit();
    const { page, say } = visitor;
    const held = await holdBack(INIT);
    await page.goto(stage.baseUrl);
    await fillLogin(visitor, demoShop);
    await page
      .getByRole('alert')
      .filter({ hasText: say(kitWords, 'network_failed') })
      .waitFor();
    expect(await page.getByLabel(say(userScreenWords, 'account')).inputValue()).toBe(demoShop.account);
    expect(await page.getByLabel(say(userScreenWords, 'password'), { exact: true }).inputValue()).toBe(
      demoShop.password,
    );
    // Ahead of the press, twice with it (once more unseen), and ahead of the next one.
    await expect.poll(held.count).toBe(4);
    held.letThrough();
    await page.getByRole('button', { name: say(userScreenWords, 'login'), exact: true }).click();
    await accountButton(visitor).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expectFaults(4);
  });
});

/** Under whatever address it is asked for anew. */
const SOLVER = '**/assets/solve-captcha*.js*';

test('a captcha whose solver does not come is told, what was typed stays, and the next press solves it', async () => {
  visitor = await stage.visit();
  const { page, say } = visitor;
  const held = await holdBack(SOLVER);
  // What is fetched ahead has failed before anybody presses: two that are under way at once are one request.
  const ahead = page.waitForEvent('requestfailed', (request) => request.url().includes('solve-captcha'));
  await page.goto(stage.baseUrl);
  await ahead;
  await fillLogin(visitor, demoShop);
  await page
    .getByRole('alert')
    .filter({ hasText: say(kitWords, 'network_failed') })
    .waitFor();
  expect(held.count()).toBeGreaterThan(1);
  expect(await page.getByLabel(say(userScreenWords, 'account')).inputValue()).toBe(demoShop.account);
  held.letThrough();
  await page.getByRole('button', { name: say(userScreenWords, 'login'), exact: true }).click();
  await accountButton(visitor).waitFor();
  const faults = visitor.faults();
  expect(faults.filter((fault) => !fault.includes('solve-captcha'))).toEqual([]);
  expect(faults).toHaveLength(held.count());
});

interface Script {
  language: Language;
  /** No line may begin so: for Thai, with what stands above or below the letter before it. */
  never: RegExp;
  own: RegExp;
  /** A line may not begin within a word. */
  inWords: boolean;
}

interface Lines {
  /** Lines that are the second of their text or later: there would be nothing to see otherwise. */
  wrapped: number;
  wrong: string[];
}

/**
 * Each text on the page, line by line: where one begins that may not, and what stands beyond the window or its own box.
 * Texts that are cut off on purpose, or scroll, are left out.
 */
const linesOf = ({ language, never, own, inWords }: Script): string => `(() => {
  const [never, own] = [${never}, ${own}];
  const segments = new Intl.Segmenter('${language}', { granularity: 'word' });
  const result = { wrapped: 0, wrong: [] };
  const scrolls = (element) => element !== document.body && (getComputedStyle(element).overflowX !== 'visible' || scrolls(element.parentElement));
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walk.nextNode(); node; node = walk.nextNode()) {
    const text = node.data;
    const box = node.parentElement;
    if (!own.test(text) || !box.checkVisibility({ visibilityProperty: true }) || box.closest('svg, noscript')) continue;
    if (getComputedStyle(box).position === 'absolute' && box.offsetWidth <= 1) continue;
    const range = document.createRange();
    const wordBegins = new Set([...segments.segment(text)].map(({ index }) => index));
    let line;
    for (let at = 0; at < text.length; at += 1) {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const place = range.getClientRects()[0];
      if (place === undefined) continue;
      if (line !== undefined && place.top >= line.bottom - 2) {
        result.wrapped += 1;
        if (never.test(text[at]) || (${inWords} && own.test(text[at]) && own.test(text[at - 1]) && !wordBegins.has(at)))
          result.wrong.push('a line begins with ' + text.slice(at, at + 8) + ': ' + text);
      }
      if (line === undefined || place.height > 0) line = place;
    }
    range.selectNodeContents(node);
    if (scrolls(box)) continue;
    const [inner, outer] = [range.getBoundingClientRect(), (getComputedStyle(box).display === 'inline' ? box.parentElement : box).getBoundingClientRect()];
    if (inner.right > innerWidth || inner.left < 0 || inner.right > outer.right + 1) result.wrong.push('too wide: ' + text);
  }
  return result;
})()`;

describe('without spaces between words', () => {
  test.each([
    {
      language: 'th',
      never: /[\u0E31\u0E34-\u0E3A\u0E47-\u0E4E]/u,
      own: /\p{Script=Thai}/u,
      inWords: true,
      fonts: ['Noto Sans Thai', 'Leelawadee UI', 'Thonburi'],
    },
    {
      language: 'zh',
      never: /[，。！？、；：）」』》]/u,
      own: /\p{Script=Han}/u,
      inWords: false,
      fonts: ['PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC'],
    },
  ] as const)(
    'lines of a phone break where they may, in letters that its systems have: $language',
    async ({ fonts, ...script }) => {
      const { language } = script;
      // Narrower than any phone: whatever letters the machine has, some lines are too long.
      const page = await come('/dashboard', { language, width: 320 });
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      // The screen's own parts come after the shell: waited for.
      for (const part of ['body', 'h1', 'button', 'main']) {
        await page.locator(part).first().waitFor({ state: 'attached' });
        const family = await page.evaluate(`getComputedStyle(document.querySelector('${part}')).fontFamily`);
        for (const font of fonts) expect(family).toContain(font);
      }
      const seen: string[] = [];
      const wrong: string[] = [];
      let wrapped = 0;
      const look = async (where: string): Promise<void> => {
        const found = await page.evaluate<Lines>(linesOf(script));
        wrapped += found.wrapped;
        wrong.push(...found.wrong.map((what) => `${where}: ${what}`));
        seen.push(where);
      };
      await walkScreens(visitor, look);
      const settings = visitor.say(frameWords, 'settings');
      await openSettings(visitor);
      await look(settings);
      expect(seen).toEqual([...titlesOf(visitor), settings]);
      expect(wrapped).toBeGreaterThan(3);
      expect(wrong).toEqual([]);
    },
  );
});
