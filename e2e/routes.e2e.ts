/**
 * The route table in the browser: which pages each role can open, under which title and menu group, and which it
 * cannot.
 */
import { afterEach, expect, test } from 'vitest';
import { DEMO_PASSWORD, demoOperator } from '#database/demo/people.ts';
import { expectAddress } from './navbar-for-tests.ts';
import { demoShop, demoStage } from './demo-stage-for-tests.ts';
import { accountButton, fillLogin, logIn, openGroups, type Account, type Visitor } from './visitor-for-tests.ts';

const stage = demoStage();
const demoAgent: Account = { account: 'demo_agent', password: DEMO_PASSWORD };
const operator: Account = { account: demoOperator, password: DEMO_PASSWORD };

let visitor: Visitor;
afterEach(async () => {
  const faults = visitor.faults();
  await visitor.close();
  expect(faults).toEqual([]);
});

interface Route {
  path: string;
  title: string;
  /** Default: the title. */
  heading?: string;
  /** The menu group. */
  group: string | undefined;
  members: boolean;
}

const route = (path: string, title: string, group: string | undefined, members = false): Route => ({
  path,
  title,
  group,
  members,
});
/** In menu order. */
const routes: readonly Route[] = [
  route('/dashboard', 'Home', undefined, true),
  route('/order/list', 'Orders', undefined, true),
  route('/moneylog', 'Money log', 'Balance', true),
  route('/user/recharge', 'Recharge', 'Balance', true),
  route('/repay/apply', 'Withdraw', 'Balance', true),
  route('/order/reconciliation', 'Statement', 'Balance', true),
  { ...route('/repay/index', 'Repay statement', 'Payouts', true), heading: 'Payouts' },
  route('/repay/batchApply', 'Upload a batch', 'Payouts', true),
  route('/repay/batchApplyManual', 'Enter a batch', 'Payouts', true),
  route('/repay/bankcard', 'Bank cards', 'Payouts', true),
  route('/channel/list', 'Channel list', undefined, true),
  route('/channel/api', 'API', undefined, true),
  route('/user/profile', 'Profile', 'Account'),
  route('/user/auth', 'Certification', 'Account', true),
  route('/user/password', 'Login password', 'Account'),
  route('/user/paypassword', 'Payment password', 'Account', true),
  route('/user/bindgoogle', 'Google Authenticator', 'Account'),
  route('/user/bindphone', 'Mobile number', 'Account'),
  route('/user/logs', 'Operation log', 'Account'),
  route('/user/downloads', 'Downloads', 'Account'),
];
/** Only for agents, above the account's group. */
const agentRoutes: readonly Route[] = [
  route('/agent/detail', 'Agency overview', 'Agent'),
  route('/agent/adduser', 'Add member', 'Agent'),
  route('/agent/userlist', 'Members', 'Agent'),
  route('/agent/orderList', 'Member orders', 'Agent'),
  route('/agent/commission', 'Commission statement', 'Agent'),
];
const routesOfAgent = routes.toSpliced(
  routes.findIndex(({ group }) => group === 'Account'),
  0,
  ...agentRoutes,
);
const open = routes.filter(({ members }) => !members);
/** Only for operators, above all others. */
const start = route('/operator/overview', 'Overview', undefined);
const routesOfOperator = [
  start,
  route('/operator/approvals', 'Approvals', undefined),
  route('/operator/members', 'Members', 'People'),
  route('/operator/certifications', 'Certifications', 'People'),
  route('/operator/cards', 'Cards', 'People'),
  route('/operator/announcements', 'Announcements', 'People'),
  route('/operator/orders', 'Orders', 'Money'),
  route('/operator/disbursements', 'Withdrawals and payouts', 'Money'),
  route('/operator/reconciliation', 'Reconciliation', 'Money'),
  route('/operator/books', 'Books', 'Money'),
  route('/operator/channels', 'Channels', 'Setup'),
  route('/operator/upstreams', 'Upstreams', 'Setup'),
  route('/operator/rates', 'Rates', 'Setup'),
  route('/operator/settings', 'Platform settings', 'Setup'),
  route('/operator/staff', 'Staff', 'Setup'),
  route('/operator/callbacks', 'Callbacks', 'Oversight'),
  route('/operator/gateway', 'Gateway', 'Oversight'),
  route('/operator/audit', 'Audit log', 'Oversight'),
  ...open,
];
/** Not in the menu. */
const batch = route('/repay/batch', 'Batch', 'Payouts', true);

/** Logs in with the open pages shown as tabs, and waits for the frame. */
async function openAs(account: Account): Promise<void> {
  visitor = await stage.visit({ storageState: await stage.loggedIn(account) });
  await visitor.page.addInitScript(`localStorage.setItem('settings', '{"tagsView":true}')`);
  await visitor.page.goto(stage.baseUrl);
  await accountButton(visitor).waitFor();
}

const goTo = (path: string) => visitor.page.evaluate(`location.hash = '#${path}'`);
const part = (name: string) => visitor.page.getByRole('navigation', { name, exact: true });

