/**
 * Every screen in every language, in the light and in the dark, on a desk and on a phone: nothing goes wrong in the browser,
 * and nothing stands in the way of those who read with more than their eyes.
 */
import { AxeBuilder } from '@axe-core/playwright';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { DEMO_PASSWORD, DEMO_SHOP_KEY } from '#database/demo/people.ts';
import { languages } from '#foundation/core/words.ts';
import { certificationTitles } from '#features/certifications/screen-titles.ts';
import { channelScreenWords } from '#features/channels/screen-words.ts';
import { dashboardWords } from '#features/dashboard/screen-words.ts';
import { ledgerScreenWords } from '#features/ledger/screen-words.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { profileTitles } from '#features/profiles/screen-titles.ts';
import { cashierWords } from '#features/upstreams/words.ts';
import { accountTitles } from '#features/users/account-titles.ts';
import { logTitles } from '#features/users/log-titles.ts';
import { userScreenWords } from '#features/users/screen-words.ts';
import { startServer, type TestServer } from './server-for-tests.ts';
import { openShop, payBySandbox, type Shop } from './shop-for-tests.ts';
import { frameWords, logIn, openScreen, rowOf, visit, type Visitor } from './visitor-for-tests.ts';

const demoShop = { account: 'demo_shop', password: DEMO_PASSWORD };

let browser: Browser;
let shop: Shop;
let server: TestServer;

beforeAll(async () => {
  browser = await chromium.launch(inject('browser'));
  shop = await openShop({ merchantNo: '20000001', key: DEMO_SHOP_KEY });
  server = await startServer({ from: inject('demoFolder'), env: { DEMO: 'on', OUTBOUND_ALLOW: shop.host } });
  await shop.connect(server.baseUrl);
});

afterAll(async () => {
  await browser?.close();
  await server?.remove();
  await shop?.stop();
  expect(server.errors()).toEqual([]);
});

let orders = 0;
const create = () =>
  shop
    .client('HMAC-SHA256')
    .payCreate({ orderNo: `PAGE-${(orders += 1)}`, amount: '88.00', channel: 'sandbox_qr', notifyUrl: shop.notifyUrl, subject: 'Jasmine tea' });

test('the menu offers the screens of this walk and no other', async () => {
  const visitor = await visit(browser, { baseUrl: server.baseUrl });
  await logIn(visitor, server.baseUrl, demoShop);
  const links = visitor.page.getByRole('navigation', { name: visitor.say(frameWords, 'menu') }).getByRole('link');
  expect((await links.allTextContents()).sort()).toEqual(titlesOf(visitor).sort());
  await visitor.close();
});

describe.each(languages)('a walk through all screens in %s', (language) => {
  test.each([1440, 390])('at %i px breaks no policy and logs no error', async (width) => {
    const visitor = await visit(browser, { baseUrl: server.baseUrl, language, width });
    const { page, say } = visitor;
    await page.goto(`${server.baseUrl}/#/register`);
    await page.getByRole('heading', { name: say(userScreenWords, 'register_title') }).waitFor();
    await logIn(visitor, `${server.baseUrl}/#/login`, demoShop);
    await page.getByRole('img', { name: /¥/ }).waitFor();
    for (const title of listTitlesOf(visitor)) {
      await openScreen(visitor, title);
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
      await rowOf(visitor, /\d/).first().waitFor();
    }
    for (const title of accountTitlesOf(visitor)) {
      await openScreen(visitor, title);
      await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    }
    await openScreen(visitor, say(orderScreenWords, 'orders'));
    await openOrder(visitor);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    // The calendar comes with its filter, which a narrow page folds away with the others.
    const filters = page.getByRole('search');
    if (visitor.narrow) await filters.getByRole('button', { expanded: false }).first().click();
    await filters.getByRole('button', { name: say(orderScreenWords, 'created'), exact: true }).click();
    await page.getByRole('dialog').getByRole('table').first().waitFor();
    await page.goto(`${server.baseUrl}/#/nowhere`);
    await page.getByRole('heading', { name: say(frameWords, 'not_found_title') }).waitFor();
    expect(visitor.faults()).toEqual([]);
    await visitor.close();
  });
});

