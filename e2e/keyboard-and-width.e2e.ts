/**
 * For users without a pointer, or with large text and wide spacing: every keyboard stop is marked and in view, and
 * nothing is cut off.
 */
import { afterEach, describe, expect, test } from 'vitest';
import { certificationTitles } from '#features/certifications/screen-titles.ts';
import { dashboardWords } from '#features/dashboard/screen-words.ts';
import { withdrawWords } from '#features/disbursements/screen-words.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { userScreenWords } from '#features/accounts/screen-words.ts';
import { type Language, languageNames, languages } from '#foundation/core/words.ts';
import { expectInOrder, noteParts, reach, type Reach, focusStopsBy } from './keyboard-for-tests.ts';
import {
  withRegistrationClosed,
  bindAuthenticator,
  visitPagesOutsideMenu,
  visitPublicPages,
} from './public-pages-for-tests.ts';
import { expectFocus } from './navbar-for-tests.ts';
import { untilIdle } from './idle-for-tests.ts';
import { titlesOf, walkScreens } from './screens-for-tests.ts';
import { type BrowserState, demoStage } from './demo-stage-for-tests.ts';
import { accountButton, frameWords, rowOf, type Visitor } from './visitor-for-tests.ts';

const stage = demoStage();

let visitor: Visitor;
afterEach(async () => {
  expect(visitor.faults()).toEqual([]);
  await visitor.close();
});

