/** The frame around every page: menu, breadcrumb, loading sign, and how failed answers are reported. */
import { afterEach, describe, expect, test } from 'vitest';
import { dashboardWords } from '#features/dashboard/screen-words.ts';
import { ledgerScreenWords } from '#features/ledger/screen-words.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { accountWords } from '#features/accounts/account-words.ts';
import { userScreenWords } from '#features/accounts/screen-words.ts';
import { type Language, languages, words } from '#foundation/core/words.ts';
import { expectFocus } from './navbar-for-tests.ts';
import { timeoutsAtHand, watchAlert } from './page-clocks-for-tests.ts';
import { demoShop, demoStage } from './demo-stage-for-tests.ts';
import { accountButton, fillLogin, frameWords, logIn, openScreen, rowOf, type Visitor } from './visitor-for-tests.ts';

/** Console-only phrases, repeated here because they cannot be imported on the server side. */
const kitWords = words({
  loading: ['Loading…', '加载中……', 'Cargando…', 'กำลังโหลด…'],
  refresh: ['Refresh', '刷新', 'Actualizar', 'รีเฟรช'],
  timed_out: [
    'The server took too long to answer. Check the result before you try again.',
    '服务器响应超时，重试前请先核对结果。',
    'El servidor tardó demasiado en responder. Compruebe el resultado antes de repetir la operación.',
    'เซิร์ฟเวอร์ใช้เวลานานเกินไป โปรดตรวจสอบผลก่อนทำรายการซ้ำ',
  ],
  network_failed: [
    'We couldn’t reach the server. Check your connection and try again.',
    '无法连接服务器，请检查网络后重试。',
    'No se pudo conectar con el servidor. Compruebe su conexión e inténtelo de nuevo.',
    'เชื่อมต่อเซิร์ฟเวอร์ไม่ได้ โปรดตรวจสอบอินเทอร์เน็ตแล้วลองใหม่อีกครั้ง',
  ],
});

const stage = demoStage();

let visitor: Visitor;
afterEach(async () => {
  expect(visitor.faults()).toEqual([]);
  await visitor.close();
});

/** Opens a page as the demo's shop; the browser's language can be another. */
async function open(
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

const menu = () => visitor.page.getByRole('navigation', { name: visitor.translate(frameWords, 'menu') });
const menuButton = (name: 'menu_open' | 'menu_close') =>
  visitor.page.getByRole('button', { name: visitor.translate(frameWords, name) });
const cookie = async (named: string) => (await visitor.context.cookies()).find(({ name }) => name === named);
const styleOf = (selector: string, property: string) =>
  visitor.page.evaluate(`getComputedStyle(document.querySelector('${selector}')).${property}`);

describe('the sidebar', () => {
  test('has the specified width and colours, folds to icons, and stays folded', async () => {
    await open('/order/list');
    const { page, translate } = visitor;
    await page.getByRole('heading', { name: translate(orderScreenWords, 'orders'), level: 1 }).waitFor();
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
    // The names stay for screen readers, those of a group's screens behind its icon.
    await menu()
      .getByRole('link', { name: translate(orderScreenWords, 'orders'), exact: true })
      .waitFor();
    await menu().getByRole('button', { name: 'Balance', exact: true }).press('Enter');
    await menu()
      .getByRole('link', { name: translate(ledgerScreenWords, 'money_log'), exact: true })
      .waitFor();
    await page.keyboard.press('Escape');
    await menuButton('menu_open').click();
    await expect.poll(async () => (await menu().boundingBox())?.width).toBe(210);
    expect(await cookie('sidebarStatus')).toMatchObject({ value: '1' });
  });

  test('is a drawer below 992 px, which closes on navigation', async () => {
    await open('/order/list', { width: 992 });
    const { page, translate } = visitor;
    const aside = page.locator('aside');
    await aside.waitFor();
    await page.setViewportSize({ width: 991, height: 900 });
    await aside.waitFor({ state: 'detached' });
    await menuButton('menu_open').click();
    await page.getByRole('dialog', { name: translate(frameWords, 'menu') }).waitFor();
    await menu()
      .getByRole('link', { name: translate(ledgerScreenWords, 'money_log'), exact: true })
      .click();
    await page.getByRole('heading', { name: translate(ledgerScreenWords, 'money_log'), level: 1 }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await menu().count()).toBe(0);
    await page.setViewportSize({ width: 992, height: 900 });
    await aside.waitFor();
  });
});

test('the breadcrumb starts at the dashboard', async () => {
  await open('/moneylog');
  const { page, translate } = visitor;
  const breadcrumb = page.getByRole('navigation', { name: translate(frameWords, 'breadcrumb') });
  await breadcrumb.getByText(translate(ledgerScreenWords, 'money_log'), { exact: true }).waitFor();
  expect(await breadcrumb.getByRole('listitem').first().textContent()).toContain(
    translate(dashboardWords, 'dashboard'),
  );
  await breadcrumb.getByRole('link', { name: translate(dashboardWords, 'dashboard'), exact: true }).click();
  await page.waitForURL((url) => url.hash === '#/dashboard');
});

test('the first Tab stop skips the menu', async () => {
  await open('/moneylog');
  const { page, translate } = visitor;
  await page.getByRole('heading', { name: translate(ledgerScreenWords, 'money_log'), level: 1 }).waitFor();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: translate(frameWords, 'skip') });
  await expectFocus(skip);
  expect((await skip.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await page.keyboard.press('Enter');
  await expectFocus(page.getByRole('main'));
  expect(page.url()).toContain('#/moneylog');
});

test('the token’s cookie lives as long as the server says, and the token is sent in its header', async () => {
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
    openScreen(visitor, visitor.translate(orderScreenWords, 'orders')),
  ]);
  expect(request.headers()['x-token']).toBe(data.userinfo.token);
});

