/**
 * States that the walk through all screens does not meet: error pages, overlays, ended sessions and background
 * refreshes.
 */
import { afterEach, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#database/demo/people.ts';
import { batchTitles } from '#features/batches/screen-titles.ts';
import { disbursementTitles } from '#features/disbursements/screen-titles.ts';
import { noticeScreenWords } from '#features/notices/screen-words.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { profileTitles } from '#features/profiles/screen-titles.ts';
import { rechargeTitles } from '#features/recharges/screen-titles.ts';
import { rechargeWords } from '#features/recharges/screen-words.ts';
import { userScreenWords } from '#features/accounts/screen-words.ts';
import { languageNames } from '#foundation/core/words.ts';
import { setAppearance, barriers, barriersInAll } from './axe-for-tests.ts';
import { demoShop, demoStage } from './demo-stage-for-tests.ts';
import {
  accountButton,
  fillLogin,
  frameWords,
  logIn,
  menuOf,
  openScreen,
  openSettings,
  rowOf,
  localizationOf,
  type Account,
  type Visitor,
} from './visitor-for-tests.ts';

const stage = demoStage();

let visitor: Visitor;
afterEach(async () => {
  expect(visitor.faults()).toEqual([]);
  await visitor.close();
});

async function open(path: string, { width = 1440 } = {}): Promise<void> {
  visitor = await stage.visit({ width, storageState: await stage.loggedIn() });
  await visitor.page.goto(`${stage.baseUrl}/#${path}`);
  await accountButton(visitor).waitFor();
}

/** Logs out from outside the page, as another window of the same user would. */
async function endSession({ context }: Visitor): Promise<void> {
  const token = (await context.cookies()).find(({ name }) => name === 'Admin-Token')?.value ?? '';
  const answer = await context.request.post(`${stage.baseUrl}/api/user/logout`, {
    headers: { 'X-Token': token },
    data: {},
  });
  expect(await answer.json()).toMatchObject({ code: 1 });
}

test.each([
  ['/404', 'not_found_title'],
  ['/401', 'not_allowed_title'],
] as const)('%s has a title, a way home and no accessibility violations', async (path, title) => {
  await open(path);
  const { page, translate } = visitor;
  await page.getByRole('heading', { name: translate(frameWords, title), level: 1 }).waitFor();
  await expect.poll(() => page.title()).toBe(`${translate(frameWords, title)} - Countinghouse`);
  expect(await barriersInAll(visitor, { where: path })).toEqual([]);
  await page.getByRole('button', { name: translate(frameWords, 'go_home') }).click();
  await expect.poll(() => page.url()).toContain('#/dashboard');
});

test('a page outside the menu highlights the entry it belongs to', async () => {
  await open('/repay/batch?id=1');
  const { page, translate } = visitor;
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  const marked = page.getByRole('navigation', { name: translate(frameWords, 'menu') }).locator('a[data-active]');
  await expect.poll(() => marked.allTextContents()).toEqual([translate(disbursementTitles, 'repay')]);
  expect(await page.getByRole('navigation', { name: translate(frameWords, 'breadcrumb') }).textContent()).toContain(
    translate(batchTitles, 'batch'),
  );
});

test('menus, panels and dialogs have no accessibility violations', async () => {
  await open('/order/list');
  const { page, translate } = visitor;
  await rowOf(visitor, /LM0/).first().waitFor();
  const found: string[] = [];
  const check = async (where: string, menu = false): Promise<void> => {
    found.push(...(await barriers(visitor, { where, menu })));
    await setAppearance(visitor, 1440, true);
    found.push(...(await barriers(visitor, { where: `${where}, dark`, colours: true })));
    await setAppearance(visitor, 1440, false);
  };
  await accountButton(visitor).click();
  await page.getByRole('menuitem', { name: translate(frameWords, 'settings') }).waitFor();
  await check('the account’s menu', true);
  await page.keyboard.press('Escape');
  const panel = await openSettings(visitor);
  await check('settings');
  await panel.getByRole('switch', { name: 'Show page tabs' }).click({ force: true });
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  const tabs = page.getByRole('navigation', { name: 'Open pages' });
  await tabs.getByRole('link').first().waitFor();
  await check('tabs');
  await tabs.getByRole('link').first().click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Close all' }).waitFor();
  await check('a tab’s menu', true);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: new RegExp(languageNames.en) }).click();
  await page.getByRole('menuitemradio', { name: languageNames.th }).waitFor();
  await check('languages', true);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: new RegExp(`^${translate(noticeScreenWords, 'notices')}`) }).click();
  await page.getByRole('dialog').waitFor();
  await check('notices');
  expect(found).toEqual([]);
});