describe('the keyboard', () => {
  test.each([
    { width: 1280, tagsView: false },
    { width: 390, tagsView: true },
  ])(
    'goes through the order list at $width px in order and back, never hidden below the header',
    async ({ width, tagsView }) => {
      visitor = await stage.visit({ width, storageState: await stage.loggedIn() });
      const { page, translate } = visitor;
      await page.addInitScript(
        `localStorage.setItem('settings', '${JSON.stringify({ fixedHeader: true, tagsView })}')`,
      );
      // A low window, so that most of the page must be scrolled to.
      await page.setViewportSize({ width, height: 500 });
      await page.goto(`${stage.baseUrl}/#/order/list`);
      await rowOf(visitor, /LM0/).first().waitFor();
      await untilIdle(page);
      await page.evaluate(noteParts);
      // Of the buttons that open a row, only that of the last focused row is a tab stop.
      const places = await page.evaluate<number[]>(
        `parts.flatMap((part, place) => part.tabIndex < 0 || part.matches('[data-open-row]') ? [] : place)`,
      );
      expect(places.length).toBeGreaterThan(width < 640 ? 30 : 50);

      const forth = await focusStopsBy(page, 'Tab', places.at(-1) ?? 0);
      expect(forth[0]?.name).toBe(translate(frameWords, 'skip'));
      expectInOrder(forth, places);
      const lastOrder = /LM\d{7}/.exec((await rowOf(visitor, /LM0/).last().textContent()) ?? '')?.[0] ?? '';
      expect(forth.map(({ name }) => name)).toContain(translate(frameWords, 'open_row', { row: lastOrder }));
      expect(await page.evaluate('scrollY')).toBeGreaterThan(0);
      expect(await page.evaluate(`document.querySelector('header').getBoundingClientRect().top`)).toBe(0);

      const back = await focusStopsBy(page, 'Shift+Tab', 0);
      expectInOrder(back.toReversed(), places.slice(0, -1));
    },
  );

  test('goes through the login from its first, focused field to the languages, and back', async () => {
    visitor = await stage.visit();
    const { page, translate } = visitor;
    await page.goto(`${stage.baseUrl}/#/login`);
    const account = page.getByLabel(translate(userScreenWords, 'account'));
    await expect.poll(() => account.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
    await page.locator('form button[type="submit"]:not([form])').waitFor();
    await account.evaluate((field) => field.blur());
    await page.evaluate(noteParts);
    const places = await page.evaluate<number[]>('parts.flatMap((part, place) => (part.tabIndex < 0 ? [] : place))');
    await account.focus();

    const forth = await focusStopsBy(page, 'Tab', places.at(-1) ?? 0);
    expectInOrder(forth, places.slice(1));
    const textOf = (name: keyof typeof userScreenWords) => translate(userScreenWords, name);
    const names = [
      textOf('password'),
      textOf('login'),
      textOf('forgot'),
      textOf('to_register'),
      ...Object.values(languageNames),
    ];
    expect(forth.map(({ name }) => name).filter((name) => names.includes(name))).toEqual(names);
    const back = await focusStopsBy(page, 'Shift+Tab', 0);
    expectInOrder(back.toReversed(), places.slice(0, -1));
    expect(back.at(-1)?.name).toBe(textOf('account'));
  });

  test('goes through a form from the skip link to its last button, and back', async () => {
    visitor = await stage.visit({ width: 1280, storageState: await stage.loggedIn() });
    const { page, translate } = visitor;
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.goto(`${stage.baseUrl}/#/repay/apply`);
    await page.getByLabel(translate(withdrawWords, 'amount'), { exact: true }).waitFor();
    await untilIdle(page);
    await page.evaluate(noteParts);
    // In a radio group, only the chosen option is a tab stop.
    const places = await page.evaluate<number[]>(
      `parts.flatMap((part, place) => part.tabIndex < 0 || part.matches('[type=radio]:not(:checked)') ? [] : place)`,
    );
    const forth = await focusStopsBy(page, 'Tab', places.at(-1) ?? 0);
    expect(forth[0]?.name).toBe(translate(frameWords, 'skip'));
    expectInOrder(forth, places);
    const names = forth.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining([translate(withdrawWords, 'amount'), translate(withdrawWords, 'act')]),
    );
    const back = await focusStopsBy(page, 'Shift+Tab', 0);
    expectInOrder(back.toReversed(), places.slice(0, -1));
  });

  test('cycles within a drawer in both directions, and returns to the row when it closes', async () => {
    visitor = await stage.visit({ width: 1280, storageState: await stage.loggedIn() });
    const { page, translate } = visitor;
    await page.setViewportSize({ width: 1280, height: 500 });
    await page.goto(`${stage.baseUrl}/#/order/list?status=success`);
    await rowOf(visitor, /LM0/).first().waitFor();
    const opener = rowOf(visitor, /LM0/)
      .getByRole('button', { name: new RegExp(`^${translate(frameWords, 'open_row', { row: 'LM' })}`) })
      .first();
    await opener.focus();
    await page.keyboard.press('Enter');
    const drawer = page.getByRole('dialog', { name: translate(orderScreenWords, 'order') });
    await drawer.getByText(translate(orderScreenWords, 'timeline'), { exact: true }).waitFor();
    await untilIdle(page);
    await page.evaluate(noteParts);
    const places = await page.evaluate<number[]>(
      `parts.flatMap((part, place) => part.tabIndex < 0 || part.closest('[role=dialog]') === null ? [] : place)`,
    );
    expect(places.length).toBeGreaterThan(4);
    const [first = 0, last = 0] = [places[0], places.at(-1)];
    await drawer.locator('button').first().focus();
    const forth = await focusStopsBy(page, 'Tab', last);
    expectInOrder(forth, places.slice(1));
    expect((await focusStopsBy(page, 'Tab', first)).map(({ place }) => place)).toEqual([first]);
    const back = await focusStopsBy(page, 'Shift+Tab', first);
    expectInOrder(back.toReversed(), places);
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await expectFocus(opener);
  });
});

