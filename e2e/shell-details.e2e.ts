/**
 * Details of the frame: how long an error is shown, icons, the way home, a login whose captcha does not load, and line
 * breaks in scripts without spaces.
 */
import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#database/demo/people.ts';
import { cardTitles } from '#features/cards/screen-titles.ts';
import { dashboardWords } from '#features/dashboard/screen-words.ts';
import { disbursementTitles } from '#features/disbursements/screen-titles.ts';
import { downloadTitles } from '#features/downloads/screen-titles.ts';
import { userScreenWords } from '#features/accounts/screen-words.ts';
import { type Language, languages, words } from '#foundation/core/words.ts';
import { setPlatform } from './app-for-tests.ts';
import { untilIdle } from './idle-for-tests.ts';
import { expectFocus } from './navbar-for-tests.ts';
import { titlesOf, walkScreens } from './screens-for-tests.ts';
import { demoShop, demoStage } from './demo-stage-for-tests.ts';
import {
  accountButton,
  fillLogin,
  frameWords,
  openGroups,
  openSettings,
  rowOf,
  type Visitor,
  type VisitorOptions,
} from './visitor-for-tests.ts';

/** Console-only phrases, repeated here because they cannot be imported on the server side. */
const kitWords = words({
  refresh: ['Refresh', '刷新', 'Actualizar', 'รีเฟรช'],
  network_failed: [
    'We couldn’t reach the server. Check your connection and try again.',
    '无法连接服务器，请检查网络后重试。',
    'No se pudo conectar con el servidor. Compruebe su conexión e inténtelo de nuevo.',
    'เชื่อมต่อเซิร์ฟเวอร์ไม่ได้ โปรดตรวจสอบอินเทอร์เน็ตแล้วลองใหม่อีกครั้ง',
  ],
});

const stage = demoStage();
const demoAgent = { account: 'demo_agent', password: DEMO_PASSWORD };

let visitor: Visitor;
afterEach(async () => {
  expect(visitor.faults()).toEqual([]);
  await visitor.close();
});

