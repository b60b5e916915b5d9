/**
 * A tab from before an update: files that it has not loaded yet are gone from the server. It reports this and offers
 * the new version.
 */
import { afterEach, expect, test } from 'vitest';
import { profileTitles } from '#features/profiles/screen-titles.ts';
import { rechargeWords } from '#features/recharges/screen-words.ts';
import { barriersInAll } from './axe-for-tests.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import { accountButton, frameWords, type Visitor } from './visitor-for-tests.ts';

const stage = demoStage();

let visitor: Visitor;
afterEach(() => visitor.close());

/** Makes the server answer as after an update: new file names, and none of the old files. */
async function update({ page }: Visitor, code: RegExp): Promise<() => Promise<void>> {
  const isPage = (url: URL) => url.pathname === '/' && url.origin === stage.baseUrl;
  const missing = JSON.stringify({ code: 0, msg: 'Not found' });
  await page.route(code, (route) => route.fulfill({ status: 404, contentType: 'application/json', body: missing }));
  await page.route(isPage, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><script type="module" src="./assets/early-new.js"></script>',
    }),
  );
  return async () => {
    await page.unroute(code);
    await page.unroute(isPage);
  };
}

test('a missing screen is reported as a new version, without the browser’s own error text', async () => {
  visitor = await stage.visit({ storageState: await stage.loggedIn() });
  const { page, translate } = visitor;
  await page.goto(`${stage.baseUrl}/#/order/list`);
  await accountButton(visitor).waitFor();
  const updated = await update(visitor, /\/assets\/ProfileScreen-.+\.js/);
  await page.goto(`${stage.baseUrl}/#/user/profile`);
  const notice = page
    .getByRole('alert')
    .filter({ has: page.getByRole('heading', { name: 'A new version is available.', level: 1 }) });
  await notice
    .getByText('Reload the page to continue. What you’ve typed is kept, except passwords and codes.')
    .waitFor();
  expect(await page.getByText('dynamically imported').count()).toBe(0);
  expect(await barriersInAll(visitor, { where: 'a new version' })).toEqual([]);
  await updated();
  await notice.getByRole('button', { name: 'Reload', exact: true }).click();
  await page.getByRole('heading', { name: translate(profileTitles, 'profile'), level: 1 }).waitFor();
});

test('a missing menu offers the new version next to the page, and reloading keeps the typed text', async () => {
  visitor = await stage.visit({ storageState: await stage.loggedIn() });
  const { page, translate } = visitor;
  // The file must not have been prefetched before the update.
  const popups = /\/assets\/popups-.+\.js/;
  await page.route(popups, (route) => route.abort());
  await page.goto(`${stage.baseUrl}/#/user/recharge`);
  const amount = page.getByLabel(translate(rechargeWords, 'amount'), { exact: true });
  await amount.fill('12.34');
  await page.unroute(popups);
  const updated = await update(visitor, popups);
  await accountButton(visitor).click();
  const offer = page.getByRole('alert').filter({ hasText: 'A new version is available.' });
  await offer
    .getByText('Reload the page to continue. What you’ve typed is kept, except passwords and codes.')
    .waitFor();
  expect(await amount.inputValue()).toBe('12.34');
  await updated();
  await offer.getByRole('button', { name: 'Reload', exact: true }).click();
  await offer.waitFor({ state: 'detached' });
  await expect.poll(() => amount.inputValue()).toBe('12.34');
  await accountButton(visitor).click();
  await page.getByRole('menuitem', { name: translate(frameWords, 'log_out') }).waitFor();
});
