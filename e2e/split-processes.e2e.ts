/**
 * The product as several processes on one database: two with the console, one with the gateway, two of them with a
 * worker. A change in one process takes effect in all, and every job is done once.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { DEMO_PASSWORD, DEMO_SHOP_KEY } from '#database/demo/people.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#foundation/server/embedded-postgres/embedded-postgres.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { formatAmount, parseAmountOrZero } from '#foundation/core/money.ts';
import { cashierWords } from '#features/upstreams/words.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { userScreenWords } from '#features/accounts/screen-words.ts';
import { freePort } from '#foundation/server/http/port-for-tests.ts';
import { brokenBooks, inApp } from './app-for-tests.ts';
import { coordinatorUrl, createDatabaseFor } from './cluster-for-tests.ts';
import { copyFolder, removeFolder, startServer, type TestServer } from './server-for-tests.ts';
import { openShop, payBySandbox, type Shop } from './shop-for-tests.ts';
import { accountButton, frameWords, logIn, openScreen, rowOf, visit, type Visitor } from './visitor-for-tests.ts';

const MERCHANT = 20_000_001n;
const demoShop = { account: 'demo_shop', password: DEMO_PASSWORD };
const waiting = { timeout: 20_000 };

let browser: Browser;
let shop: Shop;
let databaseFolder: string;
let database: EmbeddedPostgres | undefined;
let gateway: TestServer;
let consoles: readonly [TestServer, TestServer];
const servers: TestServer[] = [];

beforeAll(async () => {
  browser = await chromium.launch(inject('browser'));
  shop = await openShop({ merchantNo: MERCHANT.toString(), key: DEMO_SHOP_KEY });
  databaseFolder = await copyFolder(inject('demoFolder'));
  const port = await freePort();
  const env = {
    DATABASE_URL: await startDatabase(),
    MASTER_KEY: (await readFile(join(databaseFolder, 'master.key'), 'utf8')).trim(),
    // The address of a proxy in front of all of them.
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    OUTBOUND_ALLOW: `127.0.0.1:${port},${shop.host}`,
  };
  const start = async (roles: string, at?: number): Promise<TestServer> => {
    const server = await startServer({ ...(at === undefined ? {} : { port: at }), env: { ...env, ROLES: roles } });
    servers.push(server);
    return server;
  };
  gateway = await start('gateway,worker', port);
  consoles = [await start('console'), await start('console,worker')];
  await shop.connect(consoles[0].baseUrl);
});

afterAll(async () => {
  await browser?.close();
  for (const server of servers) await server.remove();
  await database?.stop();
  await removeFolder(databaseFolder);
  await shop?.stop();
});

/** Started by the test, so that to the servers it is an external PostgreSQL. Returns its URL. */
async function startDatabase(): Promise<string> {
  if (coordinatorUrl !== undefined) return createDatabaseFor(databaseFolder, coordinatorUrl);
  database = await startEmbeddedPostgres({ dataDir: databaseFolder, log: silentLog });
  return database.connectionString;
}

const client = () => shop.client('HMAC-SHA256');
const create = (orderNo: string, amount: string) =>
  client().payCreate({ orderNo, amount, channel: 'sandbox_h5', notifyUrl: shop.notifyUrl, subject: 'Linen shirt' });

test('each process serves only the paths of its roles', async () => {
  const statusOf = async (server: TestServer, method: 'GET' | 'POST', path: string): Promise<number> =>
    (
      await fetch(server.baseUrl + path, {
        method,
        ...(method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {}),
      })
    ).status;
  const answers = await Promise.all(
    [gateway, ...consoles].map(async (server) => [
      await statusOf(server, 'GET', '/readyz'),
      await statusOf(server, 'GET', '/'),
      await statusOf(server, 'GET', '/api/config'),
      await statusOf(server, 'POST', '/gateway/v1/balance'),
      await statusOf(server, 'POST', '/upstream/1/notify'),
    ]),
  );
  expect(answers).toEqual([
    [200, 404, 404, 200, 401],
    [200, 200, 200, 404, 404],
    [200, 200, 200, 404, 404],
  ]);
});

test('an order created and paid at the gateway updates a console in another process, and is reported once', async () => {
  const merchant = await visit(browser, { baseUrl: consoles[0].baseUrl });
  const { page, translate, money } = merchant;
  await logIn(merchant, consoles[0].baseUrl, demoShop);
  const before = parseAmountOrZero((await client().balance()).balance, 'CNY') ?? 0n;
  await page
    .getByText(money(formatAmount(before, 'CNY')), { exact: true })
    .first()
    .waitFor();
  await page.evaluate('window.neverLoadedAgain = true');

  const created = await create('SPLIT-1', '300.00');
  const payer = await visit(browser, { baseUrl: gateway.baseUrl, width: 390 });
  await payer.page.goto(created.payUrl);
  await payer.page
    .getByRole('button', { name: payer.translate(cashierWords, 'pay', { amount: payer.money('300.00') }) })
    .click();
  await payer.page.getByRole('heading', { name: payer.translate(cashierWords, 'paid_title') }).waitFor();
  expect(payer.faults()).toEqual([]);
  await payer.close();
  // 0.8 % of 300.00.
  await page
    .getByText(money(formatAmount(before + 29_760n, 'CNY')), { exact: true })
    .first()
    .waitFor();
  expect(await page.evaluate('window.neverLoadedAgain')).toBe(true);

  await expect.poll(() => shop.callbacksOf(created.systemNo).length, waiting).toBe(1);
  await openScreen(merchant, translate(orderScreenWords, 'orders'));
  await rowOf(merchant, 'SPLIT-1')
    .getByText(translate(orderScreenWords, 'notify_delivered'), { exact: true })
    .waitFor();
  expect(merchant.faults()).toEqual([]);
  await merchant.close();
});

