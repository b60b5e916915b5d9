/** What the operators tell members. */
import { announcementWords } from '#features/operations/announcement-words.ts';
import { operatorTitles } from '#features/operations/screen-titles.ts';
import { openScreen, type Visitor } from './visitor-for-tests.ts';

/** Writes an announcement for agents and publishes it. */
export async function announceToAgents(
  visitor: Visitor,
  { title, body }: { title: string; body: string },
): Promise<void> {
  const { page, translate } = visitor;
  const t = (name: keyof typeof announcementWords) => translate(announcementWords, name);
  await openScreen(visitor, translate(operatorTitles, 'announcements'));
  await page.getByRole('button', { name: t('add') }).click();
  const drawer = page.getByRole('dialog').first();
  await drawer.getByLabel(t('title'), { exact: true }).fill(title);
  await drawer.getByLabel(t('body'), { exact: true }).fill(body);
  await drawer.getByLabel(t('audience'), { exact: true }).selectOption('agents');
  await drawer.getByRole('button', { name: t('save') }).click();
  await drawer.getByRole('button', { name: t('publish'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('publish'), exact: true });
  await dialog.getByLabel(t('reason'), { exact: true }).fill('asked by finance');
  await dialog.getByRole('button', { name: t('publish'), exact: true }).click();
  await drawer.getByText(t('phase_shown')).waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
}
