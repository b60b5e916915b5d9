/**
 * A developer who has never seen the product: reads the open reference, logs in, runs the page's own sample, pays the
 * order and sees its callback; tries a call, and finds out why a signature is wrong.
 */
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { DEMO_PAY_PASSWORD, DEMO_SHOP_KEY } from '#database/demo/people.ts';
import { accountTitles } from '#features/accounts/account-titles.ts';
import { referenceWords } from '#features/gateway/reference-words.ts';
import { checkWords } from '#features/portal/check-words.ts';
import { portalScreenWords } from '#features/portal/screen-words.ts';
import { settingsWords } from '#features/portal/settings-screen-words.ts';
import { tryWords } from '#features/portal/try-words.ts';
import { testFolder } from '#foundation/server/process/folder-for-tests.ts';
import { languages } from '#foundation/core/words.ts';
import { signHmac } from '@countinghouse/sdk/signing';
import { barriers } from './axe-for-tests.ts';
import { demoShopNo, shopStage } from './demo-stage-for-tests.ts';
import { payBySandbox } from './shop-for-tests.ts';
import type { Visitor } from './visitor-for-tests.ts';

const run = promisify(execFile);
const stage = shopStage();

let visitor: Visitor | undefined;
afterEach(async () => {
  const faults = visitor?.faults();
  await visitor?.close();
  visitor = undefined;
  expect(faults).toEqual([]);
});

/** Whether the page is wider than its window. */
const overflows = ({ page }: Visitor): Promise<boolean> =>
  page.evaluate<boolean>('document.documentElement.scrollWidth > document.documentElement.clientWidth');

async function openTab(
  id: string,
  options: { width: number; language?: (typeof languages)[number] },
): Promise<Visitor> {
  visitor = await stage.visit({ ...options, storageState: await stage.loggedIn() });
  await visitor.page.goto(`${stage.baseUrl}/#/channel/api?tab=${id}`);
  return visitor;
}

describe.each([1440, 390])('at %i pixels', (width) => {
  test('the open reference is readable in four languages, without a login', async () => {
    const here = (visitor = await stage.visit({ width }));
    for (const language of languages) {
      await here.page.goto(`${stage.baseUrl}/api/docs/gateway?lang=${language}`);
      await here.page.getByRole('heading', { level: 1, name: referenceWords.title[language] }).waitFor();
      expect(await here.page.getByText('POST /pay/create').count()).toBe(1);
      expect(await overflows(here)).toBe(false);
    }
    await here.page.goto(`${stage.baseUrl}/api/docs/gateway?lang=en`);
    await here.page.getByRole('link', { name: 'Python' }).click();
    await here.page.getByText('python3 pay-create.py').first().waitFor();
    await here.page.getByRole('link', { name: 'MD5' }).click();
    await here.page.getByText('hashlib.md5').first().waitFor();
  });

  test('the settings lead to the reference, which shows the member’s own values', async () => {
    const here = await openTab('settings', { width });
    const { page } = here;
    await page.getByRole('link', { name: settingsWords.first_act.en }).click();
    await page.getByRole('heading', { name: referenceWords.start.en }).waitFor();
    expect(await page.getByText(demoShopNo).count()).toBeGreaterThan(0);
    await page.getByText('Go', { exact: true }).click();
    await page.getByText('go run pay-create.go').first().waitFor();
    expect(await overflows(here)).toBe(false);
    expect(await barriers(here, { where: 'the reference' })).toEqual([]);
    await page.getByRole('link', { name: portalScreenWords.tab_keys.en, exact: true }).click();
    await page.getByRole('button', { name: settingsWords.rotate.en }).waitFor();
    // The reference had scrolled the tabs to their end.
    const chosen = await page.getByText(portalScreenWords.tab_keys.en, { exact: true }).first().boundingBox();
    expect(chosen?.x).toBeGreaterThan(0);
  });

  test('the tab Try it signs, sends and verifies', async () => {
    const here = await openTab('try', { width });
    const { page } = here;
    await page.getByRole('button', { name: tryWords.send.en }).click();
    await page.getByText(tryWords.verified.en).waitFor();
    await page.getByRole('link', { name: tryWords.open_pay_page.en }).waitFor();
    expect(await overflows(here)).toBe(false);
    expect(await barriers(here, { where: 'a trial call' })).toEqual([]);
    expect(await page.content()).not.toContain(DEMO_SHOP_KEY);
  });

  test('the tab Check a signature names the mistake', async () => {
    const here = await openTab('check', { width });
    const { page } = here;
    const body = '{"amount":"100.00","orderNo":"A-1"}';
    const [timestamp, nonce, path] = ['1795165200', 'a1b2c3d4e5f60718', '/gateway/v1/pay/create'];
    await page.getByLabel(checkWords.path.en).fill(path);
    await page.getByLabel(checkWords.timestamp.en).fill(timestamp);
    await page.getByLabel(checkWords.nonce.en).fill(nonce);
    await page.getByLabel(checkWords.body.en).fill(body);
    await page.getByLabel(checkWords.key.en, { exact: true }).fill('my-key-0123456789');
    await page
      .getByLabel(checkWords.signature.en)
      .fill(signHmac(`POST\n${path}\n${timestamp}\n${nonce}\nx`, 'my-key-0123456789'));
    await page.getByText(checkWords.differs.en).first().waitFor();
    expect(await overflows(here)).toBe(false);
    expect(await barriers(here, { where: 'a checked signature' })).toEqual([]);
  });
});

test('from nothing to the first paid order: the tab’s own sample, as it is', async () => {
  const { page } = await openTab('reference', { width: 1440 });
  await page.getByText('TypeScript', { exact: true }).click();
  await page.getByText('node pay-create.ts').first().waitFor();
  await page.getByLabel(referenceWords.callback_address.en).fill(stage.shop.notifyUrl);
  const sample = (await page.locator('figure[data-sample="/pay/create"] pre').textContent()) ?? '';
  const folder = await testFolder('countinghouse-first-order-');
  try {
    await writeFile(join(folder, 'pay-create.ts'), sample);
    const env = { ...process.env, GATEWAY_KEY: DEMO_SHOP_KEY };
    const { stdout } = await run(process.execPath, ['pay-create.ts'], { cwd: folder, env });
    const payUrl = /payUrl: '([^']+)'/.exec(stdout)?.[1] ?? '';
    const systemNo = /systemNo: '(\d+)'/.exec(stdout)?.[1] ?? '';
    await payBySandbox(payUrl);
    await expect.poll(() => stage.shop.callbacksOf(systemNo).length).toBe(1);
    expect(stage.shop.callbacksOf(systemNo)[0]).toMatchObject({ answered: 'success', result: { kind: 'pay' } });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test('a payout is tried with the payment password', async () => {
  const here = await openTab('try', { width: 1440 });
  const { page } = here;
  await page.getByText('/payout/create', { exact: true }).click();
  await page.getByText(tryWords.payout_moves.en).waitFor();
  await page.getByRole('button', { name: tryWords.send.en }).click();
  expect(await page.getByText(tryWords.verified.en).count()).toBe(0);
  await page.getByLabel(accountTitles.pay_password.en).fill(DEMO_PAY_PASSWORD);
  await page.getByRole('button', { name: tryWords.send.en }).click();
  await page.getByText(tryWords.verified.en).waitFor();
  await page.getByText('"status": "applying"').waitFor();
});