test('a logout in one process takes effect in the other within a second', async () => {
  const [first, second] = consoles;
  const here = await visit(browser, { baseUrl: first.baseUrl });
  await logIn(here, first.baseUrl, demoShop);
  // The same session in another browser, where no logout removes the cookies.
  const there = await visit(browser, { baseUrl: second.baseUrl, storageState: await here.context.storageState() });
  await there.page.goto(`${second.baseUrl}/#/moneylog`);
  await accountButton(there).waitFor();
  await rowOf(there, '¥').first().waitFor();

  await accountButton(here).click();
  await here.page.getByRole('menuitem', { name: here.translate(frameWords, 'log_out') }).click();
  await here.page
    .getByRole('heading', { name: here.translate(userScreenWords, 'login_title', { name: 'Countinghouse' }) })
    .waitFor();
  await expect.poll(() => infoCode(there, second), { timeout: 1_000 }).toBe(50008);
  // The console learns of it by itself.
  await there.page.getByRole('dialog', { name: there.translate(frameWords, 'logged_out_title') }).waitFor();
  expect([...here.faults(), ...there.faults()]).toEqual([]);
  await here.close();
  await there.close();
});

test('with two workers an order expires once, releases its reserved limit once, and a paid order is reported once', async () => {
  const paid = await create('SPLIT-2', '80.00');
  await payBySandbox(paid.payUrl);
  const unpaid = await create('SPLIT-3', '60.00');
  const figures = () =>
    inApp(gateway, async ({ rows }) => {
      const [usage] = await rows<{ reserved: bigint }>(
        'select sum(reserved)::bigint as reserved from channel_usage where member_no = $1 and channel_id = 2',
        [MERCHANT],
      );
      const [counts] = await rows<{ expired: bigint }>(
        "select sum(expired_count)::bigint as expired from order_rollups where member_no = $1 and span = 'day'",
        [MERCHANT],
      );
      return { reserved: usage?.reserved ?? 0n, expired: counts?.expired ?? 0n };
    });
  await inApp(gateway, ({ rows }) =>
    rows(
      "update orders set expires_at = now() - interval '1 second' where member_no = $1 and status = 'unpaid' and order_no <> 'SPLIT-3'",
      [MERCHANT],
    ),
  );
  await expect
    .poll(
      () =>
        inApp(gateway, ({ rows }) =>
          rows("select 1 from orders where member_no = $1 and status = 'unpaid' and expires_at < now()", [MERCHANT]),
        ),
      waiting,
    )
    .toEqual([]);
  const before = await figures();
  await inApp(gateway, ({ rows }) =>
    rows("update orders set expires_at = now() where member_no = $1 and order_no = 'SPLIT-3'", [MERCHANT]),
  );
  await expect
    .poll(
      () =>
        client()
          .payQuery({ systemNo: unpaid.systemNo })
          .then(({ status }) => status),
      waiting,
    )
    .toBe('expired');
  expect(await figures()).toEqual({ reserved: before.reserved - 6_000n, expired: before.expired + 1n });

  await expect.poll(() => shop.callbacksOf(paid.systemNo).length, waiting).toBe(1);
  // The agent's commission of both paid orders arrives once, whichever worker books it.
  await expect
    .poll(
      () => inApp(gateway, ({ rows }) => rows('select 1 from owed_commission where member_no = $1', [MERCHANT])),
      waiting,
    )
    .toEqual([]);
  expect(await brokenBooks(gateway)).toEqual([]);
});

test('when the gateway process is killed, the others keep working; when it is back, its work continues', async () => {
  const created = await create('SPLIT-4', '90.00');
  await gateway.kill();
  const merchant = await visit(browser, { baseUrl: consoles[1].baseUrl });
  await logIn(merchant, consoles[1].baseUrl, demoShop);
  await merchant.close();
  await gateway.start();
  await payBySandbox(created.payUrl);
  await expect.poll(() => shop.callbacksOf(created.systemNo).length, waiting).toBe(1);
  expect(await brokenBooks(gateway)).toEqual([]);
  expect(shop.strangeCallbacks()).toEqual([]);
  expect(servers.flatMap((server) => server.errors())).toEqual([]);
});

/** Calls `/user/info` with the browser's own cookies and token, and returns the code. */
async function infoCode({ context }: Visitor, server: TestServer): Promise<number> {
  const token = (await context.cookies()).find(({ name }) => name === 'Admin-Token')?.value ?? '';
  const answer = (await (
    await context.request.post(`${server.baseUrl}/api/user/info`, { headers: { 'X-Token': token }, data: {} })
  ).json()) as {
    code: number;
  };
  return answer.code;
}
