/** Signing in: route guard, login, registration, and a session that ends elsewhere. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#database/demo/people.ts';
import { languageNames } from '#foundation/core/words.ts';
import { channelScreenWords } from '#features/channels/screen-words.ts';
import { dashboardWords } from '#features/dashboard/screen-words.ts';
import { ledgerScreenWords } from '#features/ledger/screen-words.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { userScreenWords } from '#features/accounts/screen-words.ts';
import { userTexts } from '#features/accounts/words.ts';
import { setPlatform } from './app-for-tests.ts';
import { demoShop, demoStage } from './demo-stage-for-tests.ts';
import { expectFocus } from './navbar-for-tests.ts';
import { accountButton, fillLogin, frameWords, logIn, openScreen, type Visitor } from './visitor-for-tests.ts';

const stage = demoStage();

let visitor: Visitor;
beforeEach(async () => {
  visitor = await stage.visit();
});
afterEach(async () => {
  expect(visitor.faults()).toEqual([]);
  await visitor.close();
});

const goTo = (href: string) => visitor.page.goto(`${stage.baseUrl}/#${href}`);
const expectAt = (href: string) => visitor.page.waitForURL((url) => url.hash === `#${href}`);
const expectHeading = (name: string) => visitor.page.getByRole('heading', { name, exact: true }).waitFor();

describe('the guard', () => {
  test('redirects a visitor to the login, and from there to the requested page with its filters', async () => {
    const { page, translate } = visitor;
    await goTo('/order/list?status=success&page=2');
    await expectAt('/login?redirect=%2Forder%2Flist%3Fstatus%3Dsuccess%26page%3D2');
    await fillLogin(visitor, demoShop);
    await expectAt('/order/list?status=success&page=2');
    await expectHeading(translate(orderScreenWords, 'orders'));
    expect(await page.title()).toBe('Orders - Countinghouse');
  });

  test('never redirects to another site, whatever the address says', async () => {
    await goTo('/login?redirect=https%3A%2F%2Fevil.example%2F%23%2Forder%2Flist');
    await fillLogin(visitor, demoShop);
    await expectAt('/dashboard');
  });

  test('returns from an external login through the login page', async () => {
    await goTo('/auth-redirect?redirect=%2Fmoneylog');
    await visitor.page.waitForURL((url) => url.hash.startsWith('#/login?redirect='));
    await fillLogin(visitor, demoShop);
    await expectAt('/moneylog');
  });

  test('redirects a logged-in user from the login pages to the dashboard, and from an unknown page to 404', async () => {
    const { page, translate } = visitor;
    await visitor.context.addCookies((await stage.loggedIn()).cookies);
    await page.goto(stage.baseUrl);
    await expectAt('/dashboard');
    for (const open of ['/login', '/register', '/']) {
      await goTo(open);
      await expectAt('/dashboard');
    }
    await goTo('/nowhere');
    await expectAt('/404');
    await expectHeading(translate(frameWords, 'not_found_title'));
    await page.getByRole('button', { name: translate(frameWords, 'go_home') }).click();
    await expectAt('/dashboard');
    await goTo('/redirect/moneylog?type=recharge');
    await expectAt('/moneylog?type=recharge');
  });

  test('keeps an operator, who has no wallet, out of the wallet’s screens', async () => {
    const { page, translate } = visitor;
    await goTo('/moneylog');
    await fillLogin(visitor, { account: 'operator', password: DEMO_PASSWORD });
    await expectAt('/401');
    await expectHeading(translate(frameWords, 'not_allowed_title'));
    const links = page.getByRole('navigation', { name: translate(frameWords, 'menu') }).getByRole('link');
    // Only the operator's screens, those of the groups that are open. Nothing with a wallet.
    expect(await links.allTextContents()).toEqual([
      'Overview',
      'Approvals',
      'Members',
      'Certifications',
      'Cards',
      'Announcements',
      'Orders',
      'Withdrawals and payouts',
      'Reconciliation',
      'Books',
    ]);
  });
});

describe('logging in', () => {
  test('reports a wrong password and keeps what was typed', async () => {
    const { page, translate } = visitor;
    await page.goto(stage.baseUrl);
    await fillLogin(visitor, { account: 'demo_shop', password: 'Wrong1234' });
    const fault = page.getByRole('alert').getByText(translate(userTexts, 'login_wrong'));
    await fault.waitFor();
    // At the form: above its button, with the password ready to be typed again.
    expect(await page.getByRole('form').getByRole('alert').count()).toBe(1);
    const button = await page
      .getByRole('button', { name: translate(userScreenWords, 'login'), exact: true })
      .boundingBox();
    expect((await fault.boundingBox())?.y).toBeLessThan(button?.y ?? 0);
    await expectFocus(page.getByLabel(translate(userScreenWords, 'password'), { exact: true }));
    expect(await page.getByLabel(translate(userScreenWords, 'account')).inputValue()).toBe('demo_shop');
    await fillLogin(visitor, demoShop);
    await accountButton(visitor).waitFor();
  });

  test('keeps what was typed when the language changes, and remembers the language', async () => {
    const { page } = visitor;
    await page.goto(stage.baseUrl);
    await page.getByLabel(userScreenWords.account.en).fill('half typed');
    await page.getByRole('button', { name: languageNames.zh }).click();
    await expectHeading('登录 Countinghouse');
    expect(await page.getByLabel(userScreenWords.account.zh).inputValue()).toBe('half typed');
    await page.reload();
    await expectHeading('登录 Countinghouse');
    expect(await page.title()).toBe('登录 - Countinghouse');
  });

  test('ends with the account menu; a page then asks for the login again', async () => {
    const { page, translate } = visitor;
    await logIn(visitor, stage.baseUrl, demoShop);
    await accountButton(visitor).click();
    await page.getByRole('menuitem', { name: translate(frameWords, 'log_out') }).click();
    await expectHeading(translate(userScreenWords, 'login_title', { name: 'Countinghouse' }));
    await goTo('/moneylog');
    await expectAt('/login?redirect=%2Fmoneylog');
  });
});

describe('registration', () => {
  const fill = async (name: keyof typeof userScreenWords, value: string) =>
    visitor.page.getByLabel(visitor.translate(userScreenWords, name), { exact: true }).fill(value);

  test('needs a free name, an SMS code and a password; the new account is then empty and shows the next steps', async () => {
    const { page, translate } = visitor;
    await goTo('/register');
    await fill('username', 'demo_shop');
    await page.getByText(translate(userTexts, 'username_taken')).waitFor();
    await fill('username', 'night_owl');
    await page.getByText(translate(userScreenWords, 'username_free')).waitFor();
    await fill('mobile', '13912345678');
    await page.getByRole('button', { name: translate(userScreenWords, 'send_code') }).click();
    await page.getByText(translate(userScreenWords, 'code_sent', { mobile: '13912345678' })).waitFor();
    await fill('sms_code', await codeFor('13912345678'));
    await fill('password', 'Night1234');
    await fill('confirm_password', 'Night12345');
    await page.getByRole('button', { name: translate(userScreenWords, 'register'), exact: true }).click();
    await page.getByText(translate(userTexts, 'passwords_differ')).waitFor();
    await fill('confirm_password', 'Night1234');
    await page.getByRole('button', { name: translate(userScreenWords, 'register'), exact: true }).click();
    await expectAt('/dashboard');

    await expectHeading(translate(dashboardWords, 'welcome', { name: 'night_owl' }));
    await page.getByText(translate(dashboardWords, 'no_release')).waitFor();
    await page.getByText(translate(dashboardWords, 'pay_password'), { exact: true }).waitFor();
    await openScreen(visitor, translate(orderScreenWords, 'orders'));
    await page.getByText(translate(orderScreenWords, 'empty_title')).waitFor();
    await openScreen(visitor, translate(ledgerScreenWords, 'money_log'));
    await page.getByText(translate(ledgerScreenWords, 'empty_title')).waitFor();
    await openScreen(visitor, translate(channelScreenWords, 'channels'));
    await page.getByText('sandbox_qr').waitFor();
  });

  test.each(['night_owl', '13912345678'])('lets %s log in', async (account) => {
    await logIn(visitor, stage.baseUrl, { account, password: 'Night1234' });
    await expectHeading(visitor.translate(dashboardWords, 'welcome', { name: 'night_owl' }));
  });

  test('reports that it is closed, and goes to the login after two seconds, which does not offer it', async () => {
    const { page, translate } = visitor;
    const login = translate(userScreenWords, 'login_title', { name: 'Countinghouse' });
    const registerLink = page.getByRole('link', { name: translate(userScreenWords, 'to_register') });
    await goTo('/login?redirect=%2Fmoneylog');
    await registerLink.waitFor();
    await setPlatform(stage.server, { registrationOpen: false });
    try {
      // The open page still offers it; the next page no longer does.
      await registerLink.click();
      await expectHeading(translate(userScreenWords, 'closed_title'));
      expect(await page.getByRole('textbox').count()).toBe(0);
      await page.getByRole('link', { name: translate(userScreenWords, 'back_to_login') }).waitFor();
      await expectHeading(login);
      await expectAt('/login?redirect=%2Fmoneylog');
      expect(await registerLink.count()).toBe(0);

      // On a fresh load the page no longer offers it even before any script has loaded.
      await page.route('**/assets/*.js', (route) => route.abort());
      await page.goto('about:blank');
      await page.goto(stage.baseUrl);
      await expectHeading(login);
      expect(await registerLink.count()).toBe(0);
      await page.unrouteAll();
      visitor.faults();
      await goTo('/register?redirect=%2Fmoneylog');
      await page.reload();
      await expectHeading(translate(userScreenWords, 'closed_title'));
      await expectHeading(login);
      await fillLogin(visitor, demoShop);
      await expectAt('/moneylog');
    } finally {
      await setPlatform(stage.server, { registrationOpen: true });
    }
  });
});

test('a page that is reloaded before it knows the user keeps the login', async () => {
  const { page, translate } = visitor;
  const requests = Promise.withResolvers<void>();
  let first = true;
  // The first request is never answered, because the page reloads before.
  await page.route('**/api/user/info', async (route) => {
    if (!first) return route.continue();
    first = false;
    requests.resolve();
  });
  await logIn(visitor, stage.baseUrl, demoShop);
  await requests.promise;
  await page.reload();
  await expectHeading(translate(dashboardWords, 'welcome', { name: 'Lantern Market' }));
});

