/**
 * `npm run screenshots`: takes screenshots of every screen in four languages, on desktop (1440 px) and phone (390 px),
 * into `screenshots/`. They are for people to look at; nothing is compared. `npm run screenshots -- th 390 drawer` takes
 * again only those in Thai, at 390 px, whose name has "drawer". `npm run screenshots -- docs` takes only the pictures of
 * the documents, small, into `docs/pictures/`.
 */
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium } from 'playwright-core';
import sharp from 'sharp';
import { DEMO_PASSWORD, DEMO_SHOP_KEY, demoOperator } from '#database/demo/people.ts';
import { type Language, languages } from '#foundation/core/words.ts';
import { channelScreenWords } from '#features/channels/screen-words.ts';
import { dashboardWords } from '#features/dashboard/screen-words.ts';
import { ledgerScreenWords } from '#features/ledger/screen-words.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { cashierWords } from '#features/upstreams/words.ts';
import { userScreenWords } from '#features/accounts/screen-words.ts';
import { findOrInstallBrowser } from '#scripts/browser.mjs';
import { ensureConsoleBuilt } from '#scripts/console-build.mjs';
import { accountShots, loginShots, resetShots } from './account-shots.ts';
import { agentShots } from './agent-shots.ts';
import { makeDemoFolder } from './demo-for-tests.ts';
import { bindAuthenticator, guarded, stayAtClosedRegistration } from './public-pages-for-tests.ts';
import { inApp } from './app-for-tests.ts';
import { operatorShots } from './operator-shots.ts';
import { removeFolder, startServer, type TestServer } from './server-for-tests.ts';
import { openShop, payBySandbox } from './shop-for-tests.ts';
import { goTo, pageShot, type Shot } from './shots.ts';
import { stateShots } from './state-shots.ts';
import { accountButton, fillLogin, frameWords, logIn, rowOf, visit, type Visitor } from './visitor-for-tests.ts';

const folder = fileURLToPath(new URL('../screenshots/', import.meta.url));
const pictures = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const asked = process.argv.slice(2);
const askedLanguages = languages.filter((language) => asked.includes(language));
const askedWidths = [1440, 390].filter((width) => asked.includes(String(width)));
const askedNames = asked.filter((text) => !/^(?:en|zh|es|th|1440|390|docs)$/.test(text));
const widths = askedWidths.length > 0 ? askedWidths : [1440, 390];
/** The demo's shop. */
const SHOP_NO = '20000001';
/** A user whose password was given by somebody else, once `askForMore` has run. */
const given = { account: 'demo_shop2', password: DEMO_PASSWORD };
/** Of the documents' pictures: a page shows them at about two thirds of it. */
const PICTURE_WIDTH = 1200;

await ensureConsoleBuilt(process.execPath);
const { executablePath, args } = await findOrInstallBrowser();
const demoFolder = await makeDemoFolder();
const server = await startServer({ from: demoFolder, env: { DEMO: 'on' } });
const browser = await chromium.launch({ executablePath, args });
try {
  await proposeReversal(browser, server);
  await (process.argv.includes('docs') ? takePictures(browser, server) : takeAll(browser, server));
} finally {
  await browser.close();
  await server.remove();
  await removeFolder(demoFolder);
}

