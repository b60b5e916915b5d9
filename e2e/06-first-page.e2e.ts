/** The sign-in form is in the page itself: seen and typed into before any code has come, and then taken over as it stands. */
import { type Browser, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { DEMO_PASSWORD } from '#database/demo/people.ts';
import { languages } from '#foundation/core/words.ts';
import { dashboardWords } from '#features/dashboard/screen-words.ts';
import type { PlatformSettings } from '#features/platform/settings.ts';
import { userScreenWords } from '#features/users/screen-words.ts';
import { inHouse } from './house-for-tests.ts';
import { startServer, type TestServer } from './server-for-tests.ts';
import { logIn, visit, type Visitor, type VisitorOptions } from './visitor-for-tests.ts';

const demoShop = { account: 'demo_shop', password: DEMO_PASSWORD };

let browser: Browser;
let server: TestServer;

beforeAll(async () => {
  browser = await chromium.launch(inject('browser'));
  server = await startServer({ from: inject('demoFolder'), env: { DEMO: 'on' } });
});

afterAll(async () => {
  await browser?.close();
  await server?.remove();
  expect(server.errors()).toEqual([]);
});

let visitors: Visitor[] = [];
beforeEach(() => {
  visitors = [];
});
afterEach(async () => {
  for (const visitor of visitors) {
    // Broken policies and pages that React could not take over as they stood are among them.
    expect(visitor.faults()).toEqual([]);
    await visitor.close();
  }
});

interface Waiting extends Visitor {
  /** Lets the code come. */
  letCodeCome(): void;
}

/** Somebody at `address`, whose browser waits for the page's code. */
async function waitingAt(address: string, options: Omit<VisitorOptions, 'baseUrl'> = {}): Promise<Waiting> {
  const visitor = await visit(browser, { baseUrl: server.baseUrl, ...options });
  visitors.push(visitor);
  const gate = Promise.withResolvers<void>();
  await visitor.page.route('**/assets/*.js', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await visitor.page.goto(`${server.baseUrl}/${address}`, { waitUntil: 'commit' });
  return { ...visitor, letCodeCome: gate.resolve };
}

const fieldsOf = ({ page, say }: Visitor) => ({
  account: page.getByLabel(say(userScreenWords, 'account')),
  password: page.getByLabel(say(userScreenWords, 'password'), { exact: true }),
  submit: page.getByRole('button', { name: say(userScreenWords, 'login'), exact: true }),
});
const takenOver = ({ page }: Visitor) => page.locator('form button[type="submit"]:enabled').waitFor();

test.each(languages)('before the code, the form is there in the language of the cookie: %s', async (language) => {
  const visitor = await waitingAt('', { language });
  const { page, say } = visitor;
  const { account, password, submit } = fieldsOf(visitor);
  await page.getByRole('heading', { name: say(userScreenWords, 'login_title', { name: 'Countinghouse' }), exact: true }).waitFor();
  await password.waitFor();
  expect(await page.title()).toBe(`${say(userScreenWords, 'login')} - Countinghouse`);
  expect(await page.locator('html').getAttribute('lang')).toBe(language);
  expect(await account.evaluate((field) => field === field.ownerDocument.activeElement)).toBe(true);
  expect(await submit.isDisabled()).toBe(true);
  visitor.letCodeCome();
  await takenOver(visitor);
  expect(await page.title()).toBe(`${say(userScreenWords, 'login')} - Countinghouse`);
});

test('what was typed before the code stays, with focus and caret, and logs in', async () => {
  const visitor = await waitingAt('');
  const { page, say } = visitor;
  const { account, password, submit } = fieldsOf(visitor);
  await password.waitFor();
  await page.keyboard.type('demo_sho');
  await password.fill(DEMO_PASSWORD.slice(0, -1));
  await password.press('ArrowLeft');
  visitor.letCodeCome();
  await takenOver(visitor);
  expect(await account.inputValue()).toBe('demo_sho');
  await password.press('End');
  await page.keyboard.type(DEMO_PASSWORD.slice(-1));
  expect(await password.inputValue()).toBe(DEMO_PASSWORD);
  await account.press('End');
  await page.keyboard.type('p');
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname));
  await submit.click();
  await page.getByRole('heading', { name: say(dashboardWords, 'welcome', { name: 'Lantern Market' }) }).waitFor();
  // What the first screen asks was asked with the login's answer, and not once more by the screen.
  for (const path of ['/api/dashboard/summary', '/api/dashboard/chart']) expect(asked.filter((each) => each === path)).toHaveLength(1);
});

test('the caret stays in the middle of a word', async () => {
  const visitor = await waitingAt('');
  const { account, password } = fieldsOf(visitor);
  await password.waitFor();
  await account.fill('lantrn');
  for (let step = 0; step < 2; step += 1) await account.press('ArrowLeft');
  visitor.letCodeCome();
  await takenOver(visitor);
  await visitor.page.keyboard.type('e');
  expect(await account.inputValue()).toBe('lantern');
});