describe('a 1280 px desktop at 200 % zoom', () => {
  /** As wide as a phone's cards, and with the phone's menu. */
  async function openZoomed(language: Language, storageState?: BrowserState): Promise<void> {
    visitor = {
      ...(await stage.visit({ language, width: 640, ...(storageState === undefined ? {} : { storageState }) })),
      narrow: true,
    };
    const devTools = await visitor.context.newCDPSession(visitor.page);
    await devTools.send('Emulation.setDeviceMetricsOverride', {
      width: 640,
      height: 400,
      deviceScaleFactor: 2,
      mobile: false,
    });
  }
  /** Everything below `root` can be pressed, and there is one heading. Returns the number of buttons. */
  async function expectReach(where: string, root: string): Promise<number> {
    const { page } = visitor;
    expect(await page.evaluate('[innerWidth, innerHeight, devicePixelRatio]')).toEqual([640, 400, 2]);
    const { headings, buttons, wrong } = await page.evaluate<Reach>(reach(root));
    expect([where, headings, wrong]).toEqual([where, 1, []]);
    return buttons;
  }
  const zoomed = ['en', 'es'] satisfies Language[];

  test.each(zoomed)(
    'shows every screen without sideways scrolling, and everything can be pressed: %s',
    async (language) => {
      await openZoomed(language, await stage.loggedIn());
      const { page, translate } = visitor;
      await page.goto(`${stage.baseUrl}/#/dashboard`);
      await accountButton(visitor).waitFor();
      const seen: string[] = [];
      const withoutButton: string[] = [];
      await walkScreens(visitor, async (title) => {
        if ((await expectReach(title, 'main')) === 0) withoutButton.push(title);
        seen.push(title);
      });
      expect(seen).toEqual(titlesOf(visitor));
      // The demo's shop is certified, so this screen has no button.
      expect(withoutButton).toEqual([translate(certificationTitles, 'certification')]);
      await visitPagesOutsideMenu(visitor, stage, async (where) => void (await expectReach(where, 'main')));
    },
  );

  test('also shows every page before the login this way, in the language with the longest words', async () => {
    await bindAuthenticator(stage);
    await openZoomed('es');
    const seen: string[] = [];
    const check = async (where: string): Promise<void> => {
      // At least the four language buttons.
      expect([where, (await expectReach(where, '#root')) >= languages.length]).toEqual([where, true]);
      seen.push(where.replace(/=.*$/, ''));
    };
    await visitPublicPages(visitor, stage, check);
    await withRegistrationClosed(stage, [visitor], () => check('closed'));
    expect(seen).toEqual([
      '/register',
      '/reset-password',
      '/reset-password?token',
      '/join',
      '/join?token',
      '/login',
      'second step',
      'closed',
    ]);
  });
});

/** The spacing of WCAG 1.4.12. Set by script, because an inline style would break our content security policy. */
const spaceOut = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }');
  document.adoptedStyleSheets.push(sheet);
}`;

/** Finds headings, buttons, links and labels whose text is clipped by a box or exceeds a button. */
const cutOff = `(() => {
  const found = [];
  for (const part of document.querySelectorAll('h1, h2, h3, button, a[href], label, th')) {
    if (!part.checkVisibility({ visibilityProperty: true }) || part.getBoundingClientRect().width <= 1) continue;
    for (const box of [part, ...part.querySelectorAll('*')]) {
      const { overflowX, overflowY } = getComputedStyle(box);
      if (!(box instanceof HTMLElement) || box.offsetWidth <= 1) continue;
      const wide = overflowX !== 'visible' && box.scrollWidth > box.clientWidth + 1;
      const high = overflowY !== 'visible' && box.scrollHeight > box.clientHeight + 1;
      if (wide || high) found.push(box.outerHTML.slice(0, 200));
    }
    if (part.localName !== 'button') continue;
    const text = document.createRange();
    text.selectNodeContents(part);
    const [inner, outer] = [text.getBoundingClientRect(), part.getBoundingClientRect()];
    if (inner.width > outer.width + 1 || inner.height > outer.height + 1) found.push('beyond ' + part.outerHTML.slice(0, 200));
  }
  return found;
})()`;

test.each([1280, 390])('at %i px, wider letter, word and line spacing cuts off no heading or button', async (width) => {
  const check = async (): Promise<void> => {
    const { page } = visitor;
    await untilIdle(page);
    const letters = () =>
      page.evaluate<number>(`parseFloat(getComputedStyle(document.querySelector('h1')).letterSpacing)`);
    await page.evaluate(spaceOut);
    await expect.poll(letters).toBeGreaterThan(1.5);
    await untilIdle(page);
    expect(await page.evaluate(cutOff)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  };
  visitor = await stage.visit({ width });
  await visitor.page.goto(`${stage.baseUrl}/#/login`);
  await visitor.page.getByRole('button', { name: visitor.translate(userScreenWords, 'login'), exact: true }).waitFor();
  await check();

  await visitor.context.addCookies((await stage.loggedIn()).cookies);
  await visitor.page.goto(`${stage.baseUrl}/#/dashboard`);
  await visitor.page.reload();
  await visitor.page.getByText(visitor.translate(dashboardWords, 'todo'), { exact: true }).waitFor();
  await check();

  await visitor.page.goto(`${stage.baseUrl}/#/order/list`);
  await visitor.page.reload();
  await rowOf(visitor, /LM0/).first().waitFor();
  await visitor.page.getByRole('heading', { name: visitor.translate(orderScreenWords, 'orders'), level: 1 }).waitFor();
  await check();
});
