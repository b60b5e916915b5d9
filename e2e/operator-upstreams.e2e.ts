/** The operators' upstreams: one is added by its connector's form, tested, opened, paused with a reason, and read on a phone. */
import { expect, test } from 'vitest';
import { operatorRoutingWords } from '#features/operations/routing-words.ts';
import { operatorUpstreamWords } from '#features/operations/upstream-words.ts';
import { barriers } from './axe-for-tests.ts';
import { demoShopNo } from './demo-stage-for-tests.ts';
import { operatorJourney } from './operators-for-tests.ts';
import { rowOf } from './visitor-for-tests.ts';

const { stage, enter } = operatorJourney('upstreams', operatorUpstreamWords);

test('an upstream is added, tested, opened and paused', async () => {
  const { visitor, page, t: say } = await enter('en', 1440);
  await rowOf(visitor, 'Sandbox').waitFor();
  expect(await barriers(visitor, { where: 'operators’ upstreams' })).toEqual([]);

  await page.getByRole('button', { name: say('add'), exact: true }).click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByLabel(say('connector'), { exact: true }).selectOption('countinghouse');
  await dialog.getByLabel(say('setting_signType'), { exact: true }).selectOption('RSA-SHA256');
  await dialog.getByLabel(say('setting_privateKey'), { exact: true }).waitFor();
  await dialog.getByLabel(say('connector'), { exact: true }).selectOption('sandbox');
  await dialog.getByLabel(say('name'), { exact: true }).fill('Second sandbox');
  await dialog.getByLabel(say('reason'), { exact: true }).fill('more room');
  expect(await barriers(visitor, { where: 'a new upstream' })).toEqual([]);
  const save = dialog.getByRole('button', { name: say('add'), exact: true });
  await save.click();
  await dialog.getByText('Missing, or not as the connector needs it').waitFor();
  await dialog.getByLabel(say('setting_key'), { exact: true }).fill('a key of the second sandbox');
  await save.click();

  const drawer = page.getByRole('dialog').filter({ hasText: say('notify_url') });
  await drawer.getByText(say('secret_stored')).waitFor();
  await drawer.getByRole('button', { name: say('test'), exact: true }).click();
  await page.getByText(/It answered in/).waitFor();
  expect(await barriers(visitor, { where: 'an upstream' })).toEqual([]);
  for (const [act, left] of [
    ['resume', 'pause'],
    ['pause', 'resume'],
  ] as const) {
    await drawer.getByRole('button', { name: say(act), exact: true }).click();
    const asking = page.getByRole('dialog').last();
    await asking.getByLabel(say('reason'), { exact: true }).fill('tried');
    await asking.getByRole('button', { name: say(act), exact: true }).click();
    await drawer.getByRole('button', { name: say(left), exact: true }).waitFor();
  }
});

test('routes are drafted, previewed, tried and published', async () => {
  const { visitor, page, translate } = await enter('en', 1440, '?part=routes');
  const say = (name: keyof typeof operatorRoutingWords, values = {}) => translate(operatorRoutingWords, name, values);
  await page.getByText(say('never_published')).waitFor();
  const trial = page.getByRole('form', { name: say('try_title') });
  await trial.getByLabel(say('member_no'), { exact: true }).fill(demoShopNo);
  await trial.getByLabel(say('amount'), { exact: true }).fill('100');
  await trial.getByRole('button', { name: say('try'), exact: true }).click();
  await page.getByText(say('would_take', { name: 'Sandbox' })).waitFor();
  expect(await barriers(visitor, { where: 'routes' })).toEqual([]);

  await page
    .getByRole('button', { name: say('edit'), exact: true })
    .first()
    .click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByLabel(say('cost_percent'), { exact: true }).first().fill('0.9');
  expect(await barriers(visitor, { where: 'a channel’s routes' })).toEqual([]);
  await dialog.getByRole('button', { name: say('save_draft'), exact: true }).click();
  const draft = page.getByRole('region', { name: say('draft') });
  await draft.getByRole('button', { name: say('preview'), exact: true }).click();
  await page.getByRole('dialog').getByText(say('none_differs')).waitFor();
  expect(await barriers(visitor, { where: 'a preview' })).toEqual([]);
  await page.keyboard.press('Escape');
  await draft.getByRole('button', { name: say('publish'), exact: true }).click();
  const asking = page.getByRole('dialog').last();
  await asking.getByLabel(say('reason'), { exact: true }).fill('a new contract');
  await asking.getByRole('button', { name: say('publish'), exact: true }).click();
  await page.getByText(say('version_now', { version: '2' }), { exact: true }).waitFor();
  await page.goto(`${stage.baseUrl}/#/operator/upstreams?part=versions`);
  await rowOf(visitor, 'a new contract').waitFor();
  expect(await barriers(visitor, { where: 'versions' })).toEqual([]);
});

test('the list fits a phone, in another language', async () => {
  const { visitor, page } = await enter('es', 390);
  await page.getByRole('main').getByRole('listitem').first().waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  expect(await barriers(visitor, { where: 'operators’ upstreams on a phone' })).toEqual([]);
});
