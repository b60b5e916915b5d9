/** Changes that take effect everywhere at once: language, platform configuration and reduced motion. */
import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { ledgerScreenWords } from '#features/ledger/screen-words.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { accountTitles } from '#features/accounts/account-titles.ts';
import { accountWords } from '#features/accounts/account-words.ts';
import { credentialTexts } from '#features/accounts/credential-words.ts';
import { formatOf } from '#foundation/core/format.ts';
import { type Language, languageNames, locales } from '#foundation/core/words.ts';
import { setPlatform } from './app-for-tests.ts';
import { watchMotion } from './page-clocks-for-tests.ts';
import { untilIdle } from './idle-for-tests.ts';
import { titlesOf } from './screens-for-tests.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import {
  accountButton,
  frameWords,
  openGroups,
  openOrder,
  openScreen,
  rowOf,
  localizationOf,
  type Visitor,
} from './visitor-for-tests.ts';

const stage = demoStage();

let visitor: Visitor;
afterEach(async () => {
  expect(visitor.faults()).toEqual([]);
  await visitor.close();
});

async function open(path: string, before?: (page: Page) => Promise<unknown>): Promise<Page> {
  visitor = await stage.visit({ storageState: await stage.loggedIn() });
  await before?.(visitor.page);
  await visitor.page.goto(`${stage.baseUrl}/#${path}`);
  await accountButton(visitor).waitFor();
  return visitor.page;
}