/** Opens a page as the demo's shop; `before` runs before the page loads. */
async function open(
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

test('a refusal is shown for five seconds, and no longer', async () => {
  const page = await open('/order/list', {}, (here) => here.clock.install());
  await rowOf(visitor, /LM0/).first().waitFor();
  await untilIdle(page);
  await page.route('**/api/order/list', (route) => route.fulfill({ json: { code: 0, msg: 'Come back tomorrow' } }));
  await page.clock.pauseAt(Date.now() + 60_000);
  const alert = page.getByRole('alert').filter({ hasText: 'Come back tomorrow' });
  await page.getByRole('button', { name: visitor.translate(kitWords, 'refresh') }).click();
  await page.mouse.move(2, 500);
  await alert.waitFor();
  // Bottom left, beside the menu, over nothing that is being read.
  expect((await alert.boundingBox())?.x).toBe(226);
  // It arrives from a little below.
  await expect
    .poll(async () => {
      const place = await alert.boundingBox();
      return (place?.y ?? 0) + (place?.height ?? 0);
    })
    .toBe(884);
  await page.clock.runFor(4_000);
  expect(await alert.isVisible()).toBe(true);
  await page.clock.runFor(3_000);
  await alert.waitFor({ state: 'detached', timeout: 5_000 });
  expect(await alert.count()).toBe(0);
});

describe('the sidebar', () => {
  const menu = (): Locator => visitor.page.getByRole('navigation', { name: visitor.translate(frameWords, 'menu') });
  /** The entries of a group. */
  const screensOf = (group: string): Locator =>
    menu()
      .getByRole('listitem')
      .filter({ has: visitor.page.getByRole('button', { name: group, exact: true }) })
      .getByRole('link');
  /** The markup of each entry's first icon. */
  const iconsOf = (entries: Locator) =>
    entries.evaluateAll((all) => all.map((entry) => entry.querySelector('svg')?.innerHTML ?? ''));

  test('has a different icon for each entry and group', async () => {
    await open('/dashboard');
    const entries = menu().locator('a, button');
    await entries.first().waitFor();
    await openGroups(visitor);
    const icons = await iconsOf(entries);
    expect(icons.length).toBeGreaterThan(20);
    expect(icons.filter((each) => each === '')).toEqual([]);
    expect(new Set(icons).size).toBe(icons.length);
    expect(await menu().getByRole('link').allTextContents()).toEqual(titlesOf(visitor));
  });

  test('folded, has one icon with a title for each group, whose screens fly out', async () => {
    const page = await open('/dashboard');
    await page.getByRole('button', { name: visitor.translate(frameWords, 'menu_close') }).click();
    await page.getByRole('button', { name: visitor.translate(frameWords, 'menu_open') }).waitFor();
    const entries = menu().locator('a, button');
    expect(await entries.evaluateAll((all) => all.map((each) => each.getAttribute('title')))).toEqual([
      visitor.translate(dashboardWords, 'dashboard'),
      'Orders',
      'Balance',
      'Payouts',
      'Channel list',
      'API',
      'Account',
    ]);
    await untilIdle(page);
    const [icon, box] = [await entries.first().locator('svg').boundingBox(), await menu().boundingBox()];
    expect((icon?.x ?? 0) + (icon?.width ?? 0)).toBeLessThan((box?.x ?? 0) + (box?.width ?? 0));

    const balance = menu().getByRole('button', { name: 'Balance', exact: true });
    const screens = screensOf('Balance');
    // Under the pointer.
    await balance.hover();
    await expect.poll(() => screens.allTextContents()).toEqual(['Money log', 'Recharge', 'Withdraw', 'Statement']);
    await screens.last().hover();
    expect(await screens.count()).toBe(4);
    await page.mouse.move(800, 500);
    await expect.poll(() => screens.count()).toBe(0);
    // By keyboard.
    await balance.focus();
    await page.keyboard.press('ArrowRight');
    await expectFocus(screens.first());
    await page.keyboard.press('ArrowUp');
    await expectFocus(screens.last());
    await page.keyboard.press('Escape');
    await expectFocus(balance);
    expect(await screens.count()).toBe(0);
    await page.keyboard.press('Enter');
    await expectFocus(screens.first());
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Recharge', level: 1 }).waitFor();
    expect(await screens.count()).toBe(0);
    // The last group's screens stay within the window.
    await menu().getByRole('button', { name: 'Account', exact: true }).click();
    const last = await menu().getByRole('link', { name: 'Downloads', exact: true }).boundingBox();
    expect((last?.y ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(900);
  });

  test('folded, opens a group by touch, and closes it with a press elsewhere', async () => {
    await open('/dashboard', { touch: true });
    const { page, translate } = visitor;
    await visitor.context.addCookies([{ name: 'sidebarStatus', value: '0', url: stage.baseUrl }]);
    await page.reload();
    const payouts = menu().getByRole('button', { name: translate(disbursementTitles, 'payouts'), exact: true });
    const screens = screensOf(translate(disbursementTitles, 'payouts'));
    await payouts.tap();
    await expect.poll(() => screens.count()).toBe(4);
    await page.touchscreen.tap(800, 400);
    await expect.poll(() => screens.count()).toBe(0);
    await payouts.tap();
    await screens.last().tap();
    await page.getByRole('heading', { name: translate(cardTitles, 'cards'), level: 1 }).waitFor();
  });

  /** The menu's entries that are not in view, take a second line or lose a part of their text, with their place. */
  const CUT = `(() => {
    const nav = document.querySelector('aside nav');
    const view = nav.getBoundingClientRect();
    return [...nav.querySelectorAll('a, button')].flatMap((entry) => {
      const { top, bottom } = entry.getBoundingClientRect();
      const label = entry.querySelector('span');
      const inView = top >= view.top && bottom <= view.bottom;
      const isWhole = label.scrollWidth <= label.clientWidth && label.clientHeight < 28;
      return inView && isWhole ? [] : [entry.textContent + ': from ' + top + ' to ' + bottom + ', ' + label.clientHeight + ' high'];
    });
  })()`;

  test.each(languages)('cuts no entry at 1440 × 900, with the account’s group open as well: %s', async (language) => {
    const cut: unknown[] = [];
    for (const account of [demoShop, demoAgent]) {
      visitor = await stage.visit({ storageState: await stage.loggedIn(account), language });
      const { page, translate } = visitor;
      for (const path of ['/dashboard', '/user/profile']) {
        await page.goto(`${stage.baseUrl}/#${path}`);
        const shown =
          path === '/dashboard' ? translate(dashboardWords, 'dashboard') : translate(downloadTitles, 'downloads');
        await menu().getByRole('link', { name: shown, exact: true }).waitFor();
        cut.push(...(await page.evaluate<unknown[]>(CUT)));
      }
      if (account !== demoAgent) await visitor.close();
    }
    expect(cut).toEqual([]);
  });

  test('keeps at its foot the member number, which can be copied, and help', async () => {
    const page = await open('/dashboard');
    const foot = page.locator('aside');
    await foot.getByText('20000001', { exact: true }).waitFor();
    await foot.getByRole('button', { name: 'Copy 20000001' }).click();
    await foot.getByRole('button', { name: 'Copied' }).waitFor();
    const help = foot.getByRole('button', { name: 'Help' });
    await help.click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await page.getByRole('menuitem').allTextContents()).toEqual(['API reference', 'Keyboard shortcuts?']);
    await page.keyboard.press('Escape');
    await setPlatform(stage.server, { supportUrl: 'https://help.example/countinghouse' });
    try {
      await page.reload();
      await help.click();
      await page.getByRole('menuitem', { name: 'Contact customer support' }).waitFor();
    } finally {
      await setPlatform(stage.server, { supportUrl: null });
    }
  });

  test('shows the configured logo and name of the platform until that is disabled', async () => {
    const logo = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>')}`;
    await setPlatform(stage.server, { name: 'Harbour Pay', logo });
    try {
      const page = await open('/dashboard');
      const brand = page.locator('aside').getByRole('link', { name: 'Harbour Pay', exact: true });
      await brand.waitFor();
      expect(await brand.locator('img').getAttribute('src')).toBe(logo);
      await expect
        .poll(() =>
          brand.locator('img').evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth),
        )
        .toBeGreaterThan(0);
      const panel = await openSettings(visitor);
      await panel.getByRole('switch', { name: 'Sidebar logo' }).click({ force: true });
      await expect.poll(() => page.locator('aside img').count()).toBe(0);
      await page.reload();
      await menu().waitFor();
      expect(await page.locator('aside').getByText('Harbour Pay').count()).toBe(0);
    } finally {
      await setPlatform(stage.server, { name: 'Countinghouse', logo: null });
    }
  });

  test('shows the product’s icon if the platform has no logo', async () => {
    const page = await open('/dashboard');
    const brand = page.locator('aside').getByRole('link', { name: 'Countinghouse', exact: true });
    await brand.waitFor();
    expect(await brand.locator('svg').boundingBox()).toMatchObject({ width: 28, height: 28 });
  });
});

test('forms have one width, what stands next to them another, and a list takes all', async () => {
  const page = await open('/dashboard');
  const widths = () =>
    page.evaluate<number[]>(
      `[...document.querySelectorAll('main section')].map((section) => Math.round(section.getBoundingClientRect().width))`,
    );
  for (const path of ['/user/profile', '/user/password', '/user/paypassword', '/user/bindphone', '/repay/apply']) {
    await page.goto(`${stage.baseUrl}/#${path}`);
    await page.locator('main form').first().waitFor();
    const found = new Set(await widths());
    expect([path, [...found].filter((width) => width !== 640 && width !== 320)]).toEqual([path, []]);
    expect(found.has(640)).toBe(true);
  }
});

test('the account’s menu leads to the dashboard', async () => {
  const page = await open('/order/list');
  const { translate } = visitor;
  await accountButton(visitor).click();
  await page.getByRole('menuitem', { name: translate(dashboardWords, 'dashboard'), exact: true }).click();
  await expect.poll(() => new URL(page.url()).hash).toBe('#/dashboard');
  await page.getByText(translate(dashboardWords, 'todo'), { exact: true }).waitFor();
  expect(await page.getByRole('menuitem').count()).toBe(0);
});

/**
 * Aborts the requests to `address` until `letThrough` is called. The route stays registered, because a request that is
 * pending when a route is removed can be lost.
 */
async function holdBack(address: string): Promise<{ count(): number; letThrough(): void }> {
  let count = 0;
  let isOpen = false;
  await visitor.page.route(address, (route) => {
    if (isOpen) return route.continue();
    count += 1;
    return route.abort();
  });
  return { count: () => count, letThrough: () => void (isOpen = true) };
}

describe('a captcha that cannot be loaded', () => {
  const INIT = '**/api/captcha/init';
  /** The browser logs each aborted request. */
  const expectFaults = (count: number): void => {
    const faults = visitor.faults();
    expect(faults.map((fault) => fault.replace(/^.*init: /, ''))).toEqual(
      Array.from({ length: count }, () => 'Failed to load resource: net::ERR_FAILED'),
    );
  };

  test('once does not prevent the login', async () => {
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

  test('repeatedly is reported, the typed text stays, and the next click tries again', async () => {
    visitor = await stage.visit();
    const { page, translate } = visitor;
    const held = await holdBack(INIT);
    await page.goto(stage.baseUrl);
    await fillLogin(visitor, demoShop);
    await page
      .getByRole('alert')
      .filter({ hasText: translate(kitWords, 'network_failed') })
      .waitFor();
    expect(await page.getByLabel(translate(userScreenWords, 'account')).inputValue()).toBe(demoShop.account);
    expect(await page.getByLabel(translate(userScreenWords, 'password'), { exact: true }).inputValue()).toBe(
      demoShop.password,
    );
    // One request before the click, two with it (one silent retry), and one for the next click.
    await expect.poll(held.count).toBe(4);
    held.letThrough();
    await page.getByRole('button', { name: translate(userScreenWords, 'login'), exact: true }).click();
    await accountButton(visitor).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    expectFaults(4);
  });
});

/** Also matches the address of a retry. */
const SOLVER = '**/assets/solve-captcha*.js*';

test('a captcha whose solver cannot be loaded is reported, the typed text stays, and the next click solves it', async () => {
  visitor = await stage.visit();
  const { page, translate } = visitor;
  const held = await holdBack(SOLVER);
  // Waits until the prefetch has failed, because two concurrent requests would be one.
  const ahead = page.waitForEvent('requestfailed', (request) => request.url().includes('solve-captcha'));
  await page.goto(stage.baseUrl);
  await ahead;
  await fillLogin(visitor, demoShop);
  await page
    .getByRole('alert')
    .filter({ hasText: translate(kitWords, 'network_failed') })
    .waitFor();
  expect(held.count()).toBeGreaterThan(1);
  expect(await page.getByLabel(translate(userScreenWords, 'account')).inputValue()).toBe(demoShop.account);
  held.letThrough();
  await page.getByRole('button', { name: translate(userScreenWords, 'login'), exact: true }).click();
  await accountButton(visitor).waitFor();
  const faults = visitor.faults();
  expect(faults.filter((fault) => !fault.includes('solve-captcha'))).toEqual([]);
  expect(faults).toHaveLength(held.count());
});

interface Script {
  language: Language;
  /** No line may begin with one of these: for Thai, the marks above or below the previous letter. */
  never: RegExp;
  own: RegExp;
  /** Whether a line break inside a word is wrong. */
  inWords: boolean;
}

interface Lines {
  /** Lines after the first of their text; the check needs some to be meaningful. */
  wrapped: number;
  wrong: string[];
}

/**
 * Checks each text on the page line by line: finds lines that begin with a forbidden character or inside a word, and
 * text that exceeds the window or its box. Skips text that is clipped on purpose or scrolls.
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
    'lines on a phone break only where allowed, in fonts that its system has: $language',
    async ({ fonts, ...script }) => {
      const { language } = script;
      // Narrower than any phone, so that some lines wrap with any font.
      const page = await open('/dashboard', { language, width: 320 });
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      // Waits for each part, because the screen is loaded after the frame.
      for (const part of ['body', 'h1', 'button', 'main']) {
        await page.locator(part).first().waitFor({ state: 'attached' });
        const family = await page.evaluate(`getComputedStyle(document.querySelector('${part}')).fontFamily`);
        for (const font of fonts) expect(family).toContain(font);
      }
      const seen: string[] = [];
      const wrong: string[] = [];
      let wrapped = 0;
      const check = async (where: string): Promise<void> => {
        const found = await page.evaluate<Lines>(linesOf(script));
        wrapped += found.wrapped;
        wrong.push(...found.wrong.map((what) => `${where}: ${what}`));
        seen.push(where);
      };
      await walkScreens(visitor, check);
      const settings = visitor.translate(frameWords, 'settings');
      await openSettings(visitor);
      await check(settings);
      expect(seen).toEqual([...titlesOf(visitor), settings]);
      expect(wrapped).toBeGreaterThan(3);
      expect(wrong).toEqual([]);
    },
  );
});
