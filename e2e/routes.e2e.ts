/**
 * The table of routes as a browser meets it: what each role reaches, under which title and group of the menu, and what
 * it does not.
 */
import { afterEach, expect, test } from 'vitest';
import { DEMO_PASSWORD, demoOperator } from '#database/demo/people.ts';
import { expectAddress } from './navbar-for-tests.ts';
import { demoShop, stageOfDemo } from './stage-for-tests.ts';
import { accountButton, fillLogin, logIn, type Account, type Visitor } from './visitor-for-tests.ts';

const stage = stageOfDemo();
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
  /** Of the menu. */
  group: string | undefined;
  members: boolean;
}

const route = (path: string, title: string, group: string | undefined, members = false): Route => ({
  path,
  title,
  group,
  members,
});
/** In the order of the menu, written out. */
const routes: readonly Route[] = [
  route('/dashboard', 'Dashboard', undefined, true),
  route('/order/list', 'Orders', undefined, true),
  route('/moneylog', 'Money log', undefined, true),
  route('/repay/index', 'Repay statement', 'Payouts', true),
  route('/repay/apply', 'Withdraw', 'Payouts', true),
  route('/repay/batchApply', 'Batch from a table', 'Payouts', true),
  route('/repay/batchApplyManual', 'Batch by hand', 'Payouts', true),
  route('/repay/bankcard', 'Bank cards', 'Payouts', true),
  route('/channel/list', 'Channel list', 'Channels', true),
  route('/user/recharge', 'Recharge', 'Account', true),
  route('/user/profile', 'Profile', 'Account'),
  route('/user/auth', 'Certification', 'Account', true),
  route('/user/password', 'Login password', 'Account'),
  route('/user/paypassword', 'Payment password', 'Account', true),
  route('/user/bindgoogle', 'Google Authenticator', 'Account'),
  route('/user/bindphone', 'Mobile number', 'Account'),
  route('/user/logs', 'Operation log', 'Account'),
];
const open = routes.filter(({ members }) => !members);
/** In no menu. */
const batch = route('/repay/batch', 'Batch', 'Payouts', true);

/** With the visited pages as tabs; ends when the shell stands. */
async function come(account: Account): Promise<void> {
  visitor = await stage.visit({ storageState: await stage.loggedIn(account) });
  await visitor.page.addInitScript(`localStorage.setItem('settings', '{"tagsView":true}')`);
  await visitor.page.goto(stage.baseUrl);
  await accountButton(visitor).waitFor();
}

const goTo = (path: string) => visitor.page.evaluate(`location.hash = '#${path}'`);
const part = (name: string) => visitor.page.getByRole('navigation', { name, exact: true });

/** Entry by entry: its group, its title, its address. */
async function expectMenu(expected: readonly Route[]): Promise<void> {
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

/** By the address alone: title of the document, heading, entry of the menu, the way back. */
async function expectShown({ path, title, group }: Route, { entry = title, from = 'Dashboard' } = {}): Promise<void> {
  const { page } = visitor;
  await goTo(path);
  await expect.poll(() => page.title()).toBe(`${title} - Countinghouse`);
  await expectAddress(page, path);
  // Its own, and not that of the page before.
  await page
    .getByRole('heading', { name: path === '/dashboard' ? /^Welcome/ : title, exact: true, level: 1 })
    .waitFor();
  expect([path, await part('Menu').locator('a[data-active]').allTextContents()]).toEqual([path, [entry]]);
  const line = group === undefined ? [title] : [group, title];
  const way = line.includes(from) ? line : [from, ...line];
  expect([path, await part('You are here').getByRole('listitem').allTextContents()]).toEqual([path, way]);
}

async function expectClosed({ path }: Route): Promise<void> {
  await goTo(path);
  await expectAddress(visitor.page, '/401');
  await visitor.page.getByRole('heading', { name: 'This page is not open to your account', level: 1 }).waitFor();
}

test.each([demoShop, demoAgent])(
  '$account reaches every route of members, each under its title and its group; each stays at hand, the dashboard alone affixed and never kept',
  async (account) => {
    await come(account);
    const { page } = visitor;
    await expectMenu(routes);
    for (const each of routes) await expectShown(each);
    await expectShown(batch, { entry: 'Repay statement' });

    const visited = [...routes, batch].map(({ title }) => title);
    const tabs = part('Open pages').getByRole('listitem');
    await expect.poll(() => tabs.getByRole('link').allTextContents()).toEqual(visited);
    expect(
      await tabs
        .getByRole('button')
        .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label'))),
    ).toEqual(visited.slice(1).map((title) => `Close ${title}`));
    expect(await page.locator('h1').allTextContents()).toEqual(visited.slice(1));
  },
);

test('an operator reaches what is open to everybody, from the first of it on, and what is the members’ leads to 401', async () => {
  await come(operator);
  await expectAddress(visitor.page, '/user/profile');
  await expectMenu(open);
  for (const each of open) await expectShown(each, { from: 'Profile' });
  for (const each of [...routes, batch].filter(({ members }) => members)) await expectClosed(each);
});

test('who logs in after somebody else in the same page has nothing of theirs: no entry, no route, no tab, no figure, no question', async () => {
  visitor = await stage.visit();
  const { page } = visitor;
  await page.addInitScript(`localStorage.setItem('settings', '{"tagsView":true}')`);
  await logIn(visitor, stage.baseUrl, demoAgent);
  await page.getByRole('heading', { name: /Blue Lotus Partners/, level: 1 }).waitFor();
  await goTo('/moneylog');
  await page.locator('tbody tr').filter({ hasText: '¥' }).first().waitFor();
  await accountButton(visitor).click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.getByRole('heading', { name: 'Log in to Countinghouse' }).waitFor();

  // The page goes on without being loaded anew: what it still had would be shown for a moment.
  await page.evaluate(`window.leftover = [];
    const look = () => window.leftover.push(...(document.body.textContent.match(/Blue Lotus|¥|Money log|Dashboard/g) ?? []));
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true })`);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url().replace(/^.*\/api/, '')));
  await fillLogin(visitor, operator);
  await accountButton(visitor).waitFor();
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
  await expectMenu(open);
  await expect.poll(() => part('Open pages').getByRole('link').allTextContents()).toEqual(['Profile']);
  await expectClosed(route('/moneylog', 'Money log', undefined));
  expect(await page.evaluate('window.leftover')).toEqual([]);
  expect(asked.filter((path) => /^\/(dashboard|order|user\/moneylog|announcement|channel)/.test(path))).toEqual([]);
});
