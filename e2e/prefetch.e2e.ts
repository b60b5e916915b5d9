/** Opened by a link, a page requests the screen's data while the code that draws it is still loading. */
import { expect, test } from 'vitest';
import { untilIdle } from './idle-for-tests.ts';
import { demoStage } from './demo-stage-for-tests.ts';

const stage = demoStage();
const days = { from: expect.any(String), to: expect.any(String) };
const list = { page: 1, sort: 'createdAt', order: 'desc' };

test.each([
  [
    '/order/list?limit=50&status=success&sort=paidAt&created=last7',
    /^\/order\/list$/,
    [['/order/list', { ...list, limit: 50, sort: 'paidAt', status: 'success', createdRange: days }]],
  ],
  [
    '/moneylog?limit=10&type=payin&order=asc&range=last7',
    /^\/user\/moneylog$/,
    [['/user/moneylog', { ...list, limit: 10, order: 'asc', type: 'payin', range: days }]],
  ],
  [
    '/dashboard',
    /^\/dashboard\//,
    [
      ['/dashboard/summary', {}],
      ['/dashboard/overview', { period: 'last7' }],
      ['/dashboard/attention', {}],
    ],
  ],
])('%s requests its data once, before the large scripts have loaded', async (address, ofScreen, wanted) => {
  const { page, faults, close } = await stage.visit({ storageState: await stage.loggedIn() });
  const requests: [string, unknown][] = [];
  const all = Promise.withResolvers<void>();
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname.replace(/^\/api/, '');
    // The configuration is in the page, so it must not be requested.
    if (!ofScreen.test(path) && path !== '/config') return;
    requests.push([path, request.postDataJSON()]);
    if (requests.length === wanted.length) all.resolve();
  });
  await page.route('**/assets/{first,inside}-*.js', async (route) => {
    await all.promise;
    await route.continue();
  });
  await page.goto(`${stage.baseUrl}/#${address}`);
  await page.locator('main :is(tbody tr[data-index="0"], canvas)').first().waitFor();
  await untilIdle(page);
  expect(requests).toEqual(wanted);
  expect(faults()).toEqual([]);
  await close();
});

test('on the next visit the data is requested before the user is known, and once if the user is the same', async () => {
  const { page, faults, close } = await stage.visit({ storageState: await stage.loggedIn() });
  await page.goto(`${stage.baseUrl}/#/moneylog`);
  await page.locator('main tbody tr[data-index="0"]').waitFor();
  const requests: string[] = [];
  const listed = Promise.withResolvers<void>();
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    if (path !== '/api/user/moneylog') return;
    requests.push(path);
    listed.resolve();
  });
  await page.route('**/api/user/info', async (route) => {
    await listed.promise;
    await route.continue();
  });
  await page.reload();
  await page.locator('main tbody tr[data-index="0"]').waitFor();
  await untilIdle(page);
  expect(requests).toHaveLength(1);
  // A wrong stored value does no harm and is corrected.
  await page.evaluate(() =>
    localStorage.setItem('reader', JSON.stringify({ roles: ['member'], timeZone: 'Nowhere/Nowhere' })),
  );
  await page.goto('about:blank');
  await page.unrouteAll();
  requests.length = 0;
  await page.goto(`${stage.baseUrl}/#/moneylog?range=last7`);
  await page.locator('main tbody tr[data-index="0"]').waitFor();
  await untilIdle(page);
  expect(requests).toHaveLength(1);
  expect(await page.evaluate(() => localStorage.getItem('reader'))).not.toContain('Nowhere');
  expect(faults()).toEqual([]);
  await close();
});
