/** Operators and the log of all users: an entry is found and read in full, and the chains are verified. */
import { expect, test } from 'vitest';
import { demoOperator } from '#database/demo/people.ts';
import { auditScreenWords } from '#features/operations/audit-screen-words.ts';
import { operatorTitles } from '#features/operations/screen-titles.ts';
import { logWords } from '#features/sessions/screen-words.ts';
import { barriers } from './axe-for-tests.ts';
import { operatorJourney } from './operators-for-tests.ts';

const { enter } = operatorJourney('audit', auditScreenWords);

test('what one user did is found, an entry read in full, and the log is verified', async () => {
  const { page, translate, t } = await enter('en', 1440, `?user=${demoOperator}`);
  const rows = page.getByRole('table').locator('tbody tr[data-index]');
  await rows.first().waitFor();
  expect(await barriers({ page }, { where: 'list' })).toEqual([]);
  await rows.first().locator('[data-open-row]').click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText(translate(logWords, 'device'), { exact: true }).waitFor();
  expect(await barriers({ page }, { where: 'entry' })).toEqual([]);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: t('verify'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('verify_title') });
  await dialog.getByRole('button', { name: t('verify'), exact: true }).click();
  await dialog.getByText(/^Whole: \d+/).waitFor();
  expect(await barriers({ page }, { where: 'verified' })).toEqual([]);
});

test('on a phone, what all users did is read from the list', async () => {
  const { page, translate } = await enter('th', 390);
  const list = page.getByRole('list', { name: translate(operatorTitles, 'audit') });
  await list.getByRole('button').first().click();
  await page.getByRole('dialog').getByText(translate(logWords, 'who'), { exact: true }).waitFor();
  expect(await barriers({ page }, { where: 'phone entry' })).toEqual([]);
});
