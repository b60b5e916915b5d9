/** Operators and announcements: one is written in two languages, previewed, published to agents, and withdrawn. */
import { afterEach, expect, test } from 'vitest';
import { demoOperator, DEMO_PASSWORD } from '#database/demo/people.ts';
import { announcementWords } from '#features/operations/announcement-words.ts';
import { operatorTitles } from '#features/operations/screen-titles.ts';
import { type Language, languageNames, type PhraseValues } from '#foundation/core/words.ts';
import { barriers } from './axe-for-tests.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import type { Visitor } from './visitor-for-tests.ts';

const stage = demoStage();

type Phrases = (name: keyof typeof announcementWords, values?: PhraseValues) => string;

const visitors: Visitor[] = [];
afterEach(async () => {
  for (const visitor of visitors.splice(0)) {
    const faults = visitor.faults();
    await visitor.close();
    expect(faults).toEqual([]);
  }
});

async function enter(account: string, language: Language, width: number, path: string): Promise<Visitor> {
  const storageState = await stage.loggedIn({ account, password: DEMO_PASSWORD });
  const visitor = await stage.visit({ language, width, storageState });
  visitors.push(visitor);
  await visitor.page.goto(`${stage.baseUrl}/#${path}`);
  return visitor;
}

test('one for agents is written, previewed and published; an agent reads it, a merchant does not', async () => {
  const { page, translate } = await enter(demoOperator, 'en', 1440, '/operator/announcements');
  const t: Phrases = (name, values) => translate(announcementWords, name, values);
  await page.getByRole('heading', { name: translate(operatorTitles, 'announcements'), level: 1 }).waitFor();
  expect(await barriers({ page }, { where: 'list' })).toEqual([]);

  await page.getByRole('button', { name: t('add') }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByLabel(t('title'), { exact: true }).fill('Commission on Friday');
  await drawer.getByLabel(t('body'), { exact: true }).fill('Paid **one day** earlier <b>this week</b>.');
  const preview = drawer.getByRole('region', { name: t('preview') });
  await preview.locator('strong').getByText('one day').waitFor();
  await preview.getByText('<b>this week</b>').waitFor();
  await drawer.getByRole('radio', { name: languageNames.zh }).click({ force: true });
  await drawer.getByText(t('falls_back', { language: languageNames.en })).waitFor();
  await drawer.getByLabel(t('title'), { exact: true }).fill('佣金周五到账');
  await drawer.getByLabel(t('body'), { exact: true }).fill('本周提前一天。');
  await drawer.getByLabel(t('audience'), { exact: true }).selectOption('agents');
  expect(await barriers({ page }, { where: 'form' })).toEqual([]);

  // Its last day is chosen in a calendar. Escape closes the calendar and not the form below it.
  const opener = page.getByRole('button', { name: `Calendar: ${t('until')}` });
  const calendar = page.getByRole('dialog', { name: `Calendar: ${t('until')}` });
  await opener.click();
  await calendar.getByRole('table').waitFor();
  expect(await barriers({ page }, { where: 'calendar', within: '[role="dialog"]' })).toEqual([]);
  await page.keyboard.press('Escape');
  await calendar.waitFor({ state: 'hidden' });
  await opener.click();
  await calendar.waitFor();
  // Also with the focus back in the field.
  await drawer.getByLabel(t('until'), { exact: true }).focus();
  await page.keyboard.press('Escape');
  await calendar.waitFor({ state: 'hidden' });
  await opener.press('Enter');
  await calendar.getByRole('button', { name: 'Next month' }).click();
  await calendar.getByRole('button', { name: /^15 / }).click();
  await calendar.waitFor({ state: 'hidden' });
  expect(await drawer.getByLabel(t('until'), { exact: true }).inputValue()).toMatch(/^15 \w{3} \d{4}$/);
  await drawer.getByRole('button', { name: t('save') }).click();
  await drawer.getByText('Enter a time such as 09:30').waitFor();
  await drawer.getByLabel(t('until_time'), { exact: true }).fill('1830');
  await drawer.getByRole('button', { name: t('save') }).click();
  await page.getByText(t('saved')).waitFor();

  await drawer.getByRole('button', { name: t('publish') }).click();
  const dialog = page.getByRole('dialog', { name: t('publish') });
  await dialog.getByLabel(t('reason')).fill('asked by finance');
  await dialog.getByRole('button', { name: t('publish') }).click();
  await drawer.getByText(t('phase_shown')).waitFor();
  await drawer.getByRole('button', { name: t('withdraw') }).waitFor();
  expect(await barriers({ page }, { where: 'published' })).toEqual([]);

  const agent = await enter('demo_agent', 'zh', 1440, '/');
  await agent.page.getByText('佣金周五到账').first().waitFor();
  const merchant = await enter('demo_shop', 'en', 1440, '/');
  await merchant.page
    .getByText('Welcome to Countinghouse')
    .or(merchant.page.getByText(/\d+ more/))
    .first()
    .waitFor();
  expect(await merchant.page.getByText('Commission on Friday').count()).toBe(0);
});

test('on a phone, one is opened and withdrawn', async () => {
  const { page, translate } = await enter(demoOperator, 'es', 390, '/operator/announcements?state=published');
  const t: Phrases = (name, values) => translate(announcementWords, name, values);
  const list = page.getByRole('list', { name: translate(operatorTitles, 'announcements') });
  await list.getByRole('button').last().click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: t('withdraw') }).click();
  expect(await barriers({ page }, { where: 'phone' })).toEqual([]);
  const dialog = page.getByRole('dialog', { name: t('withdraw') });
  await dialog.getByLabel(t('reason')).fill('ya no vale');
  await dialog.getByRole('button', { name: t('withdraw') }).click();
  await drawer.getByText(t('phase_withdrawn')).waitFor();
  await drawer.getByRole('button', { name: t('publish') }).waitFor();
});
