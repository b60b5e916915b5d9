/** What stands around every page: menu, way back, loading sign; what is said when an answer is none. */
import { afterEach, describe, expect, test } from 'vitest';
import { dashboardWords } from '#features/dashboard/screen-words.ts';
import { ledgerScreenWords } from '#features/ledger/screen-words.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { accountWords } from '#features/users/account-words.ts';
import { userScreenWords } from '#features/users/screen-words.ts';
import { type Language, languages, words } from '#foundation/core/words.ts';
import { expectFocus } from './navbar-for-tests.ts';
import { timeoutsAtHand, watchAlert } from './page-clocks-for-tests.ts';
import { demoShop, stageOfDemo } from './stage-for-tests.ts';
import { accountButton, fillLogin, frameWords, logIn, openScreen, rowOf, type Visitor } from './visitor-for-tests.ts';

/** The browser's side says so; it is not for the server's. */
const kitWords = words({
  loading: ['Loading…', '加载中……', 'Cargando…', 'กำลังโหลด…'],
  refresh: ['Refresh', '刷新', 'Actualizar', 'รีเฟรช'],
  timed_out: [
    'The server did not answer in time.',
    '服务器响应超时',
    'El servidor no respondió a tiempo.',
    'เซิร์ฟเวอร์ตอบไม่ทันเวลา',
  ],
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

/** Logged in, at a page of the demo's shop; the browser's language may be another. */
async function come(
  path: string,
  {
    language = 'en',
    width = 1440,
    before,
  }: { language?: Language; width?: number; before?: () => Promise<unknown> } = {},
) {
  visitor = await stage.visit({ language, width, storageState: await stage.loggedIn() });
  await before?.();
  await visitor.page.goto(`${stage.baseUrl}/#${path}`);
}

const menu = () => visitor.page.getByRole('navigation', { name: visitor.say(frameWords, 'menu') });
const menuButton = (name: 'menu_open' | 'menu_close') =>
  visitor.page.getByRole('button', { name: visitor.say(frameWords, name) });
const cookie = async (named: string) => (await visitor.context.cookies()).find(({ name }) => name === named);
const styleOf = (selector: string, property: string) =>
  visitor.page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`);

describe('the sidebar', () => {
  test('has its width and colours, folds to icons, and stays so', async () => {
    await come('/order/list');
    const { page, say } = visitor;
    await page.getByRole('heading', { name: say(orderScreenWords, 'orders'), level: 1 }).waitFor();
    expect((await menu().boundingBox())?.width).toBe(210);
    expect(await styleOf('aside', 'backgroundColor')).toBe('rgb(48, 65, 86)');
    expect(await styleOf('aside nav a:not([aria-current]) span', 'color')).toBe('rgb(191, 203, 217)');
    expect(await styleOf('aside nav a[aria-current=page] span', 'color')).toBe('rgb(64, 158, 255)');

    await menuButton('menu_close').click();
    await menuButton('menu_open').waitFor();
    expect(await cookie('sidebarStatus')).toMatchObject({ value: '0' });
    await page.reload();
    await menuButton('menu_open').waitFor();
    await expect.poll(async () => (await menu().boundingBox())?.width).toBeLessThan(80);
    // Their names stay for who does not see the icons.
    await menu()
      .getByRole('link', { name: say(ledgerScreenWords, 'money_log'), exact: true })
      .waitFor();
    await menuButton('menu_open').click();
    await expect.poll(async () => (await menu().boundingBox())?.width).toBe(210);
    expect(await cookie('sidebarStatus')).toMatchObject({ value: '1' });
  });

  test('below 992 px is a drawer, which another page closes', async () => {
    await come('/order/list', { width: 992 });
    const { page, say } = visitor;
    const aside = page.locator('aside');
    await aside.waitFor();
    await page.setViewportSize({ width: 991, height: 900 });
    await aside.waitFor({ state: 'detached' });
    await menuButton('menu_open').click();
    await page.getByRole('dialog', { name: say(frameWords, 'menu') }).waitFor();
    await menu()
      .getByRole('link', { name: say(ledgerScreenWords, 'money_log'), exact: true })
      .click();
    await page.getByRole('heading', { name: say(ledgerScreenWords, 'money_log'), level: 1 }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await menu().count()).toBe(0);
    await page.setViewportSize({ width: 992, height: 900 });
    await aside.waitFor();
  });
});

test('the way back begins at the dashboard', async () => {
  await come('/moneylog');
  const { page, say } = visitor;
  const way = page.getByRole('navigation', { name: say(frameWords, 'breadcrumb') });
  await way.getByText(say(ledgerScreenWords, 'money_log'), { exact: true }).waitFor();
  expect(await way.getByRole('listitem').first().textContent()).toContain(say(dashboardWords, 'dashboard'));
  await way.getByRole('link', { name: say(dashboardWords, 'dashboard'), exact: true }).click();
  await page.waitForURL((url) => url.hash === '#/dashboard');
});

test('the first key leads past the menu to the page', async () => {
  await come('/moneylog');
  const { page, say } = visitor;
  await page.getByRole('heading', { name: say(ledgerScreenWords, 'money_log'), level: 1 }).waitFor();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: say(frameWords, 'skip') });
  await expectFocus(skip);
  expect((await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await page.keyboard.press('Enter');
  await expectFocus(page.getByRole('main'));
  expect(page.url()).toContain('#/moneylog');
});

test('the token is kept as long as the server said, and goes in its header', async () => {
  visitor = await stage.visit();
  const { page } = visitor;
  const [answer] = await Promise.all([
    page.waitForResponse('**/api/user/login'),
    logIn(visitor, stage.baseUrl, demoShop),
  ]);
  const { data } = (await answer.json()) as { data: { userinfo: { token: string; expiretime: number } } };
  expect(await cookie('Admin-Token')).toMatchObject({ value: data.userinfo.token, expires: data.userinfo.expiretime });
  const [request] = await Promise.all([
    page.waitForRequest('**/api/order/list'),
    openScreen(visitor, visitor.say(orderScreenWords, 'orders')),
  ]);
  expect(request.headers()['x-token']).toBe(data.userinfo.token);
});

describe('what the server answers', () => {
  const LIST = '**/api/order/list';
  const refresh = () => visitor.page.getByRole('button', { name: visitor.say(kitWords, 'refresh') });
  const alert = (text: string) => visitor.page.getByRole('alert').filter({ hasText: text });

  test('with code 0 is said for five seconds; with another code not over the page; without a code it is an answer', async () => {
    await come('/order/list');
    const { page } = visitor;
    await rowOf(visitor, /LM0/).first().waitFor();
    await page.route(LIST, (route) => route.fulfill({ json: { code: 0, msg: 'Come back tomorrow' } }));
    await page.evaluate(watchAlert);
    await refresh().click();
    await alert('Come back tomorrow').waitFor();
    await page.mouse.move(2, 500);
    await alert('Come back tomorrow').waitFor({ state: 'detached' });
    expect(await page.evaluate('alertShownMs')).toBeGreaterThanOrEqual(5_000);

    await page.unroute(LIST);
    await page.route(LIST, (route) => route.fulfill({ json: { code: -7, msg: 'Nobody hears this' } }));
    await Promise.all([page.waitForResponse(LIST), refresh().click()]);
    await page.waitForTimeout(300);
    expect(await alert('Nobody hears this').count()).toBe(0);

    await page.unroute(LIST);
    await page.route(LIST, async (route) => {
      const { code: _, ...rest } = (await (await route.fetch()).json()) as { code: number };
      await route.fulfill({ json: rest });
    });
    await Promise.all([page.waitForResponse(LIST), refresh().click()]);
    await rowOf(visitor, /LM0/).first().waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  test('that does not come is said as well, and the rows stay', async () => {
    await come('/order/list');
    await rowOf(visitor, /LM0/).first().waitFor();
    await visitor.page.route(LIST, (route) => route.abort());
    await refresh().click();
    await alert(visitor.say(kitWords, 'network_failed')).waitFor();
    expect(await rowOf(visitor, /LM0/).count()).toBeGreaterThan(0);
    // The browser's own words; what happens elsewhere may have the list asked for again meanwhile.
    expect(new Set(visitor.faults().map((fault) => fault.replace(/^.*list: /, '')))).toEqual(
      new Set(['Failed to load resource: net::ERR_FAILED']),
    );
  });

  test('is waited for three minutes, whatever was asked; then that is said, and the rows stay', async () => {
    await come('/order/list', { before: () => visitor.page.addInitScript(timeoutsAtHand) });
    const { page, say } = visitor;
    await rowOf(visitor, /LM0/).first().waitFor();
    const rows = await rowOf(visitor, /LM0/).count();
    await page.route(LIST, () => undefined);
    await Promise.all([page.waitForRequest(LIST), refresh().click()]);
    // What was only to be read is asked for once more by itself.
    await Promise.all([page.waitForRequest(LIST), page.evaluate('timeOut()')]);
    await page.evaluate('timeOut()');
    await alert(say(kitWords, 'timed_out')).waitFor();
    expect(await rowOf(visitor, /LM0/).count()).toBe(rows);
    expect(await page.evaluate('[...timeoutsMs]')).toEqual([180_000]);

    await page.unroute(LIST);
    await Promise.all([page.waitForResponse(LIST), refresh().click()]);
    await rowOf(visitor, /LM0/).first().waitFor();
  });

  test('to what was to be changed is waited for as long; then that is said, what was typed stays, and nothing is asked twice', async () => {
    await come('/user/password', { before: () => visitor.page.addInitScript(timeoutsAtHand) });
    const { page, say } = visitor;
    const field = (name: keyof typeof accountWords) => page.getByLabel(say(accountWords, name), { exact: true });
    await field('old_password').fill('Demo1234');
    for (const name of ['new_password', 'repeat_password'] as const) await field(name).fill('T7#kq!Zx4pWm');
    const asked: string[] = [];
    const CHANGE = '**/api/user/changePassword';
    await page.route(CHANGE, (route) => void asked.push(route.request().method()));
    await Promise.all([
      page.waitForRequest(CHANGE),
      page.getByRole('button', { name: say(accountWords, 'change_password'), exact: true }).click(),
    ]);
    await page.evaluate('timeOut()');
    await alert(say(kitWords, 'timed_out')).waitFor();
    expect(await field('new_password').inputValue()).toBe('T7#kq!Zx4pWm');
    // Its toast leaves after longer than a second try would wait.
    await alert(say(kitWords, 'timed_out')).waitFor({ state: 'detached' });
    expect(asked).toEqual(['POST']);
  });

  test.each(languages)('to a login is waited for with an overlay and its text: %s', async (language) => {
    const held = Promise.withResolvers<void>();
    visitor = await stage.visit({ language });
    await visitor.page.route('**/api/user/login', (route) => held.promise.then(() => route.continue()));
    await visitor.page.goto(stage.baseUrl);
    await fillLogin(visitor, demoShop);
    const sign = visitor.page.getByRole('status').filter({ hasText: visitor.say(kitWords, 'loading') });
    await sign.waitFor();
    expect(await visitor.page.getByRole('main').getAttribute('aria-busy')).toBe('true');
    held.resolve();
    await accountButton(visitor).waitFor();
    await expect.poll(() => sign.count()).toBe(0);
  });
});

test('a forgotten password: whom to ask; a new one: how strong it is', async () => {
  visitor = await stage.visit();
  const { page, say } = visitor;
  await page.goto(stage.baseUrl);
  await page.getByText(say(userScreenWords, 'forgot'), { exact: true }).click();
  await page.getByText(say(userScreenWords, 'forgot_answer')).waitFor();
  await page.goto(`${stage.baseUrl}/#/register`);
  const password = page.getByLabel(say(userScreenWords, 'password'), { exact: true });
  for (const [typed, strength] of [
    ['qwerty12', 'strength_weak'],
    ['T7#kq!Zx4pWm', 'strength_strong'],
  ] as const) {
    await password.fill(typed);
    const meter = page.getByRole('meter', { name: say(userScreenWords, 'strength') });
    await expect.poll(() => meter.getAttribute('aria-valuetext')).toBe(say(userScreenWords, strength));
  }
});
