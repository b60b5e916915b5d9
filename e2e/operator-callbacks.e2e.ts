/** Operators and callbacks: a receiver in trouble is opened, an attempt read, and the receiver paused and resumed. */
import { afterEach, expect, test } from 'vitest';
import { demoOperator, DEMO_PASSWORD } from '#database/demo/people.ts';
import { operatorCallbackWords } from '#features/operations/callback-words.ts';
import { operatorTitles } from '#features/operations/screen-titles.ts';
import type { Language, PhraseValues } from '#foundation/core/words.ts';
import { barriers } from './axe-for-tests.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import type { Visitor } from './visitor-for-tests.ts';

const stage = demoStage();

type Phrases = (name: keyof typeof operatorCallbackWords, values?: PhraseValues) => string;

let visitor: Visitor | undefined;
afterEach(async () => {
  const faults = visitor?.faults();
  await visitor?.close();
  visitor = undefined;
  expect(faults).toEqual([]);
});

async function enter(language: Language, width: number): Promise<{ visitor: Visitor; t: Phrases }> {
  const storageState = await stage.loggedIn({ account: demoOperator, password: DEMO_PASSWORD });
  visitor = await stage.visit({ language, width, storageState });
  const { page, translate } = visitor;
  await page.goto(`${stage.baseUrl}/#/operator/callbacks`);
  await page.getByRole('heading', { name: translate(operatorTitles, 'callbacks'), level: 1 }).waitFor();
  return { visitor, t: (name, values) => translate(operatorCallbackWords, name, values) };
}

test('a failing receiver is opened, an attempt read, and it is paused and resumed', async () => {
  const {
    visitor: { page },
    t,
  } = await enter('en', 1440);
  const rows = page.getByRole('table').locator('tbody tr[data-index]');
  await rows.first().waitFor();
  expect(await barriers({ page }, { where: 'list' })).toEqual([]);
  await rows.first().locator('[data-open-row]').click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('heading', { name: t('latest') }).waitFor();
  expect(await barriers({ page }, { where: 'receiver' })).toEqual([]);

  const stops = drawer.getByRole('button', { name: t('pause'), exact: true });
  await stops.click();
  const pause = page.getByRole('dialog', { name: t('pause'), exact: true });
  await pause.getByLabel(t('reason')).fill('asked by phone');
  expect(await barriers({ page }, { where: 'pause' })).toEqual([]);
  await pause.getByRole('button', { name: t('pause'), exact: true }).click();
  await drawer.getByText(t('stopped')).first().waitFor();

  await drawer.getByRole('button', { name: t('resume'), exact: true }).click();
  const resume = page.getByRole('dialog', { name: t('resume'), exact: true });
  await resume.getByLabel(t('reason')).fill('mended');
  await resume.getByRole('button', { name: t('resume'), exact: true }).click();
  await page.getByText(/^Receiver resumed/).waitFor();
});

test('on a phone, a receiver is opened from the list', async () => {
  const {
    visitor: { page, translate },
    t,
  } = await enter('es', 390);
  const list = page.getByRole('list', { name: translate(operatorTitles, 'callbacks') });
  await list.getByRole('button').first().click();
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: t('latest') })
    .waitFor();
  expect(await barriers({ page }, { where: 'phone receiver' })).toEqual([]);
});
