/** Runs axe on every screen, on desktop and phone, in light and dark mode. */
import { beforeEach, afterEach, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#database/demo/people.ts';
import { dashboardWords } from '#features/dashboard/screen-words.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { cashierWords } from '#features/upstreams/words.ts';
import { barriersInAll, barriersWhenSmall } from './axe-for-tests.ts';
import {
  withRegistrationClosed,
  bindAuthenticator,
  visitPagesOutsideMenu,
  visitPublicPages,
} from './public-pages-for-tests.ts';
import { titlesOf, walkAgentScreens, walkScreens } from './screens-for-tests.ts';
import { payBySandbox } from './shop-for-tests.ts';
import { shopStage } from './demo-stage-for-tests.ts';
import { openOrder, type Visitor } from './visitor-for-tests.ts';

const stage = shopStage();
let visitor: Visitor;
let found: string[] = [];
const check = async (where: string): Promise<void> => void found.push(...(await barriersInAll(visitor, { where })));

beforeEach(async () => {
  found = [];
  visitor = await stage.visit();
});
afterEach(async () => {
  const faults = visitor.faults();
  await visitor.close();
  expect(faults).toEqual([]);
});

let orders = 0;
const create = () =>
  stage.shop.client('HMAC-SHA256').payCreate({
    orderNo: `PAGE-${(orders += 1)}`,
    amount: '88.00',
    channel: 'sandbox_qr',
    notifyUrl: stage.shop.notifyUrl,
    subject: 'Jasmine tea',
  });

test('the pages before the login have no accessibility violations', async () => {
  await bindAuthenticator(stage);
  await visitPublicPages(visitor, stage, check);
  await withRegistrationClosed(stage, [visitor], () => check('closed registration'));
  expect(found).toEqual([]);
});

test('the screens that no menu links to have no accessibility violations', async () => {
  await visitor.context.addCookies((await stage.loggedIn()).cookies);
  await visitor.page.goto(stage.baseUrl);
  // The two pages that only report an error are checked in 22.
  await visitPagesOutsideMenu(visitor, stage, async (where) =>
    where.startsWith('/repay/batch') ? check(where) : undefined,
  );
  expect(found).toEqual([]);
});

test('no screen of the menu has accessibility violations', async () => {
  const { page, translate } = visitor;
  await visitor.context.addCookies((await stage.loggedIn()).cookies);
  await page.goto(stage.baseUrl);
  const seen: string[] = [];
  await walkScreens(visitor, async (title) => {
    seen.push(title);
    await check(title);
    found.push(...(await barriersWhenSmall(visitor, title)));
    if (title !== translate(orderScreenWords, 'orders')) return;
    const drawer = await openOrder(visitor);
    await check('order drawer');
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
  });
  expect(seen).toEqual(titlesOf(visitor));
  expect(seen[0]).toBe(translate(dashboardWords, 'dashboard'));
  expect(found).toEqual([]);
});

test('no screen of an agent has accessibility violations', async () => {
  const account = { account: 'demo_agent', password: DEMO_PASSWORD };
  await visitor.context.addCookies((await stage.loggedIn(account)).cookies);
  await visitor.page.goto(stage.baseUrl);
  await walkAgentScreens(visitor, async (title) => {
    await check(title);
    found.push(...(await barriersWhenSmall(visitor, title)));
  });
  expect(found).toEqual([]);
});

test('the cashier has no accessibility violations', async () => {
  const { page, translate } = visitor;
  const [open, paid] = [await create(), await create()];
  await page.goto(open.payUrl);
  await page.getByText(translate(cashierWords, 'amount_due')).waitFor();
  await check('cashier');
  await payBySandbox(paid.payUrl);
  await page.goto(paid.payUrl);
  await page.getByRole('heading', { name: translate(cashierWords, 'paid_title') }).waitFor();
  await check('cashier, paid');
  expect(found).toEqual([]);
});