test('the menu on a phone is as wide as on desktop, has no accessibility violations, and closes at once', async () => {
  await open('/dashboard', { width: 390 });
  const { page, translate } = visitor;
  await page.getByRole('button', { name: translate(frameWords, 'menu_open') }).click();
  const drawer = page.getByRole('dialog', { name: translate(frameWords, 'menu') });
  await drawer.waitFor();
  // Shows the whole menu, because axe takes what is scrolled out of view for a hidden skip target.
  await page.setViewportSize({ width: 390, height: 1200 });
  expect(await barriers(visitor, { where: 'menu' })).toEqual([]);
  expect((await drawer.boundingBox())?.width).toBe(210);
  await drawer.getByRole('link', { name: translate(orderScreenWords, 'orders'), exact: true }).click();
  await drawer.waitFor({ state: 'detached' });
});

test('an ended session is reported in the words of the specification', async () => {
  visitor = await stage.visit({ language: 'zh' });
  const { page } = visitor;
  await logIn(visitor, stage.baseUrl, demoShop);
  await page.goto(`${stage.baseUrl}/#/order/list`);
  await rowOf(visitor, /LM0/).first().waitFor();
  await endSession(visitor);
  const dialog = page.getByRole('dialog', { name: '确定登出', exact: true });
  await dialog.getByText('你已被登出，可以取消继续留在该页面，或者重新登录', { exact: true }).waitFor();
  expect(await barriersInAll(visitor, { where: 'ended session' })).toEqual([]);
  expect(await dialog.getByRole('button').allTextContents()).toEqual(expect.arrayContaining(['取消', '重新登录']));
});

test('typed text is restored after the login that follows an ended session, but not for another user', async () => {
  visitor = await stage.visit();
  const { page, translate } = visitor;
  await logIn(visitor, stage.baseUrl, demoShop);
  const amount = page.getByLabel(translate(rechargeWords, 'amount'), { exact: true });
  const typeAndLogInAgainAs = async (account: Account): Promise<string> => {
    await page.goto(`${stage.baseUrl}/#/user/recharge`);
    await amount.fill('12.34');
    await endSession(visitor);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: translate(frameWords, 'log_in_again') })
      .click();
    await page.waitForURL((url) => url.hash === '#/login?redirect=%2Fuser%2Frecharge');
    await fillLogin(visitor, account);
    await page.getByRole('heading', { name: translate(rechargeTitles, 'recharge'), level: 1 }).waitFor();
    return amount.inputValue();
  };
  expect(await typeAndLogInAgainAs(demoShop)).toBe('12.34');
  expect(await typeAndLogInAgainAs({ account: 'demo_shop2', password: DEMO_PASSWORD })).toBe('');
  // The text is stored for its own user, and no one else can read it.
  expect(await page.evaluate(`sessionStorage.getItem('typed')`)).not.toMatch(/12\.34|amount/);
});

test('a screen whose code cannot be loaded shows an error in its place; the session stays, and a retry loads it', async () => {
  await open('/dashboard');
  const { page, translate, context } = visitor;
  // Also matches the address of a retry.
  const code = /\/assets\/ProfileScreen-.+\.js/;
  await page.route(code, (route) => route.abort());
  await page.goto(`${stage.baseUrl}/#/user/profile`);
  const failed = page
    .getByRole('alert')
    .filter({ has: page.getByRole('heading', { name: 'This page couldn’t be shown', level: 1 }) });
  await failed.waitFor();
  await failed
    .getByText('We couldn’t reach the server. Check your connection and try again.', { exact: true })
    .waitFor();
  expect(await barriersInAll(visitor, { where: 'screen without code' })).toEqual([]);
  expect((await context.cookies()).some(({ name }) => name === 'Admin-Token')).toBe(true);
  expect(new URL(page.url()).hash).toBe('#/user/profile');
  await accountButton(visitor).waitFor();
  expect(visitor.faults()).toContainEqual(expect.stringContaining('ProfileScreen'));
  await page.unroute(code);
  await failed.getByRole('button', { name: 'Reload' }).click();
  await page.getByRole('heading', { name: translate(profileTitles, 'profile'), level: 1 }).waitFor();
});

