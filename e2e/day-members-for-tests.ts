/** What members do on their first day, and what operators decide about them. */
import { expect } from 'vitest';
import { accountTitles } from '#features/accounts/account-titles.ts';
import { accountWords } from '#features/accounts/account-words.ts';
import { resetWords } from '#features/accounts/reset-words.ts';
import { userScreenWords } from '#features/accounts/screen-words.ts';
import { cardQueueTitles } from '#features/cards/operator-titles.ts';
import { cardQueueWords } from '#features/cards/operator-words.ts';
import { certificationQueueTitles } from '#features/certifications/operator-titles.ts';
import { certificationQueueWords } from '#features/certifications/operator-words.ts';
import { memberPageWords } from '#features/operations/member-page-words.ts';
import { operatorMemberWords } from '#features/operations/member-words.ts';
import { operatorRateWords } from '#features/operations/rate-words.ts';
import { operatorTitles } from '#features/operations/screen-titles.ts';
import { portalTitles } from '#features/portal/screen-titles.ts';
import { portalScreenWords } from '#features/portal/screen-words.ts';
import { settingsWords } from '#features/portal/settings-screen-words.ts';
import { DEMO_PAY_PASSWORD } from '#database/demo/people.ts';
import { type Day, PASSWORD, takeCode } from './day-people-for-tests.ts';
import type { ShopKeys } from './shop-for-tests.ts';
import { openScreen, rowOf, type Visitor } from './visitor-for-tests.ts';

interface Newcomer {
  username: string;
  mobile: string;
}

/** Registers a merchant, who is logged in afterwards. */
export async function register(day: Day, visitor: Visitor, { username, mobile }: Newcomer): Promise<void> {
  const { page, translate } = visitor;
  const fill = (name: keyof typeof userScreenWords, value: string) =>
    page.getByLabel(translate(userScreenWords, name), { exact: true }).fill(value);
  await page.goto(`${day.baseUrl}/#/register`);
  await fill('username', username);
  await fill('mobile', mobile);
  await takeCode(day, visitor, mobile);
  await fill('password', PASSWORD);
  await fill('confirm_password', PASSWORD);
  await page.getByRole('button', { name: translate(userScreenWords, 'register'), exact: true }).click();
  await page.waitForURL((url) => url.hash === '#/dashboard');
}

/** Removes the phone, so that no act takes a code: a phone gets only one a minute. */
export async function removePhone(day: Day, visitor: Visitor, mobile: string): Promise<void> {
  const { page, translate } = visitor;
  await openScreen(visitor, translate(accountTitles, 'bind_phone'));
  await takeCode(day, visitor, mobile);
  await page.getByRole('button', { name: translate(accountWords, 'clear_phone'), exact: true }).click();
  await page.getByLabel(translate(accountWords, 'mobile'), { exact: true }).waitFor();
}

