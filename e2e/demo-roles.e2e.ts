/** The demo's role switch: on the login page, in the account's menu, and absent without a demo. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoScreenWords } from '#features/demo/screen-words.ts';
import { dashboardWords } from '#features/dashboard/screen-words.ts';
import { userScreenWords } from '#features/accounts/screen-words.ts';
import { startServer } from './server-for-tests.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import { accountButton, logIn, visit, type Visitor } from './visitor-for-tests.ts';

const stage = demoStage();

let visitors: Visitor[] = [];
beforeEach(() => {
  visitors = [];
});
afterEach(async () => {
  for (const visitor of visitors) {
    expect(visitor.faults()).toEqual([]);
    await visitor.close();
  }
});

const track = async (visitor: Promise<Visitor>): Promise<Visitor> => {
  visitors.push(await visitor);
  return visitor;
};
const halfOf = async ({ context }: Visitor) => (await context.cookies()).find(({ name }) => name === 'Admin-Half');
const tokenOf = async ({ context }: Visitor) =>
  (await context.cookies()).find(({ name }) => name === 'Admin-Token')?.value;
const welcome = ({ page, translate }: Visitor, name: string) =>
  page.getByRole('heading', { name: translate(dashboardWords, 'welcome', { name }) });

test.each([
  ['en', 1440],
  ['th', 390],
] as const)('the login page offers the roles without layout shift: %s at %i px', async (language, width) => {
  const visitor = await track(stage.visit({ language, width }));
  const { page, translate } = visitor;
  await page.route('**/assets/DemoRoles*.js', async (route) => {
    await page.locator('form button[type="submit"]:not([form])').waitFor();
    await route.continue();
  });
  await page.addInitScript(`
    window.shifts = [];
    new PerformanceObserver((list) => { for (const entry of list.getEntries()) window.shifts.push(entry.value); }).observe({ type: 'layout-shift', buffered: true });`);
  await page.goto(stage.baseUrl);
  const roles = page.getByRole('region', { name: translate(demoScreenWords, 'try_it_as') });
  await roles.waitFor();
  await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))');
  expect(await page.evaluate<number>('window.shifts.reduce((sum, each) => sum + each, 0)')).toBeLessThan(0.02);
  await roles.getByRole('button', { name: translate(demoScreenWords, 'agency'), exact: true }).click();
  await welcome(visitor, 'Blue Lotus Partners').waitFor();
  expect(page.url()).toBe(`${stage.baseUrl}/#/dashboard`);
  expect(await halfOf(visitor)).toMatchObject({ httpOnly: true, sameSite: 'Strict' });
});

test('the account’s menu switches from merchant to agent to operator: new token, new menu, and nothing of the previous user’s tabs and data', async () => {
  const visitor = await track(stage.visit());
  const { page, translate } = visitor;
  await logIn(visitor, stage.baseUrl, { account: 'demo_shop', password: 'Demo1234' });
  await page.evaluate(() => localStorage.setItem('settings', JSON.stringify({ tagsView: true })));
  await page.reload();
  await page.goto(`${stage.baseUrl}/#/order/list?status=success`);
  await page.getByText(/LM0/).first().waitFor();
  const openTabs = page.getByLabel('Open pages').getByRole('link');
  expect(await openTabs.count()).toBe(2);
  const before = { token: await tokenOf(visitor), half: (await halfOf(visitor))?.value };
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) requests.push(new URL(request.url()).pathname);
  });
  const switchTo = async (role: 'agency' | 'operator') => {
    await accountButton(visitor).click();
    await page.getByRole('menuitem', { name: translate(demoScreenWords, `switch_${role}`) }).click();
  };

  await switchTo('agency');
  await welcome(visitor, 'Blue Lotus Partners').waitFor();
  expect(page.url()).toBe(`${stage.baseUrl}/#/dashboard`);
  expect(await tokenOf(visitor)).not.toBe(before.token);
  expect((await halfOf(visitor))?.value).not.toBe(before.half);
  expect(await page.getByText(/LM0/).count()).toBe(0);
  // The previous page must not be requested as the new user.
  expect(requests).not.toContain('/api/order/list');
  expect(await openTabs.count()).toBe(1);

  await switchTo('operator');
  await page.getByRole('button', { name: /^Account of Operator$/ }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);

  // The previous session is over, even for a client that kept its token.
  const answer = await page.evaluate(
    (token) =>
      fetch('/api/user/info', {
        method: 'POST',
        headers: { 'X-Token': token, 'Content-Type': 'application/json' },
        body: '{}',
      }).then((each) => each.json()),
    before.token ?? '',
  );
  expect(answer).toMatchObject({ code: 50008 });
});

test('an installation without the demo’s data has no role switch', async () => {
  const server = await startServer();
  try {
    const visitor = await track(visit(stage.browser, { baseUrl: server.baseUrl }));
    const { page, translate } = visitor;
    await page.goto(server.baseUrl);
    await page.locator('form button[type="submit"]:not([form])').waitFor();
    await page.waitForLoadState('networkidle');
    expect(await page.getByRole('region', { name: translate(demoScreenWords, 'try_it_as') }).count()).toBe(0);
    await page.getByRole('button', { name: translate(userScreenWords, 'login'), exact: true }).waitFor();
    const answer = await fetch(`${server.baseUrl}/api/demo/switchRole`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"role":"operator"}',
    });
    expect({ status: answer.status, body: await answer.json() }).toMatchObject({
      status: 404,
      body: { error: 'not_found' },
    });
  } finally {
    await server.remove();
  }
});
