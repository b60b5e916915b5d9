/** The operators' channels: one is added, and closed with a reason, and read on a phone. */
import { expect, test } from 'vitest';
import { operatorChannelWords } from '#features/operations/channel-words.ts';
import { barriers } from './axe-for-tests.ts';
import { operatorJourney } from './operators-for-tests.ts';
import { rowOf } from './visitor-for-tests.ts';

const { enter } = operatorJourney('channels', operatorChannelWords);

test('a channel is added, and closed after the form has shown whom that affects', async () => {
  const { visitor, page, t: say } = await enter('en', 1440);
  await rowOf(visitor, 'sandbox_qr').waitFor();
  expect(await barriers(visitor, { where: 'operators’ channels' })).toEqual([]);

  await page.getByRole('button', { name: say('add'), exact: true }).click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByLabel(say('code'), { exact: true }).fill('night_bank');
  for (const name of ['name_en', 'name_zh', 'name_es', 'name_th'] as const)
    await dialog.getByLabel(say(name), { exact: true }).fill('Night bank');
  await dialog.getByLabel(say('mode'), { exact: true }).selectOption('bank');
  await dialog.getByLabel(say('least'), { exact: true }).fill('10');
  await dialog.getByLabel(say('most'), { exact: true }).fill('5');
  await dialog.getByLabel(say('percent'), { exact: true }).fill('0.8');
  await dialog.getByLabel(say('reason'), { exact: true }).fill('a night service');
  expect(await barriers(visitor, { where: 'a new channel' })).toEqual([]);
  const save = dialog.getByRole('button', { name: say('add'), exact: true });
  await save.click();
  await dialog.getByText('The maximum is below the minimum').waitFor();
  await dialog.getByLabel(say('most'), { exact: true }).fill('5000');
  await save.click();

  const drawer = page.getByRole('dialog').filter({ hasText: say('affected') });
  await drawer.getByText(say('no_route')).waitFor();
  await drawer.getByText(say('no_own_rates')).waitFor();
  expect(await barriers(visitor, { where: 'a channel' })).toEqual([]);
  await drawer.getByRole('button', { name: say('edit'), exact: true }).click();
  const editing = page.getByRole('dialog').last();
  await editing.getByText('can be affected').waitFor();
  await editing.getByLabel(say('state'), { exact: true }).selectOption('closed');
  await editing.getByLabel(say('reason'), { exact: true }).fill('not yet');
  await editing.getByRole('button', { name: say('save'), exact: true }).click();
  await drawer.getByText(say('closed'), { exact: true }).first().waitFor();
});

test('the list fits a phone, in another language', async () => {
  const { visitor, page } = await enter('zh', 390);
  await page.getByRole('main').getByRole('listitem').first().waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  expect(await barriers(visitor, { where: 'operators’ channels on a phone' })).toEqual([]);
});