test('without a chosen language the console is English, whatever the browser’s language', async () => {
  visitor = await stage.visit({ language: 'th' });
  await visitor.context.clearCookies({ name: 'language' });
  await visitor.page.goto(stage.baseUrl);
  const { translate } = localizationOf('en');
  await visitor.page
    .getByRole('heading', { name: translate(userScreenWords, 'login_title', { name: 'Countinghouse' }) })
    .waitFor();
  await visitor.page.getByRole('button', { name: translate(userScreenWords, 'login'), exact: true }).waitFor();
  expect(await visitor.page.locator('html').getAttribute('lang')).toBe('en');
});

test('a half-filled form is kept by its tab', async () => {
  await open('/user/recharge');
  const { page, translate } = visitor;
  const panel = await openSettings(visitor);
  await panel.getByRole('switch', { name: 'Show page tabs' }).click({ force: true });
  await page.keyboard.press('Escape');
  const amount = page.getByLabel(translate(rechargeWords, 'amount'), { exact: true });
  await amount.fill('12.34');
  await openScreen(visitor, translate(orderScreenWords, 'orders'));
  await page
    .getByRole('navigation', { name: 'Open pages' })
    .getByRole('link', { name: translate(rechargeTitles, 'recharge') })
    .click();
  await page.getByRole('heading', { name: translate(rechargeTitles, 'recharge'), level: 1 }).waitFor();
  expect(await amount.inputValue()).toBe('12.34');
});

test('a background refresh has no overlay; a search has one over the content until it is complete', async () => {
  await open('/order/list');
  const { page } = visitor;
  await rowOf(visitor, /LM0/).first().waitFor();
  const held: (() => void)[] = [];
  await page.route('**/api/order/list', async (route) => {
    await new Promise<void>((release) => held.push(release));
    await route.continue();
  });
  // As if the user returned from another window.
  const returnToWindow = () =>
    page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
  await expect.poll(() => returnToWindow().then(() => held.length)).toBe(1);
  const signAppears = `new Promise((resolve) => {
    const end = performance.now() + 900;
    const check = () => {
      const sign = [...document.querySelectorAll('[role=status]')].some(({ textContent }) => textContent.includes('Loading'));
      if (sign || performance.now() > end) resolve(sign);
      else requestAnimationFrame(check);
    };
    check();
  })`;
  expect(await page.evaluate(signAppears)).toBe(false);

  const search = page.getByRole('search').getByRole('searchbox');
  const headingBox = () => page.getByRole('heading', { level: 1 }).boundingBox();
  const before = await headingBox();
  await search.fill('LM08');
  await expect.poll(() => held.length).toBe(2);
  expect(await page.evaluate(signAppears)).toBe(true);
  // Over all of the content, but not the header or the sidebar; nothing moves, and the focus stays.
  const main = page.getByRole('main');
  expect(await main.getAttribute('aria-busy')).toBe('true');
  const overlay = await page.getByRole('status').filter({ hasText: 'Loading' }).locator('> div').boundingBox();
  const content = await main.boundingBox();
  if (!overlay || !content) throw new Error('there is no overlay, or no content');
  expect(overlay.x).toBeLessThanOrEqual(content.x);
  expect(overlay.x + overlay.width).toBeGreaterThanOrEqual(content.x + content.width);
  expect(overlay.y + overlay.height).toBeGreaterThanOrEqual(content.y + content.height);
  expect(await page.evaluate(`!!document.elementFromPoint(innerWidth - 40, 20).closest('header')`)).toBe(true);
  expect(overlay.x).toBeGreaterThanOrEqual(((await page.locator('aside').boundingBox()) ?? { width: 0 }).width);
  expect(await headingBox()).toEqual(before);
  await search.press('End');
  await page.keyboard.type('7');
  expect(await search.inputValue()).toBe('LM087');
  await expect.poll(() => held.length).toBe(3);
  for (const release of held) release();
  await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'detached' });
  expect(await main.getAttribute('aria-busy')).toBeNull();
});