test('Enter and a click before the code leave neither the page nor anything in the address', async () => {
  const visitor = await waitingAt('');
  const { page } = visitor;
  const { account, password, submit } = fieldsOf(visitor);
  const asked: string[] = [];
  page.on('request', (request) => void (request.isNavigationRequest() && asked.push(request.url())));
  await account.fill('demo_shop');
  await password.fill(DEMO_PASSWORD);
  await account.press('Enter');
  await password.press('Enter');
  await submit.click({ force: true });
  expect(page.url()).toBe(`${server.baseUrl}/`);
  visitor.letCodeCome();
  await takenOver(visitor);
  expect(page.url()).toBe(`${server.baseUrl}/#/login?redirect=%2F`);
  expect(asked).toEqual([]);
  expect(await password.inputValue()).toBe(DEMO_PASSWORD);
});

test('the wanted address is kept, also by the way to register', async () => {
  const visitor = await waitingAt('#/order/list?status=success');
  const { page, say } = visitor;
  await fieldsOf(visitor).password.waitFor();
  visitor.letCodeCome();
  await takenOver(visitor);
  const kept = 'redirect=%2Forder%2Flist%3Fstatus%3Dsuccess';
  expect(page.url()).toBe(`${server.baseUrl}/#/login?${kept}`);
  await page.getByRole('link', { name: say(userScreenWords, 'to_register') }).click();
  await page.getByRole('heading', { name: say(userScreenWords, 'register_title') }).waitFor();
  expect(decodeURIComponent(page.url())).toBe(`${server.baseUrl}/#/register?${decodeURIComponent(kept)}`);
});

test('the address of another page before the login does not show the form', async () => {
  const visitor = await waitingAt('#/register');
  const { page, say } = visitor;
  await page.waitForLoadState('domcontentloaded');
  expect(await page.locator('form').count()).toBe(1);
  expect(await page.locator('form').isVisible()).toBe(false);
  visitor.letCodeCome();
  await page.getByRole('heading', { name: say(userScreenWords, 'register_title') }).waitFor();
  await page.getByRole('link', { name: say(userScreenWords, 'login'), exact: true }).click();
  await fieldsOf(visitor).password.waitFor();
});

test('who is logged in gets no form', async () => {
  const visitor = await visit(browser, { baseUrl: server.baseUrl });
  visitors.push(visitor);
  await logIn(visitor, server.baseUrl, demoShop);
  const again = await waitingAt('#/moneylog', { storageState: await visitor.context.storageState() });
  await again.page.locator('#root').waitFor({ state: 'attached' });
  expect(await again.page.locator('#root > *').count()).toBe(0);
  again.letCodeCome();
  await again.page.locator('main h1').waitFor();
});

test('before the code, a browser that prefers the dark gets it', async () => {
  const background = async (dark: boolean): Promise<string> => {
    const visitor = await waitingAt('', { dark });
    await fieldsOf(visitor).password.waitFor();
    const colour = (): Promise<string> => visitor.page.evaluate('getComputedStyle(document.body).backgroundColor');
    const before = await colour();
    visitor.letCodeCome();
    await takenOver(visitor);
    expect(await colour()).toBe(before);
    return before;
  };
  expect(await background(true)).not.toBe(await background(false));
});

test('in a colour of their own, people keep what they typed and where they were', async () => {
  const visitor = await waitingAt('');
  const { page } = visitor;
  const { account, password } = fieldsOf(visitor);
  await password.waitFor();
  await page.evaluate(() => localStorage.setItem('settings', JSON.stringify({ theme: '#11a983' })));
  await account.fill('demo_shop');
  await password.fill('Demo');
  visitor.letCodeCome();
  await takenOver(visitor);
  await page.keyboard.type('1234');
  expect([await account.inputValue(), await password.inputValue()]).toEqual(['demo_shop', DEMO_PASSWORD]);
});

test("the platform's own name and logo are in the page, whatever they are made of", async () => {
  const name = `Fish & <b>"Chips"</b> </script>`;
  const logo = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg"/>')}`;
  await setPlatform({ name, logo });
  try {
    const visitor = await waitingAt('');
    const { page, say } = visitor;
    const heading = page.getByRole('heading', { name: say(userScreenWords, 'login_title', { name }), exact: true });
    await heading.waitFor();
    expect(await page.locator('aside img').getAttribute('src')).toBe(logo);
    visitor.letCodeCome();
    await takenOver(visitor);
    await heading.waitFor();
    expect(await page.title()).toBe(`${say(userScreenWords, 'login')} - ${name}`);
  } finally {
    await setPlatform({ name: 'Countinghouse', logo: null });
  }
});

/** A running server knows it within a second. */
async function setPlatform(changes: Pick<PlatformSettings, 'name' | 'logo'>): Promise<void> {
  await inHouse(server, ({ db, platform }) => db.transaction((tx) => platform.setSettings(tx, changes)));
  await vi.waitFor(
    async () => {
      const { data } = (await (await fetch(`${server.baseUrl}/api/config`)).json()) as { data: object };
      expect(data).toMatchObject(changes);
    },
    { timeout: 20_000 },
  );
}
