/** Operators and the platform's settings: one is found, changed and undone; one of money is proposed; holidays are imported. */
import { expect, test } from 'vitest';
import { settingWords } from '#features/operations/setting-words.ts';
import { barriers } from './axe-for-tests.ts';
import { operatorJourney } from './operators-for-tests.ts';

const { enter } = operatorJourney('settings', settingWords);

test('the name is changed, shown at once in the sidebar, and undone; a setting of money is proposed', async () => {
  const { page, t } = await enter('en', 1440);
  await page.getByText(t('two_people')).waitFor();
  expect(await barriers({ page }, { where: 'list' })).toEqual([]);
  await page.getByLabel(t('find')).fill('beside the name');
  await expect.poll(() => page.getByRole('heading', { level: 3 }).count()).toBe(1);
  await page.getByLabel(t('find')).fill('');

  await page.getByRole('button', { name: t('change_of', { name: t('name_name') }) }).click();
  const dialog = page.getByRole('dialog', { name: t('change_of', { name: t('name_name') }) });
  await dialog.getByRole('textbox', { name: t('name_name'), exact: true }).fill('Harbour Pay');
  await dialog.getByLabel(t('reason')).fill('new brand');
  expect(await barriers({ page }, { where: 'dialog' })).toEqual([]);
  await dialog.getByRole('button', { name: t('save') }).click();
  await page.getByText(t('saved'), { exact: true }).waitFor();
  // Every open console hears of it.
  await page.getByRole('link', { name: 'Harbour Pay', exact: true }).waitFor();

  await page.getByRole('button', { name: t('change_of', { name: t('name_min_recharge_minor') }) }).click();
  const money = page.getByRole('dialog', { name: t('change_of', { name: t('name_min_recharge_minor') }) });
  await money.getByRole('textbox', { name: t('name_min_recharge_minor'), exact: true }).fill('250');
  await money.getByLabel(t('reason')).fill('costs');
  await money.getByRole('button', { name: t('propose') }).click();
  await money.waitFor({ state: 'detached' });
  // The demo has one that waits already.
  await expect.poll(() => page.getByText(t('waits'), { exact: true }).count()).toBe(2);

  await page.getByRole('radio', { name: t('part_changes') }).click({ force: true });
  await page.getByRole('button', { name: t('undo_of', { name: t('name_name') }) }).click();
  const undo = page.getByRole('dialog', { name: t('undo_of', { name: t('name_name') }) });
  await undo.getByLabel(t('reason')).fill('too early');
  await undo.getByRole('button', { name: t('undo') }).click();
  await page.getByRole('link', { name: 'Countinghouse', exact: true }).waitFor();
  expect(await barriers({ page }, { where: 'changes' })).toEqual([]);
});

const calendarOf = (day: string, until: string) =>
  Buffer.from(
    `BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART;VALUE=DATE:${day}\nDTEND;VALUE=DATE:${until}\nSUMMARY:国庆节\nEND:VEVENT\nEND:VCALENDAR`,
  );

/** Imports holidays of a year that has none, and saves them. */
async function saveHolidays({ page, t }: Pick<Awaited<ReturnType<typeof enter>>, 'page' | 't'>, year: number) {
  await page.getByLabel(t('year'), { exact: true }).selectOption(String(year));
  // The year before has no days either.
  const shown = page.getByRole('region', { name: t('holidays_of', { year: String(year) }) });
  await shown.getByText(t('no_days')).waitFor();
  const buffer = calendarOf(`${year}1001`, `${year}1004`);
  await page.locator('input[type=file]').setInputFiles({ name: 'days.ics', mimeType: 'text/calendar', buffer });
  await expect.poll(() => page.getByText(t('unsaved')).count()).toBe(3);
  expect(await barriers({ page }, { where: 'holidays' })).toEqual([]);
  await page.getByRole('button', { name: t('review_save') }).click();
  const dialog = page.getByRole('dialog', { name: t('holidays_of', { year: String(year) }) });
  await dialog.getByLabel(t('reason')).fill('国务院');
  expect(await barriers({ page }, { where: 'effect' })).toEqual([]);
  await dialog.getByRole('button', { name: t('save') }).click();
  await page.getByText(t('calendar_saved')).waitFor();
  await expect.poll(() => page.getByText(t('unsaved')).count()).toBe(0);
}

const thisYear = new Date().getUTCFullYear();

test('holidays are imported on a phone, their effect is shown, and they are saved', async () => {
  const entered = await enter('zh', 390, '?part=holidays');
  await saveHolidays(entered, thisYear + 1);
  expect(await entered.page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
});

test('a change is undone on a phone, in its unfolded row', async () => {
  const { page, t } = await enter('zh', 390, '?part=changes');
  const name = t('holidays_of', { year: String(thisYear + 1) });
  const row = page.getByRole('listitem').filter({ hasText: name }).first();
  await row.getByRole('button').first().click();
  await row.getByRole('button', { name: t('undo_of', { name }) }).click();
  const undo = page.getByRole('dialog', { name: t('undo_of', { name }) });
  await undo.getByLabel(t('reason')).fill('填错了');
  expect(await barriers({ page }, { where: 'undoing on a phone' })).toEqual([]);
  await undo.getByRole('button', { name: t('undo'), exact: true }).click();
  await undo.waitFor({ state: 'detached' });
  await page.getByText(t('calendar_saved')).waitFor();
});

test('a change of holidays is undone in the history', async () => {
  const { page, t } = await enter('en', 1440, '?part=holidays');
  const year = thisYear + 2;
  await saveHolidays({ page, t }, year);
  await page.getByRole('radio', { name: t('part_changes') }).click({ force: true });
  const name = t('holidays_of', { year: String(year) });
  await page.getByRole('button', { name: t('undo_of', { name }) }).click();
  const undo = page.getByRole('dialog', { name: t('undo_of', { name }) });
  await undo.getByLabel(t('reason')).fill('a wrong file');
  expect(await barriers({ page }, { where: 'undoing holidays' })).toEqual([]);
  await undo.getByRole('button', { name: t('undo'), exact: true }).click();
  await undo.waitFor({ state: 'detached' });
  await page.goto(page.url().replace(/\?.*$/, `?part=holidays&year=${year}`));
  await page.getByRole('region', { name }).getByText(t('no_days')).waitFor();
});