async function takeAll(browser: Browser, server: TestServer): Promise<void> {
  if (asked.length === 0) await rm(folder, { recursive: true, force: true });
  const pages = await payPages(server);
  await askForMore(browser, server);
  for (const language of askedLanguages.length > 0 ? askedLanguages : languages) {
    for (const width of widths) {
      const visitor = await visit(browser, { baseUrl: server.baseUrl, language, width });
      await take(visitor, width, [...publicShots(server), ...resetShots(server)]);
      await logIn(visitor, `${server.baseUrl}/#/login`, { account: 'demo_shop', password: DEMO_PASSWORD });
      await take(visitor, width, [...memberShots(server), ...accountShots(server), ...stateShots(server)]);
      await visitor.close();
      const entering = await visit(browser, { baseUrl: server.baseUrl, language, width });
      await take(entering, width, loginShots(server, { guarded, given }));
      await entering.close();
      const agent = await visit(browser, { baseUrl: server.baseUrl, language, width });
      await logIn(agent, server.baseUrl, { account: 'demo_agent', password: DEMO_PASSWORD });
      await take(agent, width, agentShots(server));
      await agent.close();
      const newcomer = await visit(browser, { baseUrl: server.baseUrl, language, width });
      await logIn(newcomer, server.baseUrl, { account: 'demo_new', password: DEMO_PASSWORD });
      await take(newcomer, width, emptyShots(server));
      await newcomer.close();
      const payer = await visit(browser, { baseUrl: server.baseUrl, language, width });
      await take(payer, width, cashierShots(server, language, pages));
      await payer.close();
      const operator = await visit(browser, { baseUrl: server.baseUrl, language, width });
      await logIn(operator, server.baseUrl, { account: demoOperator, password: DEMO_PASSWORD });
      await take(operator, width, operatorShots(server));
      await operator.close();
    }
  }
  if (askedLanguages.length === 0) await takeDark(browser, server);
  await takeClosed(browser, server);
  console.log(`The screenshots are in ${folder}`);
}

async function takeDark(browser: Browser, server: TestServer): Promise<void> {
  for (const width of widths) {
    const visitor = await visit(browser, { baseUrl: server.baseUrl, width, dark: true });
    const dark = (shots: Shot[]): Shot[] => shots.map((shot) => ({ ...shot, name: `${shot.name}-dark` }));
    await take(visitor, width, dark([...publicShots(server), ...resetShots(server)]));
    await logIn(visitor, `${server.baseUrl}/#/login`, { account: 'demo_shop', password: DEMO_PASSWORD });
    await take(visitor, width, dark([...memberShots(server), ...accountShots(server)]));
    await visitor.close();
  }
}

/** The demo has no open proposal: an operator proposes to reverse the shop's newest paid order. */
async function proposeReversal(browser: Browser, server: TestServer): Promise<void> {
  const visitor = await visit(browser, { baseUrl: server.baseUrl });
  await logIn(visitor, server.baseUrl, { account: 'operator2', password: DEMO_PASSWORD });
  const context = visitor.page.context();
  const token = (await context.cookies()).find(({ name }) => name === 'Admin-Token')?.value ?? '';
  const call = async (path: string, data: object) => {
    const answer = await context.request.post(`${server.baseUrl}/api${path}`, { data, headers: { 'X-Token': token } });
    return (await answer.json()) as { code: number; msg: string; data?: { list: readonly { systemNo: string }[] } };
  };
  const { data } = await call('/operator/order/list', { memberNo: SHOP_NO, status: 'success', limit: 1 });
  const { code, msg } = await call('/operator/order/reverse', {
    memberNo: SHOP_NO,
    orderNo: data?.list[0]?.systemNo,
    reason: 'The bank has charged it back',
    forced: true,
  });
  if (code !== 1) throw new Error(`the reversal was not proposed: ${msg}`);
  await visitor.close();
}

/** From then on one login has a second step, and one a password to replace. */
async function askForMore(browser: Browser, server: TestServer): Promise<void> {
  const { baseUrl } = server;
  await bindAuthenticator({
    browser,
    baseUrl,
    loggedIn: async (account = guarded) => {
      const visitor = await visit(browser, { baseUrl });
      await logIn(visitor, baseUrl, account);
      const state = await visitor.context.storageState();
      await visitor.close();
      return state;
    },
  });
  await inApp(server, ({ rows }) =>
    rows('update users set must_change_password = true where username = $1', [given.account]),
  );
}

/** The documents' pictures, in English. */
async function takePictures(browser: Browser, server: TestServer): Promise<void> {
  await mkdir(pictures, { recursive: true });
  const operator = await visit(browser, { baseUrl: server.baseUrl, width: PICTURE_WIDTH });
  await logIn(operator, server.baseUrl, { account: demoOperator, password: DEMO_PASSWORD });
  for (const { picture, to, whole } of operatorShots(server)) {
    if (picture === undefined) continue;
    await to?.(operator);
    await whole(operator).first().waitFor();
    const shot = await operator.page.screenshot({ animations: 'disabled' });
    await sharp(shot)
      .webp({ quality: 60, effort: 6 })
      .toFile(join(pictures, `${picture}.webp`));
  }
  await operator.close();
  console.log(`The pictures are in ${pictures}`);
}

