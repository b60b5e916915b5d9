/** The console over plain HTTP on a local network name: not a secure context, so the browser lacks some features. */
import { type Browser, chromium } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { DEMO_PASSWORD } from '#database/demo/people.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import { logIn, openOrder, rowOf, visit, type Visitor } from './visitor-for-tests.ts';

const NAME = 'console.lan.example';

const stage = demoStage();
let browser: Browser;
let baseUrl: string;
let visitor: Visitor;
beforeAll(async () => {
  const { args, ...launch } = inject('browser');
  browser = await chromium.launch({ ...launch, args: [...args, `--host-resolver-rules=MAP ${NAME} 127.0.0.1`] });
  baseUrl = stage.baseUrl.replace('127.0.0.1', NAME);
});
afterAll(() => browser?.close());
beforeEach(async () => {
  visitor = await visit(browser, { baseUrl });
  await logIn(visitor, baseUrl, { account: 'demo_shop', password: DEMO_PASSWORD });
});
afterEach(async () => {
  // The browser warns about a header that applies only to secure pages.
  const faults = visitor
    .faults()
    .filter((fault) => !fault.includes('The Cross-Origin-Opener-Policy header has been ignored'));
  await visitor.close();
  expect(faults).toEqual([]);
});

test('a login is bound to the half that no script can read', async () => {
  const { page, context } = visitor;
  const half = (await context.cookies()).find(({ name }) => name === 'Admin-Half');
  expect(half).toMatchObject({ httpOnly: true, sameSite: 'Strict', secure: false });
  const token = (await context.cookies()).find(({ name }) => name === 'Admin-Token')?.value ?? '';
  const stolen = await fetch(`${stage.baseUrl}/api/user/info`, { method: 'POST', headers: { 'x-token': token } });
  expect(await stolen.json()).toMatchObject({ code: 50008 });
  await page.goto(`${baseUrl}/#/order/list`);
  await rowOf(visitor, /LM0/).first().waitFor();
});

/** The text that the user would paste now. */
async function pasted({ page }: Visitor): Promise<string> {
  const search = page.getByRole('searchbox').first();
  await search.fill('');
  await search.focus();
  await page.keyboard.press('Control+V');
  return search.inputValue();
}

test('numbers can be copied from the list and from the details, and the focus stays at the button', async () => {
  const { page } = visitor;
  expect(await page.evaluate('({ secure: isSecureContext, clipboard: typeof navigator.clipboard })')).toEqual({
    secure: false,
    clipboard: 'undefined',
  });
  await page.goto(`${baseUrl}/#/order/list`);
  await rowOf(visitor, /LM0/).first().waitFor();
  const copy = page
    .locator('tbody tr')
    .first()
    .getByRole('button', { name: /^Copy [LW]/ });
  const [orderNo = ''] = /(?:LM|WP-)\d+/.exec((await copy.getAttribute('aria-label')) ?? '') ?? [];
  expect(orderNo).not.toBe('');
  await page.locator('tbody tr').first().getByText(orderNo).hover();
  await copy.click();
  const copied = page.getByRole('button', { name: 'Copied' });
  await copied.waitFor();
  expect(await copied.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
  expect(await pasted(visitor)).toBe(orderNo);
  await page.getByRole('searchbox').first().fill('');
  await rowOf(visitor, /LM0/).first().waitFor();

  const drawer = await openOrder(visitor);
  const inDrawer = drawer.getByRole('button', { name: /^Copy \d{19}$/ });
  const [systemNo = ''] = /\d{19}/.exec((await inDrawer.getAttribute('aria-label')) ?? '') ?? [];
  await inDrawer.focus();
  await page.keyboard.press('Enter');
  await drawer.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate(`document.activeElement.closest('[role="dialog"]') !== null`)).toBe(true);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
  expect(await pasted(visitor)).toBe(systemNo);
});

test('if the browser cannot copy at all, this is reported and the text is selected', async () => {
  const { page } = visitor;
  await page.goto(`${baseUrl}/#/user/bindgoogle`);
  const secret = page.locator('code').first();
  await secret.waitFor();
  await page.evaluate('document.execCommand = () => false');
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByText('Couldn’t copy; select the text and copy it yourself').waitFor();
  expect(await page.evaluate('getSelection().toString()')).toBe(await secret.textContent());
});