describe.each([
  { dark: false, light: 'light' },
  { dark: true, light: 'dark' },
])('nothing stands in the way of assistive technology in the $light', ({ dark }) => {
  test.each([1440, 390])('at %i px', async (width) => {
    const visitor = await visit(browser, { baseUrl: server.baseUrl, width, dark });
    const { page, say } = visitor;
    const barriers: string[] = [];
    const look = async (where: string): Promise<void> => {
      const { violations } = await new AxeBuilder({ page }).analyze();
      barriers.push(...violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => `${where}: ${id}: ${html}: ${failureSummary ?? ''}`)));
    };

    await page.goto(`${server.baseUrl}/#/login`);
    await page.getByRole('heading', { name: say(userScreenWords, 'login_title', { name: 'Countinghouse' }) }).waitFor();
    await look('login');
    await page.goto(`${server.baseUrl}/#/register`);
    await page.getByRole('heading', { name: say(userScreenWords, 'register_title') }).waitFor();
    await look('register');

    await logIn(visitor, `${server.baseUrl}/#/login`, demoShop);
    await page.getByRole('img', { name: /¥/ }).waitFor();
    await page.getByText(say(dashboardWords, 'todo'), { exact: true }).waitFor();
    await look('dashboard');
    await openScreen(visitor, say(orderScreenWords, 'orders'));
    await rowOf(visitor, /LM09/).first().waitFor();
    await look('order list');
    await openOrder(visitor);
    await look('order drawer');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await openScreen(visitor, say(ledgerScreenWords, 'money_log'));
    await rowOf(visitor, /LM09/).first().waitFor();
    await look('money log');
    await openScreen(visitor, say(channelScreenWords, 'channels'));
    await rowOf(visitor, 'sandbox_qr').waitFor();
    await look('channel list');
    for (const title of accountTitlesOf(visitor)) {
      await openScreen(visitor, title);
      await page.getByRole('main').getByRole('button').first().waitFor();
      await look(title);
    }

    const [open, paid] = [await create(), await create()];
    await page.goto(open.payUrl);
    await page.getByText(say(cashierWords, 'amount_due')).waitFor();
    await look('cashier');
    await payBySandbox(paid.payUrl);
    await page.goto(paid.payUrl);
    await page.getByRole('heading', { name: say(cashierWords, 'paid_title') }).waitFor();
    await look('cashier, paid');
    expect(barriers).toEqual([]);
    await visitor.close();
  });
});

/** In the order of the menu: a screen that is added is missed here. */
function titlesOf(visitor: Visitor): string[] {
  return [visitor.say(dashboardWords, 'dashboard'), ...listTitlesOf(visitor), ...accountTitlesOf(visitor)];
}

function listTitlesOf({ say }: Visitor): string[] {
  return [say(orderScreenWords, 'orders'), say(ledgerScreenWords, 'money_log'), say(channelScreenWords, 'channels')];
}

function accountTitlesOf({ say }: Visitor): string[] {
  return [
    say(profileTitles, 'profile'),
    say(certificationTitles, 'certification'),
    say(accountTitles, 'password'),
    say(accountTitles, 'pay_password'),
    say(accountTitles, 'bind_google'),
    say(accountTitles, 'bind_phone'),
    say(logTitles, 'operation_log'),
  ];
}

/** The first paid order of the list, whatever the language. */
async function openOrder(visitor: Visitor): Promise<void> {
  const { page, say } = visitor;
  const [before = ''] = say(frameWords, 'open_row', { row: '\n' }).split('\n');
  await rowOf(visitor, /LM09/)
    .getByRole('button', { name: new RegExp(`^${before}`) })
    .first()
    .click();
  await page
    .getByRole('dialog', { name: say(orderScreenWords, 'order'), exact: true })
    .getByText(say(orderScreenWords, 'timeline'), { exact: true })
    .waitFor();
}