/** Last, because it changes what every visitor sees. */
async function takeClosed(browser: Browser, server: TestServer): Promise<void> {
  await inApp(server, ({ db, platform }) =>
    db.transaction((tx) => platform.setSettings(tx, { registrationOpen: false })),
  );
  // A running server picks it up within a second.
  await pause(1_500);
  for (const width of widths) {
    const visitor = await visit(browser, { baseUrl: server.baseUrl, width });
    await stayAtClosedRegistration(visitor);
    await take(visitor, width, [
      {
        name: 'register-closed',
        to: goTo(server, '/register'),
        whole: ({ page, translate }) => page.getByRole('heading', { name: translate(userScreenWords, 'closed_title') }),
      },
    ]);
    await visitor.close();
  }
}

async function take(visitor: Visitor, width: number, shots: readonly Shot[]): Promise<void> {
  const target = join(folder, visitor.language, String(width));
  await mkdir(target, { recursive: true });
  for (const { name, to, whole, after } of shots) {
    if (askedNames.length > 0 && !askedNames.some((text) => name.includes(text))) continue;
    try {
      await to?.(visitor);
      await whole(visitor).first().waitFor();
    } catch (error) {
      // Its picture shows what was there instead.
      console.error(`${visitor.language} ${width} ${name}:`, error);
      process.exitCode = 1;
    }
    await visitor.page.screenshot({
      path: join(target, `${name}.png`),
      animations: 'disabled',
      fullPage: isFullPage(name, visitor),
    });
    await after?.(visitor);
    // The browser reports the 404 of an invalid address, and the calls that a state makes fail.
    for (const fault of visitor.faults().filter(() => !/invalid|state-/.test(name)))
      console.error(`${visitor.language} ${width} ${name}: ${fault}`);
  }
}

/** Whether to take the full page. Overlays, and lists on desktop, are taken as the window shows them. */
function isFullPage(name: string, { narrow }: Visitor): boolean {
  return narrow
    ? !/drawer|calendar|menu|settings|search|notices/.test(name)
    : /login|register|reset|cashier|profile|certification|password|bind/.test(name);
}

function publicShots(server: TestServer): Shot[] {
  const title = ({ page, translate }: Visitor) =>
    page.getByRole('heading', { name: translate(userScreenWords, 'login_title', { name: 'Countinghouse' }) });
  return [
    pageShot(server, '07-join', `/join?token=${'x'.repeat(43)}`),
    { name: '01-login', to: goTo(server, '/login'), whole: title },
    {
      name: '02-login-wrong',
      to: (visitor) => fillLogin(visitor, { account: 'nobody_here', password: 'Wrong1234' }),
      whole: ({ page }) => page.getByRole('alert'),
    },
    {
      name: '03-register',
      to: goTo(server, '/register'),
      whole: ({ page, translate }) => page.getByRole('heading', { name: translate(userScreenWords, 'register_title') }),
    },
    {
      name: '04-register-errors',
      to: async ({ page, translate }) => {
        await page.getByLabel(translate(userScreenWords, 'username'), { exact: true }).fill('demo_shop');
        await page.getByLabel(translate(userScreenWords, 'password'), { exact: true }).fill('Lantern7');
        await page.getByRole('button', { name: translate(userScreenWords, 'register'), exact: true }).click();
      },
      whole: ({ page }) => page.getByRole('meter'),
    },
  ];
}

