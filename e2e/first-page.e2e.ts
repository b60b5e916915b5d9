/**
 * The login form is in the page itself: visible and usable before any script has loaded, and then taken over as it is.
 */
import type { Locator } from 'playwright-core';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#database/demo/people.ts';
import { languages } from '#foundation/core/words.ts';
import { dashboardWords } from '#features/dashboard/screen-words.ts';
import { userScreenWords } from '#features/accounts/screen-words.ts';
import { setPlatform } from './app-for-tests.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import type { Visitor, VisitorOptions } from './visitor-for-tests.ts';

const stage = demoStage();

let visitors: Visitor[] = [];
beforeEach(() => {
  visitors = [];
});
afterEach(async () => {
  for (const visitor of visitors) {
    // Includes content security policy violations and React hydration errors.
    expect(visitor.faults()).toEqual([]);
    await visitor.close();
  }
});

interface Waiting extends Visitor {
  /** Lets the scripts load. */
  releaseScripts(): void;
}

/** Opens `address` in a browser whose scripts are held back. */
async function waitingAt(address: string, options: Omit<VisitorOptions, 'baseUrl'> = {}): Promise<Waiting> {
  const visitor = await stage.visit(options);
  visitors.push(visitor);
  const gate = Promise.withResolvers<void>();
  await visitor.page.route('**/assets/*.js', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await visitor.page.goto(`${stage.baseUrl}/${address}`, { waitUntil: 'commit' });
  return { ...visitor, releaseScripts: gate.resolve };
}

const fieldsOf = ({ page, translate }: Visitor) => ({
  account: page.getByLabel(translate(userScreenWords, 'account')),
  password: page.getByLabel(translate(userScreenWords, 'password'), { exact: true }),
  submit: page.getByRole('button', { name: translate(userScreenWords, 'login'), exact: true }),
});
/** The page focuses its first field when it is first drawn. */
const focused = (field: Locator) =>
  expect.poll(() => field.evaluate((each) => each === each.ownerDocument.activeElement)).toBe(true);
/** Before hydration the form's buttons belong to another form. */
const takenOver = ({ page }: Visitor) => page.locator('form button[type="submit"]:not([form])').waitFor();

test.each(languages)('before the scripts load, the form is shown in the cookie’s language: %s', async (language) => {
  const visitor = await waitingAt('', { language });
  const { page, translate } = visitor;
  const { account, password } = fieldsOf(visitor);
  await page
    .getByRole('heading', { name: translate(userScreenWords, 'login_title', { name: 'Countinghouse' }), exact: true })
    .waitFor();
  await password.waitFor();
  expect(await page.title()).toBe(`${translate(userScreenWords, 'login')} - Countinghouse`);
  expect(await page.locator('html').getAttribute('lang')).toBe(language);
  await focused(account);
  visitor.releaseScripts();
  await takenOver(visitor);
  expect(await page.title()).toBe(`${translate(userScreenWords, 'login')} - Countinghouse`);
});

test('text typed before the scripts load stays, with focus and caret, and logs in', async () => {
  const visitor = await waitingAt('');
  const { page, translate } = visitor;
  const { account, password, submit } = fieldsOf(visitor);
  await focused(account);
  await page.keyboard.type('demo_sho');
  await password.fill(DEMO_PASSWORD.slice(0, -1));
  await password.press('ArrowLeft');
  visitor.releaseScripts();
  await takenOver(visitor);
  expect(await account.inputValue()).toBe('demo_sho');
  await password.press('End');
  await page.keyboard.type(DEMO_PASSWORD.slice(-1));
  expect(await password.inputValue()).toBe(DEMO_PASSWORD);
  await account.press('End');
  await page.keyboard.type('p');
  const requests: string[] = [];
  page.on('request', (request) => void requests.push(new URL(request.url()).pathname));
  await submit.click();
  await page.getByRole('heading', { name: translate(dashboardWords, 'welcome', { name: 'Lantern Market' }) }).waitFor();
  // The first screen's data was requested together with the login's answer; the screen does not request it again.
  for (const path of ['/api/dashboard/summary', '/api/dashboard/overview', '/api/dashboard/attention'])
    expect(requests.filter((each) => each === path)).toHaveLength(1);
});

test('the caret stays in the middle of a word', async () => {
  const visitor = await waitingAt('');
  const { account, password } = fieldsOf(visitor);
  await password.waitFor();
  await account.fill('lantrn');
  for (let step = 0; step < 2; step += 1) await account.press('ArrowLeft');
  visitor.releaseScripts();
  await takenOver(visitor);
  await visitor.page.keyboard.type('e');
  expect(await account.inputValue()).toBe('lantern');
});

test.each(['Enter', 'a click'])(
  '%s before the scripts load logs in once they have, and leaves nothing in the address',
  async (way) => {
    const visitor = await waitingAt('');
    const { page, translate } = visitor;
    const { account, password, submit } = fieldsOf(visitor);
    await account.fill('demo_shop');
    await password.fill(DEMO_PASSWORD);
    const requests: string[] = [];
    page.on('request', (request) => void (request.isNavigationRequest() && requests.push(request.url())));
    const logins: string[] = [];
    page.on('request', (request) => void (request.url().endsWith('/api/user/login') && logins.push(request.method())));
    // Submits twice; that must count as one.
    for (let attempt = 0; attempt < 2; attempt += 1) await (way === 'Enter' ? password.press('Enter') : submit.click());
    expect(page.url()).toBe(`${stage.baseUrl}/`);
    expect(await page.evaluate(`getComputedStyle(document.querySelector('form button[type="submit"]')).cursor`)).toBe(
      'progress',
    );
    visitor.releaseScripts();
    await page
      .getByRole('heading', { name: translate(dashboardWords, 'welcome', { name: 'Lantern Market' }) })
      .waitFor();
    expect(page.url()).toBe(`${stage.baseUrl}/#/dashboard`);
    expect(requests).toEqual([]);
    expect(logins).toEqual(['POST']);
  },
);

test('an empty form submitted before the scripts load shows what is missing, and sends no request', async () => {
  const visitor = await waitingAt('');
  const { page } = visitor;
  const { account, submit } = fieldsOf(visitor);
  const requests: string[] = [];
  page.on('request', (request) => void (request.url().endsWith('/api/user/login') && requests.push(request.url())));
  await submit.click();
  visitor.releaseScripts();
  await page.locator('form input[name="account"][aria-invalid="true"]').waitFor();
  await focused(account);
  expect(requests).toEqual([]);
});

test('a form that was not submitted is not sent', async () => {
  const visitor = await waitingAt('');
  const { account, password } = fieldsOf(visitor);
  await account.fill('demo_shop');
  await password.fill(DEMO_PASSWORD);
  visitor.releaseScripts();
  await takenOver(visitor);
  // A submitted form would be sent in the task after the drawing.
  await visitor.page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
  expect(await visitor.page.locator('form[aria-busy="true"]').count()).toBe(0);
  expect(visitor.page.url()).toBe(`${stage.baseUrl}/#/login?redirect=%2F`);
});

test('the requested address is kept, also by the link to registration', async () => {
  const visitor = await waitingAt('#/order/list?status=success');
  const { page, translate } = visitor;
  await fieldsOf(visitor).password.waitFor();
  visitor.releaseScripts();
  await takenOver(visitor);
  const kept = 'redirect=%2Forder%2Flist%3Fstatus%3Dsuccess';
  expect(page.url()).toBe(`${stage.baseUrl}/#/login?${kept}`);
  await page.getByRole('link', { name: translate(userScreenWords, 'to_register') }).click();
  await page.getByRole('heading', { name: translate(userScreenWords, 'register_title') }).waitFor();
  expect(decodeURIComponent(page.url())).toBe(`${stage.baseUrl}/#/register?${decodeURIComponent(kept)}`);
});

test('the address of another page before the login does not show the form', async () => {
  const visitor = await waitingAt('#/register');
  const { page, translate } = visitor;
  await page.waitForLoadState('domcontentloaded');
  expect(await page.locator('#root form').count()).toBe(1);
  expect(await page.locator('#root form').isVisible()).toBe(false);
  visitor.releaseScripts();
  await page.getByRole('heading', { name: translate(userScreenWords, 'register_title') }).waitFor();
  await page.getByRole('link', { name: translate(userScreenWords, 'login'), exact: true }).click();
  await fieldsOf(visitor).password.waitFor();
});

test('another page before the login, reloaded with a query, does not show the form either', async () => {
  const visitor = await stage.visit();
  visitors.push(visitor);
  const { page, translate } = visitor;
  const registering = page.getByRole('heading', { name: translate(userScreenWords, 'register_title') });
  await page.goto(`${stage.baseUrl}/#/register?redirect=%2Forder%2Flist`);
  await registering.waitFor();
  const gate = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: 'commit' });
  await page.waitForLoadState('domcontentloaded');
  expect(await page.locator('#root form').count()).toBe(1);
  expect(await page.locator('#root form').isVisible()).toBe(false);
  gate.resolve();
  await registering.waitFor();
  expect(page.url()).toBe(`${stage.baseUrl}/#/register?redirect=%2Forder%2Flist`);
  // The next page in this browser shows the form again.
  expect((await visitor.context.cookies()).map(({ name }) => name)).not.toContain('away');
});