/** Returns the link with which the agent sets its password. */
export async function addAgent(
  visitor: Visitor,
  { username, mobile, name }: Newcomer & { name: string },
): Promise<string> {
  const { page, translate } = visitor;
  const t = (phrase: keyof typeof memberPageWords, values = {}) => translate(memberPageWords, phrase, values);
  await openScreen(visitor, translate(operatorTitles, 'members'));
  await page.getByRole('button', { name: t('add_member'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('add_member'), exact: true });
  await dialog
    .getByLabel(translate(operatorMemberWords, 'kind'), { exact: true })
    .selectOption({ label: translate(operatorMemberWords, 'agent') });
  await dialog.getByLabel(t('name'), { exact: true }).fill(name);
  await dialog.getByLabel(translate(operatorMemberWords, 'username'), { exact: true }).fill(username);
  await dialog.getByLabel(t('mobile'), { exact: true }).fill(mobile);
  await dialog.getByLabel(t('reason'), { exact: true }).fill('signed today');
  await dialog.getByRole('button', { name: t('add_member'), exact: true }).click();
  const added = page.getByRole('dialog', { name: t('link_of', { name: username }) });
  const link = (await added.getByText(/^http/).textContent()) ?? '';
  await page.keyboard.press('Escape');
  await added.waitFor({ state: 'detached' });
  return link;
}

/** Sets the password by the link. */
export async function setPassword({ page, translate }: Visitor, baseUrl: string, link: string): Promise<void> {
  await page.goto(`${baseUrl}/${new URL(link).hash}`);
  await page.getByLabel(translate(resetWords, 'new_password'), { exact: true }).fill(PASSWORD);
  await page.getByLabel(translate(resetWords, 'repeat_password'), { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: translate(resetWords, 'set_password'), exact: true }).click();
  await page.getByText(translate(resetWords, 'password_set')).waitFor();
}

/** The only one that waits. */
export async function approveCertification(visitor: Visitor): Promise<void> {
  const { page, translate } = visitor;
  const t = (name: keyof typeof certificationQueueWords) => translate(certificationQueueWords, name);
  await openScreen(visitor, translate(certificationQueueTitles, 'certifications'));
  await page.locator('[data-open-row]').first().click();
  const drawer = page.getByRole('dialog', { name: t('certification') });
  await drawer.getByRole('button', { name: t('approve') }).click();
  const form = drawer.getByRole('form', { name: t('approve') });
  await form.getByRole('button', { name: t('approve'), exact: true }).click();
  await page.getByText(t('empty_title'), { exact: true }).waitFor();
  await page.keyboard.press('Escape');
}

/** The only one that waits. */
export async function approveCard(visitor: Visitor): Promise<void> {
  const { page, translate } = visitor;
  const t = (name: keyof typeof cardQueueWords) => translate(cardQueueWords, name);
  await openScreen(visitor, translate(cardQueueTitles, 'cards'));
  await page.locator('[data-open-row]').first().click();
  const drawer = page.getByRole('dialog', { name: t('card') });
  await drawer.getByRole('button', { name: t('approve') }).click();
  const form = drawer.getByRole('form', { name: t('approve') });
  await form.getByRole('button', { name: t('approve'), exact: true }).click();
  await page.getByText(t('empty_title'), { exact: true }).waitFor();
  await page.keyboard.press('Escape');
}

/** Gives a member a rate of its own on the first channel. */
export async function setRate(
  visitor: Visitor,
  { memberNo, percent }: { memberNo: string; percent: string },
): Promise<void> {
  const { page, translate } = visitor;
  const t = (name: keyof typeof operatorRateWords) => translate(operatorRateWords, name);
  await openScreen(visitor, translate(operatorTitles, 'rates'));
  await rowOf(visitor, memberNo).click();
  const drawer = page.getByRole('dialog', { name: t('rates'), exact: true });
  await drawer
    .getByRole('button', { name: t('edit'), exact: true })
    .first()
    .click();
  const dialog = page.getByRole('dialog').last();
  await dialog.getByLabel(t('percent'), { exact: true }).fill(percent);
  await dialog.getByLabel(t('reason'), { exact: true }).fill('agreed');
  await dialog.getByRole('button', { name: t('save'), exact: true }).click();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(1);
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'detached' });
}

/** What the merchant's program needs, read from the page for developers. */
export async function readKeys(visitor: Visitor): Promise<ShopKeys> {
  const { page, translate } = visitor;
  const t = (name: keyof typeof settingsWords) => translate(settingsWords, name);
  await openScreen(visitor, translate(portalTitles, 'api'));
  const number = page.getByText(/^\d{8}$/).first();
  const merchantNo = (await number.textContent()) ?? '';
  await page.getByRole('radio', { name: translate(portalScreenWords, 'tab_keys'), exact: true }).click({ force: true });
  await page.getByRole('button', { name: t('show'), exact: true }).click();
  const dialog = page.getByRole('dialog', { name: t('show') });
  await dialog.getByLabel(translate(accountTitles, 'pay_password'), { exact: true }).fill(DEMO_PAY_PASSWORD);
  await dialog.getByRole('button', { name: t('show'), exact: true }).click();
  const done = dialog.getByRole('button', { name: t('done'), exact: true });
  await done.waitFor();
  const key = (await dialog.getByText(/^[\w-]{32,43}$/).textContent()) ?? '';
  await done.click();
  return { merchantNo, key };
}