function memberShots(server: TestServer): Shot[] {
  const chart = ({ page }: Visitor) => page.getByRole('img', { name: /¥/ });
  const row = (text: string | RegExp) => (visitor: Visitor) => rowOf(visitor, text);
  const dialogText =
    (name: keyof typeof orderScreenWords) =>
    ({ page, translate }: Visitor) =>
      page.getByRole('dialog').getByText(translate(orderScreenWords, name), { exact: true });
  const openRow = (list: string, status: keyof typeof orderScreenWords) => async (visitor: Visitor) => {
    await goTo(server, list)(visitor);
    const [before = ''] = visitor.translate(frameWords, 'open_row', { row: '\n' }).split('\n');
    // A row on a phone says nothing of a delivered callback.
    await rowOf(visitor, /LM0/)
      .filter({ hasText: visitor.narrow ? '' : visitor.translate(orderScreenWords, status) })
      .first()
      .getByRole('button', { name: new RegExp(`^${before}`) })
      .click();
  };
  return [
    { name: '10-dashboard', to: goTo(server, '/dashboard'), whole: chart },
    { name: '11-dashboard-30-days', to: goTo(server, '/dashboard?days=30'), whole: chart },
    {
      name: '12-dashboard-table',
      to: goTo(server, '/dashboard?days=7&view=table'),
      whole: ({ page, translate }) => page.getByRole('rowheader', { name: translate(dashboardWords, 'total') }),
    },
    { name: '20-orders', to: goTo(server, '/order/list'), whole: row(/LM0/) },
    {
      name: '21-orders-filtered',
      to: goTo(server, '/order/list?status=success&created=last7&amount=100..500'),
      whole: row(/LM0/),
    },
    {
      name: '22-orders-calendar',
      to: async (visitor) => {
        await goTo(server, '/order/list')(visitor);
        if (visitor.narrow)
          await visitor.page.getByRole('search').getByRole('button', { expanded: false }).first().click();
        await visitor.page
          .getByRole('search')
          .getByRole('button', { name: visitor.translate(orderScreenWords, 'created'), exact: true })
          .click();
      },
      whole: ({ page }) => page.getByRole('dialog').getByRole('table'),
    },
    {
      name: '23-orders-none',
      to: goTo(server, '/order/list?q=NOTHING'),
      whole: ({ page }) => page.getByRole('status').getByRole('button'),
    },
    {
      name: '24-order-drawer',
      to: openRow('/order/list?status=success', 'notify_delivered'),
      whole: dialogText('timeline'),
    },
    {
      name: '25-order-drawer-failed',
      to: openRow('/order/list?notify=failed', 'notify_failed'),
      whole: dialogText('callbacks'),
    },
    {
      name: '26-order-resend-drawer',
      to: async ({ page, translate }) =>
        page
          .getByRole('dialog')
          .getByRole('button', { name: translate(orderScreenWords, 'resend') })
          .click(),
      whole: ({ page, translate }) => page.getByRole('dialog', { name: translate(orderScreenWords, 'resend_title') }),
    },
    { name: '30-money-log', to: goTo(server, '/moneylog'), whole: row(/LM0/) },
    { name: '31-money-log-filtered', to: goTo(server, '/moneylog?type=recharge&range=last30'), whole: row(/RC-/) },
    pageShot(server, '40-channels', '/channel/list'),
    {
      name: '90-not-found',
      to: goTo(server, '/nowhere'),
      whole: ({ page, translate }) => page.getByRole('heading', { name: translate(frameWords, 'not_found_title') }),
    },
    {
      name: '91-menu',
      to: (visitor) =>
        (visitor.narrow
          ? visitor.page.getByRole('button', { name: visitor.translate(frameWords, 'menu_open') })
          : accountButton(visitor)
        ).click(),
      whole: ({ page, translate, narrow }) =>
        narrow
          ? page.getByRole('navigation', { name: translate(frameWords, 'menu') })
          : page.getByRole('menuitem', { name: translate(frameWords, 'log_out') }),
    },
  ];
}