test('a logged-in user gets no form', async () => {
  const again = await waitingAt('#/moneylog', { storageState: await stage.loggedIn() });
  await again.page.locator('#root').waitFor({ state: 'attached' });
  expect(await again.page.locator('#root > *').count()).toBe(0);
  again.releaseScripts();
  await again.page.locator('main h1').waitFor();
});

test('before the scripts load, a browser that prefers dark mode gets it', async () => {
  const background = async (dark: boolean): Promise<string> => {
    const visitor = await waitingAt('', { dark });
    await fieldsOf(visitor).password.waitFor();
    const colour = (): Promise<string> => visitor.page.evaluate('getComputedStyle(document.body).backgroundColor');
    const before = await colour();
    visitor.releaseScripts();
    await takenOver(visitor);
    expect(await colour()).toBe(before);
    return before;
  };
  expect(await background(true)).not.toBe(await background(false));
});

test('before the scripts load, the chosen colour scheme wins over the preferred one, before and after login', async () => {
  const colour = ({ page }: Visitor): Promise<string> =>
    page.evaluate('getComputedStyle(document.body).backgroundColor');
  const inside = await stage.visit({ storageState: await stage.loggedIn() });
  visitors.push(inside);
  await inside.page.goto(stage.baseUrl);
  await inside.page.getByRole('button', { name: 'Dark mode' }).click();
  await inside.page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  const dark = await colour(inside);
  const { cookies } = await inside.context.storageState();
  const kept = { all: cookies, scheme: cookies.filter(({ name }) => name === 'scheme') };
  for (const [kind, address] of [
    ['scheme', ''],
    ['all', '#/moneylog'],
  ] as const) {
    const visitor = await waitingAt(address, { storageState: { cookies: kept[kind], origins: [] } });
    await expect.poll(() => colour(visitor)).toBe(dark);
    visitor.releaseScripts();
    await visitor.page.locator(kind === 'all' ? '#content h1' : 'form button[type="submit"]:not([form])').waitFor();
    expect(await colour(visitor)).toBe(dark);
  }
});

