/**
 * A merchant's developer changes the settings and replaces the key on the API page, on desktop in English and on a phone
 * in Chinese: the new key signs, the old one does until it is ended.
 */
import { expect, test } from 'vitest';
import { DEMO_PASSWORD, DEMO_PAY_PASSWORD } from '#database/demo/people.ts';
import { accountTitles } from '#features/accounts/account-titles.ts';
import { portalTitles } from '#features/portal/screen-titles.ts';
import { portalScreenWords } from '#features/portal/screen-words.ts';
import { apiSettingsTexts } from '#features/portal/settings-words.ts';
import { settingsWords } from '#features/portal/settings-screen-words.ts';
import { createClient, GatewayError } from '@countinghouse/sdk';
import type { Language } from '#foundation/core/words.ts';
import { barriers } from './axe-for-tests.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import { openScreen, type Visitor } from './visitor-for-tests.ts';

const stage = demoStage();

test.each<[language: Language, width: number, account: string]>([
  ['en', 1440, 'demo_shop2'],
  ['zh', 390, 'demo_shop'],
])('in %s at %i px', async (language, width, account) => {
  const visitor = await stage.visit({
    language,
    width,
    storageState: await stage.loggedIn({ account, password: DEMO_PASSWORD }),
  });
  const { page, translate } = visitor;
  const t = (name: keyof typeof settingsWords, values?: Record<string, string>): string =>
    translate(settingsWords, name, values);
  const tab = (name: keyof typeof portalScreenWords) =>
    page.getByRole('radio', { name: translate(portalScreenWords, name), exact: true });
  await page.goto(stage.baseUrl);
  await openScreen(visitor, translate(portalTitles, 'api'));
  const merchantNo =
    (await page
      .getByText(/^\d{8}$/)
      .first()
      .textContent()) ?? '';

  await page.getByLabel(t('request_ips'), { exact: true }).fill('127.0.0.9/8 this machine\n::1\nnot an address');
  await page.getByLabel(t('notify_hosts'), { exact: true }).fill('Shop.Example:8443');
  await enterPayPassword(visitor);
  await page.getByRole('button', { name: t('save') }).click();
  await page.getByText(visitor.translate(apiSettingsTexts, 'address_line', { line: '3' }), { exact: true }).waitFor();
  expect(await barriers(visitor, { where: `the settings, ${width} px` })).toEqual([]);
  await page.getByLabel(t('request_ips'), { exact: true }).fill('127.0.0.9/8 this machine\n::1');
  await page.getByRole('button', { name: t('save') }).click();
  await page.getByText(t('saved'), { exact: true }).waitFor();
  await expect
    .poll(() => page.getByLabel(t('request_ips'), { exact: true }).inputValue())
    .toBe('127.0.0.0/8 this machine\n::1');
  expect(await page.getByLabel(t('notify_hosts'), { exact: true }).inputValue()).toBe('shop.example:8443');

  await tab('tab_keys').click();
  await expect.poll(() => new URL(page.url()).hash).toBe('#/channel/api?tab=keys');
  const showKey = async (): Promise<string> => {
    await page.getByRole('button', { name: t('show') }).click();
    return keyOf(visitor, t('show'));
  };
  const old = await showKey();
  await page.getByRole('button', { name: t('rotate') }).click();
  const newest = await keyOf(visitor, t('rotate'));
  expect(newest).not.toBe(old);
  const balance = async (key: string): Promise<string> => {
    const client = createClient({ baseUrl: `${stage.baseUrl}/gateway/v1`, merchantNo, signType: 'HMAC-SHA256', key });
    return client.balance().then(
      () => 'served',
      (error: unknown) => (error instanceof GatewayError ? error.error : String(error)),
    );
  };
  expect([await balance(newest), await balance(old)]).toEqual(['served', 'served']);
  await page.getByText(t('state_overlap'), { exact: true }).waitFor();
  expect(await barriers(visitor, { where: `the keys, ${width} px` })).toEqual([]);

  await page.getByRole('button', { name: t('end') }).click();
  const ending = page.getByRole('dialog', { name: t('end') });
  await enterPayPassword(visitor);
  await ending.getByRole('button', { name: t('end') }).click();
  await page.getByText(t('state_ended'), { exact: true }).waitFor();
  expect([await balance(newest), await balance(old)]).toEqual(['served', 'key_ended']);

  await page.goBack();
  await page.getByText(t('access'), { exact: true }).waitFor();
  expect(await tab('tab_settings').isChecked()).toBe(true);
  expect(visitor.faults()).toEqual([]);
  await visitor.close();
});

/** Proves in the open dialog, and returns the key that it then shows. The demo's first key is shorter than those that are made. */
async function keyOf(visitor: Visitor, title: string): Promise<string> {
  const { page, translate } = visitor;
  const dialog = page.getByRole('dialog', { name: title });
  await enterPayPassword(visitor);
  await dialog.getByRole('button', { name: title }).click();
  await dialog.getByRole('button', { name: translate(settingsWords, 'done') }).waitFor();
  const key = (await dialog.getByText(/^[\w-]{32,43}$/).textContent()) ?? '';
  await dialog.getByRole('button', { name: translate(settingsWords, 'done') }).click();
  await dialog.waitFor({ state: 'detached' });
  return key;
}

async function enterPayPassword({ page, translate }: Visitor): Promise<void> {
  await page.getByLabel(translate(accountTitles, 'pay_password'), { exact: true }).last().fill(DEMO_PAY_PASSWORD);
}