test('colour, brightness, size and switches are chosen in the panel, and kept', async () => {
  await open('/dashboard');
  const { page } = visitor;
  const kept = async () => ({
    accent: await page.evaluate(
      `getComputedStyle(document.documentElement).getPropertyValue('--mantine-primary-color-5').trim()`,
    ),
    look: await page.evaluate(
      `[document.documentElement.dataset.mantineColorScheme, document.documentElement.dataset.size].join()`,
    ),
  });
  const panel = await openSettings(visitor);
  await panel.locator('input[type=color]').fill('#8040c0');
  await panel.getByText('Dark', { exact: true }).click();
  await panel.getByText('Mini', { exact: true }).click();
  for (const name of ['Fixed header', 'Sidebar logo']) await panel.getByRole('switch', { name }).click({ force: true });
  const chosen = { accent: '#8040c0', look: 'dark,mini' };
  await expect.poll(kept).toEqual(chosen);

  await page.reload();
  await accountButton(visitor).waitFor();
  await expect.poll(kept).toEqual(chosen);
  await openSettings(visitor);
  expect(await panel.getByRole('switch', { name: 'Fixed header' }).isChecked()).toBe(true);
  expect(await panel.getByRole('switch', { name: 'Sidebar logo' }).isChecked()).toBe(false);
  await panel.getByRole('button', { name: 'Reset colour' }).click();
  await expect.poll(async () => (await kept()).accent).toBe('#1890ff');
});

test('a group of the menu folds and unfolds, stays as it was left, and opens for the page that is shown', async () => {
  await open('/dashboard');
  const { page, translate } = visitor;
  const menu = menuOf(visitor);
  const entry = (title: string) => menu.getByRole('link', { name: title, exact: true });
  const payouts = entry(translate(disbursementTitles, 'repay'));
  const profile = entry(translate(profileTitles, 'profile'));
  await payouts.waitFor();
  // The account's pages, which few need often, are closed until one of them is shown.
  expect(await profile.count()).toBe(0);
  const group = menu.getByRole('button', { name: translate(disbursementTitles, 'payouts'), exact: true });
  await group.click();
  await expect.poll(() => payouts.count()).toBe(0);
  await page.reload();
  await entry(translate(orderScreenWords, 'orders')).waitFor();
  expect(await payouts.count()).toBe(0);
  await page.goto(`${stage.baseUrl}/#/user/profile`);
  await profile.waitFor();
  await page.goto(`${stage.baseUrl}/#/repay/index`);
  await payouts.waitFor();
  await expect.poll(() => profile.count()).toBe(0);
  await group.click();
  await expect.poll(() => payouts.count()).toBe(0);
});

test('after a logout, the next user sees nothing of the previous one', async () => {
  visitor = await stage.visit();
  const { page, translate } = visitor;
  await logIn(visitor, stage.baseUrl, demoShop);
  await openScreen(visitor, translate(orderScreenWords, 'orders'));
  await rowOf(visitor, /LM0/).first().waitFor();
  await accountButton(visitor).click();
  await page.getByRole('menuitem', { name: translate(frameWords, 'log_out') }).click();
  await page
    .getByRole('heading', { name: translate(userScreenWords, 'login_title', { name: 'Countinghouse' }) })
    .waitFor();
  // The page is not reloaded: data that it still held would be shown for a moment.
  await page.evaluate(`window.seen = false;
    new MutationObserver(() => (window.seen ||= document.body.textContent.includes('LM0'))).observe(document.body, { childList: true, subtree: true, characterData: true })`);
  await fillLogin(visitor, { account: 'demo_new', password: DEMO_PASSWORD });
  await accountButton(visitor).waitFor();
  await openScreen(visitor, translate(orderScreenWords, 'orders'));
  await page.getByText(translate(orderScreenWords, 'empty_title'), { exact: true }).waitFor();
  expect(await page.evaluate('window.seen')).toBe(false);
});