function emptyShots(server: TestServer): Shot[] {
  return [
    pageShot(server, '50-empty-dashboard', '/dashboard'),
    {
      name: '51-empty-orders',
      to: goTo(server, '/order/list'),
      whole: ({ page, translate }) => page.getByText(translate(orderScreenWords, 'empty_title')),
    },
    {
      name: '52-empty-money-log',
      to: goTo(server, '/moneylog'),
      whole: ({ page, translate }) => page.getByText(translate(ledgerScreenWords, 'empty_title')),
    },
    {
      name: '53-channels-of-a-newcomer',
      to: goTo(server, '/channel/list'),
      whole: ({ page, translate }) => page.getByRole('heading', { name: translate(channelScreenWords, 'channels') }),
    },
    pageShot(server, '54-empty-payouts', '/repay/index?tab=payouts'),
    pageShot(server, '54-empty-batches', '/repay/index?tab=batches'),
    pageShot(server, '54-empty-withdraw', '/repay/apply'),
    pageShot(server, '54-empty-upload', '/repay/batchApply'),
    pageShot(server, '55-empty-cards', '/repay/bankcard'),
    pageShot(server, '55-empty-statement', '/order/reconciliation'),
    pageShot(server, '55-empty-certification', '/user/auth'),
    pageShot(server, '55-empty-pay-password', '/user/paypassword'),
    pageShot(server, '56-empty-downloads', '/user/downloads'),
    pageShot(server, '56-empty-schedules', '/user/downloads?tab=schedules'),
    pageShot(server, '56-empty-recharge', '/user/recharge'),
    pageShot(server, '56-empty-notices', '/notices'),
    pageShot(server, '57-empty-api', '/channel/api'),
    pageShot(server, '57-empty-api-requests', '/channel/api?tab=requests'),
    pageShot(server, '57-empty-api-callbacks', '/channel/api?tab=callbacks'),
  ];
}

type PayPages = Readonly<Record<'qr' | 'bank' | 'left' | 'paid' | 'failed' | 'expired', string>>;

function cashierShots(server: TestServer, language: Language, pages: PayPages): Shot[] {
  const shot = (name: string, url: string, phrase: keyof typeof cashierWords): Shot => ({
    name,
    to: async ({ page }) => void (await page.goto(`${url}?lang=${language}`)),
    whole: ({ page, translate }) => page.getByText(translate(cashierWords, phrase)),
  });
  return [
    shot('60-cashier-qr', pages.qr, 'amount_due'),
    shot('61-cashier-bank', pages.bank, 'amount_due'),
    shot('62-cashier-paid', pages.paid, 'paid_title'),
    shot('63-cashier-failed', pages.failed, 'failed_title'),
    shot('64-cashier-expired', pages.expired, 'expired_title'),
    shot('65-cashier-left', `${pages.left}/leave`, 'left_title'),
    shot('66-cashier-invalid', `${server.baseUrl}/cashier/nothing`, 'invalid_title'),
  ];
}

/** Creates a payment page in each state. */
async function payPages(server: TestServer): Promise<PayPages> {
  const shop = await openShop({ merchantNo: '20000001', key: DEMO_SHOP_KEY });
  await shop.connect(server.baseUrl);
  const create = async (
    orderNo: string,
    channel: string,
    amount: string,
    more: { expireMinutes?: number; returnUrl?: string } = {},
  ): Promise<string> => {
    const order = {
      orderNo,
      amount,
      channel,
      notifyUrl: `${server.baseUrl}/demo/shop/notify`,
      subject: 'Set of two cups, hand thrown',
      expireMinutes: 120,
      ...more,
    };
    return (await shop.client('HMAC-SHA256').payCreate(order)).payUrl;
  };
  const pages = {
    expired: await create('SHOT-EXPIRED', 'sandbox_qr', '15.00', { expireMinutes: 1 }),
    qr: await create('SHOT-QR', 'sandbox_qr', '188.80'),
    bank: await create('SHOT-BANK', 'sandbox_bank', '12345.67'),
    left: await create('SHOT-LEFT', 'sandbox_h5', '64.00'),
    paid: await create('SHOT-PAID', 'sandbox_qr', '88.00', { returnUrl: shop.returnUrl }),
    failed: await create('SHOT-FAILED', 'sandbox_wallet', '45.50'),
  };
  await payBySandbox(pages.paid);
  await fetch(`${pages.failed}/fail`, { method: 'POST' });
  const statusOf = async (url: string) =>
    ((await (await fetch(`${url}/status`)).json()) as { data: { status: string } }).data.status;
  console.log('Waiting a minute for a payment page to expire …');
  while ((await statusOf(pages.expired)) === 'open') await pause(1_000);
  await shop.stop();
  return pages;
}
