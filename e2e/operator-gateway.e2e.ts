/** Operators and the gateway: a refused request of any member is found and explained. */
import { afterEach, expect, test } from 'vitest';
import { demoOperator, DEMO_PASSWORD } from '#database/demo/people.ts';
import { logScreenWords } from '#features/gateway/log-screen-words.ts';
import { operatorGatewayWords } from '#features/operations/gateway-words.ts';
import { operatorTitles } from '#features/operations/screen-titles.ts';
import type { Language } from '#foundation/core/words.ts';
import { barriers } from './axe-for-tests.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import type { Visitor } from './visitor-for-tests.ts';

const stage = demoStage();

let visitor: Visitor | undefined;
afterEach(async () => {
  const faults = visitor?.faults();
  await visitor?.close();
  visitor = undefined;
  expect(faults).toEqual([]);
});

async function enter(language: Language, width: number, query: string): Promise<Visitor> {
  const storageState = await stage.loggedIn({ account: demoOperator, password: DEMO_PASSWORD });
  visitor = await stage.visit({ language, width, storageState });
  const { page, translate } = visitor;
  await page.goto(`${stage.baseUrl}/#/operator/gateway${query}`);
  await page.getByRole('heading', { name: translate(operatorTitles, 'gateway'), level: 1 }).waitFor();
  return visitor;
}

test('a refused request is found and explained: what to do, what was signed', async () => {
  const { page, translate } = await enter('en', 1440, '?served=no');
  const rows = page.getByRole('table').locator('tbody tr[data-index]');
  await rows.first().waitFor();
  await page.getByRole('heading', { name: translate(operatorGatewayWords, 'errors') }).waitFor();
  expect(await barriers({ page }, { where: 'list' })).toEqual([]);
  await rows.first().locator('[data-open-row]').click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText(translate(logScreenWords, 'request_id'), { exact: true }).waitFor();
  await drawer.getByRole('region', { name: translate(logScreenWords, 'what_to_do') }).waitFor();
  expect(await barriers({ page }, { where: 'request' })).toEqual([]);
});

test('on a phone, a request is opened from the list', async () => {
  const { page, translate } = await enter('zh', 390, '?served=no');
  const list = page.getByRole('list', { name: translate(operatorTitles, 'gateway') });
  await list.getByRole('button').first().click();
  await page.getByRole('dialog').getByText(translate(logScreenWords, 'request_id'), { exact: true }).waitFor();
  expect(await barriers({ page }, { where: 'phone request' })).toEqual([]);
});