describe('a chosen language', () => {
  async function choose(language: Language): Promise<void> {
    await visitor.page.getByRole('button', { name: new RegExp(languageNames[visitor.language]) }).click();
    await visitor.page.getByRole('menuitemradio', { name: languageNames[language] }).click();
    visitor = { ...visitor, ...localizationOf(language) };
  }
  const others = ['zh', 'es', 'th'] as const;

  test.each(others)(
    'applies to the document, its title, the menu and the open form, which keeps its text: %s',
    async (language) => {
      const page = await open('/user/password');
      const field = (name: keyof typeof accountWords) =>
        page.getByLabel(visitor.translate(accountWords, name), { exact: true });
      await field('old_password').fill('not mine');
      await choose(language);
      const { translate } = visitor;
      await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(language);
      await expect.poll(() => page.title()).toBe(`${translate(accountTitles, 'password')} - Countinghouse`);
      const menu = page.getByRole('navigation', { name: translate(frameWords, 'menu') });
      await openGroups(visitor);
      expect(await menu.getByRole('link').allTextContents()).toEqual(titlesOf(visitor));
      expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(translate(accountTitles, 'password'));
      expect(await field('old_password').inputValue()).toBe('not mine');

      for (const name of ['new_password', 'repeat_password'] as const) await field(name).fill('T7#kq!Zx4pWm');
      await page.getByRole('button', { name: translate(accountWords, 'change_password'), exact: true }).click();
      await page.getByText(translate(credentialTexts, 'old_password_wrong'), { exact: true }).waitFor();
    },
  );

  const mondays = { zh: '一', es: 'lu', th: 'จ.' };
  test.each(others)('applies to amounts, times and the calendar: %s', async (language) => {
    // A past day, to which no rows are added.
    const page = await open('/moneylog?range=yesterday');
    const time = page.locator('tbody time').first();
    const { timeZone } = (
      (await (await page.request.get(`${stage.baseUrl}/api/config`)).json()) as { data: { timeZone: string } }
    ).data;
    /** The list's short form, and the whole time on hover. */
    const expectTime = async () => {
      const at = (await time.getAttribute('datetime')) ?? '';
      const { moment } = formatOf(visitor.language, { currency: 'CNY', timeZone });
      await expect.poll(() => time.textContent()).toBe(moment(at));
      const whole = new Intl.DateTimeFormat(locales[visitor.language], {
        ...({ day: 'numeric', month: 'short', year: 'numeric' } as const),
        ...({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const),
        timeZone,
      });
      await page.mouse.move(2, 2);
      await time.hover();
      await expect.poll(() => time.getAttribute('title')).toContain(whole.format(new Date(at)));
    };
    await expectTime();
    const [answer] = await Promise.all([page.waitForResponse('**/api/user/moneylog'), choose(language)]);
    const { data } = (await answer.json()) as { data: { list: { systemNo: string; amount: string; after: string }[] } };
    const [first] = data.list;
    expect(first).toBeDefined();
    await expectTime();
    await expect
      .poll(() => page.locator('tbody tr').first().textContent())
      .toContain(visitor.money(first?.after ?? ''));

    const { translate } = visitor;
    await page
      .getByRole('search')
      .getByRole('button', { name: translate(ledgerScreenWords, 'time') })
      .first()
      .click();
    await expect.poll(() => page.getByRole('dialog').locator('th').first().textContent()).toBe(mondays[language]);
  });
});

describe('the configuration', () => {
  const CONFIG = '**/api/config';
  const brand = (name: string) => visitor.page.getByRole('link', { name, exact: true });
  const go = (title: 'orders' | 'money_log') =>
    openScreen(
      visitor,
      title === 'orders'
        ? visitor.translate(orderScreenWords, 'orders')
        : visitor.translate(ledgerScreenWords, 'money_log'),
    );

  test('is refetched before every page: unchanged, the answer is empty; changed, it applies everywhere at once', async () => {
    const answered: number[] = [];
    const page = await open('/dashboard', async (here) => {
      here.on(
        'response',
        (response) => void (response.url().endsWith('/api/config') && answered.push(response.status())),
      );
    });
    await brand('Countinghouse').waitFor();
    // The configuration came with the page.
    expect(answered).toEqual([]);
    for (const title of ['orders', 'money_log', 'orders'] as const)
      await Promise.all([page.waitForResponse(CONFIG), go(title)]);
    expect(answered).toEqual([304, 304, 304]);
    await setPlatform(stage.server, { name: 'Harbour Pay' });
    try {
      // Without navigation too: the server says that it has changed.
      await brand('Harbour Pay').waitFor();
      await expect.poll(() => page.title()).toBe(`${visitor.translate(orderScreenWords, 'orders')} - Harbour Pay`);
      await Promise.all([page.waitForResponse(CONFIG), go('money_log')]);
      expect(answered).toEqual([304, 304, 304, 200, 304]);
    } finally {
      await setPlatform(stage.server, { name: 'Countinghouse' });
    }
    // And when the user returns to the window.
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
    await brand('Countinghouse').waitFor();
  });

  test('never delays a page once it is known', async () => {
    const held = Promise.withResolvers<void>();
    const page = await open('/dashboard', (here) =>
      here.route(CONFIG, (route) => held.promise.then(() => route.continue())),
    );
    await brand('Countinghouse').waitFor();
    try {
      await Promise.all([page.waitForRequest(CONFIG), setPlatform(stage.server, { name: 'Harbour Pay' })]);
      await go('orders');
      await rowOf(visitor, /LM0/).first().waitFor();
      expect(await brand('Countinghouse').count()).toBe(1);
      held.resolve();
      await brand('Harbour Pay').waitFor();
    } finally {
      held.resolve();
      await setPlatform(stage.server, { name: 'Countinghouse' });
    }
  });

  test('that cannot be refetched stays as it was, without a message and without losing page or login; the next page tries again', async () => {
    const page = await open('/dashboard');
    await brand('Countinghouse').waitFor();
    const alerts = `window.alerts = []; new MutationObserver(() => alerts.push(...[...document.querySelectorAll('[role=alert]')].map(({ textContent }) => textContent)))
      .observe(document.body, { childList: true, subtree: true, characterData: true })`;
    await page.evaluate(alerts);
    const answers = [{ code: 0, msg: 'Not now' }, { code: 1, data: {} }, { code: 1 }];
    await page.route(CONFIG, (route) => route.fulfill({ json: answers.shift() }));
    for (const title of ['orders', 'money_log', 'orders'] as const) {
      await Promise.all([page.waitForResponse(CONFIG), go(title)]);
      await rowOf(visitor, /LM0/).first().waitFor();
    }
    expect(answers).toEqual([]);
    await page.unroute(CONFIG);
    await Promise.all([page.waitForResponse(CONFIG), go('money_log')]);
    await untilIdle(page);
    expect(await brand('Countinghouse').count()).toBe(1);
    expect(await page.evaluate<string[]>('alerts.filter((text) => text !== "")')).toEqual([]);
  });
});

describe('reduced motion', () => {
  const button = (name: string | RegExp) => visitor.page.getByRole('button', { name }).first();
  const press = async (pressed: Locator, opens: 'dialog' | 'menu' | 'alert') => {
    await pressed.click();
    await visitor.page.getByRole(opens).waitFor();
  };
  const fail = () =>
    visitor.page.route('**/api/order/list', (route) => route.fulfill({ json: { code: 0, msg: 'Come back tomorrow' } }));
  const things: [string, string, () => Promise<unknown>][] = [
    ['the sidebar', 'aside', () => button('Close menu').click()],
    ['the account’s menu', 'menu', () => press(accountButton(visitor), 'menu')],
    ['the search', 'dialog', () => press(button('Search'), 'dialog')],
    ['the bell', 'dialog', () => press(button(/^Notices/), 'dialog')],
    ['an order', 'dialog', () => openOrder(visitor)],
    ['an error', 'alert', () => fail().then(() => press(button('Refresh'), 'alert'))],
    [
      'the menu on a phone',
      'dialog',
      () => visitor.page.setViewportSize({ width: 390, height: 844 }).then(() => press(button('Open menu'), 'dialog')),
    ],
  ];

  test.each(things)('applies only to users who prefer it: %s', async (_, part, show) => {
    const openWith = async (reducedMotion: 'reduce' | 'no-preference') => {
      const page = await open('/order/list', (here) => here.addInitScript(watchMotion));
      await page.emulateMedia({ reducedMotion });
      await rowOf(visitor, /LM0/).first().waitFor();
      await show();
      await untilIdle(page);
    };
    const moved = async () =>
      Object.entries(await visitor.page.evaluate<Record<string, number>>('movedMs')).flatMap(([name, ms]) =>
        ms > 10 ? [name] : [],
      );
    await openWith('reduce');
    expect(await moved()).toEqual([]);
    expect(visitor.faults()).toEqual([]);
    await visitor.close();
    await openWith('no-preference');
    await expect.poll(moved).toContain(part);
  });
});