/** Compares each menu entry's group, title and address. */
async function expectMenu(expected: readonly Route[]): Promise<void> {
  await openGroups(visitor);
  const rows = part('Menu')
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => [
        link.closest('ul')?.closest('li')?.querySelector('button')?.textContent,
        link.textContent,
        link.getAttribute('href')?.split('#')[1],
      ]),
    );
  expect(await rows).toEqual(expected.map(({ group, title, path }) => [group, title, path]));
}

/** Opens the page by its address and checks document title, heading, active menu entry and breadcrumb. */
async function expectShown(
  { path, title, heading = title, group }: Route,
  { entry = title, from = 'Home' } = {},
): Promise<void> {
  const { page } = visitor;
  await goTo(path);
  await expect.poll(() => page.title()).toBe(`${title} - Countinghouse`);
  await expectAddress(page, path);
  // Waits for the new page's heading, not that of the previous page.
  await page
    .getByRole('heading', { name: path === '/dashboard' ? /^Welcome/ : heading, exact: true, level: 1 })
    .waitFor();
  expect([path, await part('Menu').locator('a[data-active]').allTextContents()]).toEqual([path, [entry]]);
  const line = group === undefined ? [title] : [group, title];
  const breadcrumb = line.includes(from) ? line : [from, ...line];
  expect([path, await part('You are here').getByRole('listitem').allTextContents()]).toEqual([path, breadcrumb]);
}

/** A screen of agents is unknown to all others. */
async function expectUnknown({ path }: Route): Promise<void> {
  await goTo(path);
  await expectAddress(visitor.page, '/404');
  await visitor.page.getByRole('heading', { name: 'Page not found', level: 1 }).waitFor();
}

async function expectClosed({ path }: Route): Promise<void> {
  await goTo(path);
  await expectAddress(visitor.page, '/401');
  await visitor.page.getByRole('heading', { name: 'You don’t have access to this page', level: 1 }).waitFor();
}

test.each([
  { ...demoShop, own: routes },
  { ...demoAgent, own: routesOfAgent },
])(
  '$account can open every route of its role under its title and group; each stays open as a tab, and only the dashboard is fixed and never kept',
  async ({ own, ...account }) => {
    await openAs(account);
    const { page } = visitor;
    await expectMenu(own);
    for (const each of own) await expectShown(each);
    await expectShown(batch, { entry: 'Repay statement' });

    const visited = [...own, batch].map(({ title }) => title);
    const tabs = part('Open pages').getByRole('listitem');
    await expect.poll(() => tabs.getByRole('link').allTextContents()).toEqual(visited);
    expect(
      await tabs
        .getByRole('button')
        .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label'))),
    ).toEqual(visited.slice(1).map((title) => `Close ${title}`));
    expect(await page.locator('h1').allTextContents()).toEqual(
      [...own, batch].map(({ title, heading = title }) => heading).slice(1),
    );
  },
);

test('an operator starts at a page of its own, can open all pages open to all roles, and gets 401 for member pages', async () => {
  await openAs(operator);
  await expectAddress(visitor.page, start.path);
  await expectMenu(routesOfOperator);
  for (const each of routesOfOperator) await expectShown(each, { from: start.title });
  for (const each of [...routes, batch].filter(({ members }) => members)) await expectClosed(each);
  for (const each of agentRoutes) await expectUnknown(each);
});

test('a second user who logs in on the same page sees nothing of the first: no entry, route, tab, figure or request', async () => {
  visitor = await stage.visit();
  const { page } = visitor;
  await page.addInitScript(`localStorage.setItem('settings', '{"tagsView":true}')`);
  await logIn(visitor, stage.baseUrl, demoAgent);
  await page.getByRole('heading', { name: /Blue Lotus Partners/, level: 1 }).waitFor();
  await goTo('/moneylog');
  await page
    .locator('tbody tr')
    .filter({ hasText: /[0-9]{16,}/ })
    .first()
    .waitFor();
  await accountButton(visitor).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('heading', { name: 'Log in to Countinghouse' }).waitFor();

  // The page is not reloaded: data that it still held would be shown for a moment.
  await page.evaluate(`window.leftover = [];
    const look = () => window.leftover.push(...(document.body.textContent.match(/Blue Lotus|[0-9]{16,}|Money log|Channel list/g) ?? []));
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })`);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url().replace(/^.*\/api/, '')));
  await fillLogin(visitor, operator);
  await accountButton(visitor).waitFor();
  await page.getByRole('heading', { name: start.title, level: 1 }).waitFor();
  await expectMenu(routesOfOperator);
  await expect.poll(() => part('Open pages').getByRole('link').allTextContents()).toEqual([start.title]);
  await expectClosed(route('/moneylog', 'Money log', undefined));
  expect(await page.evaluate('window.leftover')).toEqual([]);
  expect(requests.filter((path) => /^\/(dashboard|order|user\/moneylog|announcement|channel)/.test(path))).toEqual([]);
});
