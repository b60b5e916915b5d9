/** An agent adds a merchant through the screen, and the merchant replaces the password that it was given. */
import { expect } from 'vitest';
import { accountWords } from '#features/accounts/account-words.ts';
import { firstPasswordWords } from '#features/accounts/first-password-words.ts';
import { addWords } from '#features/agents/add-words.ts';
import { agentTitles } from '#features/agents/screen-titles.ts';
import { formatOf } from '#foundation/core/format.ts';
import type { Visitor } from './visitor-for-tests.ts';

export interface AddedMerchant {
  username: string;
  mobile: string;
  /** The first password. */
  given: string;
  /** Percent above the agent's own rate, on every channel; default: the agent's own rates. */
  margin?: string;
}

/** On the open form. Checks what is handed over, and that the password is not shown again. */
export async function addMerchant(
  { page, translate, language }: Visitor,
  { username, mobile, given, margin }: AddedMerchant,
): Promise<void> {
  const field = (name: keyof typeof addWords) => page.getByLabel(translate(addWords, name), { exact: true });
  await field('username').fill(username);
  await field('mobile').fill(mobile);
  await field('password').fill(given);
  await field('confirm_password').fill(given);
  await field('remark').fill('e2e');
  if (margin !== undefined) {
    await field('margin').fill(margin);
    const shown = formatOf(language, { currency: 'CNY', timeZone: 'UTC' }).percent(margin);
    await page
      .getByRole('button', { name: translate(addWords, 'margin_apply', { margin: shown }), exact: true })
      .click();
  }
  await page.getByRole('button', { name: translate(agentTitles, 'adduser'), exact: true }).click();
  await page.getByRole('heading', { name: translate(addWords, 'added') }).waitFor();
  for (const text of [username, given, `${new URL(page.url()).origin}/#/login`])
    await page.getByText(text, { exact: true }).waitFor();
  await page.getByRole('button', { name: translate(addWords, 'add_another') }).click();
  await field('password').waitFor();
  expect(await page.getByText(given).count()).toBe(0);
}

/** On the form that is shown until a password is chosen. */
export async function chooseFirstPassword(
  { page, translate }: Visitor,
  { given, chosen }: { given: string; chosen: string },
): Promise<void> {
  await page.getByLabel(translate(firstPasswordWords, 'given_password'), { exact: true }).fill(given);
  await page.getByLabel(translate(accountWords, 'new_password'), { exact: true }).fill(chosen);
  await page.getByLabel(translate(accountWords, 'repeat_password'), { exact: true }).fill(chosen);
  await page.getByRole('button', { name: translate(firstPasswordWords, 'set') }).click();
}