test('with a chosen theme colour, users keep their text and focus', async () => {
  const visitor = await waitingAt('');
  const { page } = visitor;
  const { account, password } = fieldsOf(visitor);
  await password.waitFor();
  await page.evaluate(() => localStorage.setItem('settings', JSON.stringify({ theme: '#11a983' })));
  await account.fill('demo_shop');
  await password.fill('Demo');
  visitor.releaseScripts();
  await takenOver(visitor);
  await page.keyboard.type('1234');
  expect([await account.inputValue(), await password.inputValue()]).toEqual(['demo_shop', DEMO_PASSWORD]);
});

test("the platform's name and logo are in the page, whatever characters they contain", async () => {
  const name = `Fish & <b>"Chips"</b> </script>`;
  const logo = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`;
  await setPlatform(stage.server, { name, logo });
  try {
    const visitor = await waitingAt('');
    const { page, translate } = visitor;
    const heading = page.getByRole('heading', {
      name: translate(userScreenWords, 'login_title', { name }),
      exact: true,
    });
    await heading.waitFor();
    expect(await page.locator('aside img').getAttribute('src')).toBe(logo);
    visitor.releaseScripts();
    await takenOver(visitor);
    await heading.waitFor();
    expect(await page.title()).toBe(`${translate(userScreenWords, 'login')} - ${name}`);
  } finally {
    await setPlatform(stage.server, { name: 'Countinghouse', logo: null });
  }
});