describe('an answer', () => {
  const LIST = '**/api/order/list';
  const refresh = () => visitor.page.getByRole('button', { name: visitor.translate(kitWords, 'refresh') });
  const alert = (text: string) => visitor.page.getByRole('alert').filter({ hasText: text });

  test('with code 0 is shown for five seconds; with another code it shows no toast; without a code it is a normal answer', async () => {
    await open('/order/list');
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

  test('that does not arrive is reported too, and the rows stay', async () => {
    await open('/order/list');
    await rowOf(visitor, /LM0/).first().waitFor();
    await visitor.page.route(LIST, (route) => route.abort());
    await refresh().click();
    await alert(visitor.translate(kitWords, 'network_failed')).waitFor();
    expect(await rowOf(visitor, /LM0/).count()).toBeGreaterThan(0);
    // Logged by the browser itself. A refetch can repeat it.
    expect(new Set(visitor.faults().map((fault) => fault.replace(/^.*list: /, '')))).toEqual(
      new Set(['Failed to load resource: net::ERR_FAILED']),
    );
  });

  test('is awaited for three minutes, whatever the call; then the timeout is reported, and the rows stay', async () => {
    await open('/order/list', { before: () => visitor.page.addInitScript(timeoutsAtHand) });
    const { page, translate } = visitor;
    await rowOf(visitor, /LM0/).first().waitFor();
    const rows = await rowOf(visitor, /LM0/).count();
    await page.route(LIST, () => undefined);
    await Promise.all([page.waitForRequest(LIST), refresh().click()]);
    // A read is retried once automatically.
    await Promise.all([page.waitForRequest(LIST), page.evaluate('timeOut()')]);
    await page.evaluate('timeOut()');
    await alert(translate(kitWords, 'timed_out')).waitFor();
    expect(await rowOf(visitor, /LM0/).count()).toBe(rows);
    expect(await page.evaluate('[...timeoutsMs]')).toEqual([180_000]);

    await page.unroute(LIST);
    await Promise.all([page.waitForResponse(LIST), refresh().click()]);
    await rowOf(visitor, /LM0/).first().waitFor();
  });

  test('to a change is awaited as long; then the timeout is reported, the typed text stays, and nothing is retried', async () => {
    await open('/user/password', { before: () => visitor.page.addInitScript(timeoutsAtHand) });
    const { page, translate } = visitor;
    const field = (name: keyof typeof accountWords) => page.getByLabel(translate(accountWords, name), { exact: true });
    await field('old_password').fill('Demo1234');
    for (const name of ['new_password', 'repeat_password'] as const) await field(name).fill('T7#kq!Zx4pWm');
    const requests: string[] = [];
    const CHANGE = '**/api/user/changePassword';
    await page.route(CHANGE, (route) => void requests.push(route.request().method()));
    await Promise.all([
      page.waitForRequest(CHANGE),
      page.getByRole('button', { name: translate(accountWords, 'change_password'), exact: true }).click(),
    ]);
    await page.evaluate('timeOut()');
    await alert(translate(kitWords, 'timed_out')).waitFor();
    expect(await field('new_password').inputValue()).toBe('T7#kq!Zx4pWm');
    // The toast stays longer than a retry would wait.
    await alert(translate(kitWords, 'timed_out')).waitFor({ state: 'detached' });
    expect(requests).toEqual(['POST']);
  });

  test.each(languages)('to a login is awaited with an overlay and its text: %s', async (language) => {
    const held = Promise.withResolvers<void>();
    visitor = await stage.visit({ language });
    await visitor.page.route('**/api/user/login', (route) => held.promise.then(() => route.continue()));
    await visitor.page.goto(stage.baseUrl);
    await fillLogin(visitor, demoShop);
    const sign = visitor.page.getByRole('status').filter({ hasText: visitor.translate(kitWords, 'loading') });
    await sign.waitFor();
    expect(await visitor.page.getByRole('main').getAttribute('aria-busy')).toBe('true');
    held.resolve();
    await accountButton(visitor).waitFor();
    await expect.poll(() => sign.count()).toBe(0);
  });
});

test('the login says whom to ask about a forgotten password, and the registration shows a password’s strength', async () => {
  visitor = await stage.visit();
  const { page, translate } = visitor;
  await page.goto(stage.baseUrl);
  await page.getByText(translate(userScreenWords, 'forgot'), { exact: true }).click();
  await page.getByText(translate(userScreenWords, 'forgot_answer')).waitFor();
  await page.goto(`${stage.baseUrl}/#/register`);
  const password = page.getByLabel(translate(userScreenWords, 'password'), { exact: true });
  for (const [typed, strength] of [
    ['qwerty12', 'strength_weak'],
    ['T7#kq!Zx4pWm', 'strength_strong'],
  ] as const) {
    await password.fill(typed);
    const meter = page.getByRole('meter', { name: translate(userScreenWords, 'strength') });
    await expect.poll(() => meter.getAttribute('aria-valuetext')).toBe(translate(userScreenWords, strength));
  }
});