test('a session that ended elsewhere opens a dialog: stay on the page, or log in again', async () => {
  const { page, translate, context } = visitor;
  await logIn(visitor, stage.baseUrl, demoShop);
  await openScreen(visitor, translate(orderScreenWords, 'orders'));
  await page.getByRole('button', { name: 'Refresh' }).waitFor();
  const { cookies } = await context.storageState();
  const token = cookies.find(({ name }) => name === 'Admin-Token')?.value ?? '';
  const other = await stage.browser.newContext({ storageState: await context.storageState() });
  expect(
    await (
      await other.request.post(`${stage.baseUrl}/api/user/logout`, { headers: { 'X-Token': token }, data: {} })
    ).json(),
  ).toMatchObject({ code: 1 });
  await other.close();

  // The dialog opens by itself, and once.
  const dialog = page.getByRole('dialog', { name: translate(frameWords, 'logged_out_title') });
  await dialog.getByRole('button', { name: translate(frameWords, 'cancel') }).click();
  await dialog.waitFor({ state: 'detached' });
  // The page still shows its rows.
  await page.getByRole('row').filter({ hasText: 'LM0' }).first().waitFor();

  await page.getByRole('button', { name: 'Refresh' }).click();
  await dialog.getByRole('button', { name: translate(frameWords, 'log_in_again') }).click();
  await expectAt('/login?redirect=%2Forder%2Flist');
  await fillLogin(visitor, demoShop);
  await expectAt('/order/list');
});

/** The code in the newest message to this number. */
async function codeFor(mobile: string): Promise<string> {
  const messages = (await readFile(join(stage.server.dataDir, 'outbox.jsonl'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { channel: string; to: string; event: string; code: string; text: string });
  const found = messages.findLast(({ to, event }) => to === mobile && event === 'register');
  expect(found?.text).toContain(found?.code);
  return found?.code ?? '';
}
