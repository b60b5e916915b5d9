/**
 * An agent adds a merchant and hands over its first password. At the first login only the form for a new password is
 * there, at every address and in every tab; afterwards the wanted page opens, and the first password is worthless.
 */
import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#database/demo/people.ts';
import { accountWords } from '#features/accounts/account-words.ts';
import { firstPasswordTitles } from '#features/accounts/first-password-titles.ts';
import { firstPasswordWords } from '#features/accounts/first-password-words.ts';
import { userScreenWords } from '#features/accounts/screen-words.ts';
import { userTexts } from '#features/accounts/words.ts';
import { addWords } from '#features/agents/add-words.ts';
import { agentTitles } from '#features/agents/screen-titles.ts';
import { orderTitles } from '#features/orders/screen-titles.ts';
import type { Language } from '#foundation/core/words.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import { accountButton, fillLogin, frameWords, logIn, openScreen, type Visitor } from './visitor-for-tests.ts';

const stage = demoStage();
const GIVEN = 'Given1234';
const CHOSEN = 'Chosen5678';

test.each<{ language: Language; width: number; username: string; mobile: string }>([
  { language: 'en', width: 1440, username: 'added_en', mobile: '13911120001' },
  { language: 'zh', width: 390, username: 'added_zh', mobile: '13911120002' },
])('in $language at $width pixels', async ({ language, width, username, mobile }) => {
  const agent = await stage.visit({ language, width });
  await logIn(agent, stage.baseUrl, { account: 'demo_agent', password: DEMO_PASSWORD });
  await openScreen(agent, agent.translate(agentTitles, 'adduser'));
  await addMerchant(agent, { username, mobile });
  // Of the calls behind the page only the agent's figures may be missing; the form works without them.
  expect(agent.faults()).toEqual([]);
  await agent.close();

  const newcomer = await stage.visit({ language, width });
  const { page, context, translate } = newcomer;
  await page.goto(`${stage.baseUrl}/#/order/list?status=success`);
  await fillLogin(newcomer, { account: username, password: GIVEN });
  await expectOnlyForm(newcomer);
  const second = { ...newcomer, page: await context.newPage() };
  for (const address of ['/dashboard', '/user/password', '/login', '/nowhere']) {
    await second.page.goto(`${stage.baseUrl}/#${address}`);
    await expectOnlyForm(second);
  }
  await page.reload();
  await expectOnlyForm(newcomer);

  await page.getByLabel(translate(firstPasswordWords, 'given_password'), { exact: true }).fill(GIVEN);
  await page.getByLabel(translate(accountWords, 'new_password'), { exact: true }).fill(CHOSEN);
  await page.getByLabel(translate(accountWords, 'repeat_password'), { exact: true }).fill(CHOSEN);
  await page.getByRole('button', { name: translate(firstPasswordWords, 'set') }).click();
  await page.getByRole('heading', { name: translate(orderTitles, 'orders'), level: 1 }).waitFor();
  expect(new URL(page.url()).hash).toMatch(/^#\/order\/list\?status=success/);
  await second.page.goto(`${stage.baseUrl}/#/dashboard`);
  await second.page.reload();
  await accountButton(second).waitFor();

  await accountButton(newcomer).click();
  await page.getByRole('menuitem', { name: translate(frameWords, 'log_out') }).click();
  await page.getByLabel(translate(userScreenWords, 'account')).waitFor();
  await fillLogin(newcomer, { account: username, password: GIVEN });
  await page.getByText(translate(userTexts, 'login_wrong')).first().waitFor();
  await fillLogin(newcomer, { account: mobile, password: CHOSEN });
  await accountButton(newcomer).waitFor();
  expect(newcomer.faults()).toEqual([]);
  await newcomer.close();
});

async function addMerchant({ page, translate }: Visitor, { username, mobile }: { username: string; mobile: string }) {
  const field = (name: keyof typeof addWords) => page.getByLabel(translate(addWords, name), { exact: true });
  await field('username').fill(username);
  await field('mobile').fill(mobile);
  await field('password').fill(GIVEN);
  await field('confirm_password').fill(GIVEN);
  await field('remark').fill('e2e');
  await page.getByRole('button', { name: translate(addWords, 'add'), exact: true }).click();
  await page.getByRole('heading', { name: translate(addWords, 'added') }).waitFor();
  for (const text of [username, GIVEN, `${new URL(page.url()).origin}/#/login`])
    await page.getByText(text, { exact: true }).waitFor();
  await page.getByRole('button', { name: translate(addWords, 'add_another') }).click();
  await field('password').waitFor();
  expect(await page.getByText(GIVEN).count()).toBe(0);
}

/** The form, and nothing of the frame around the screens. */
async function expectOnlyForm({ page, translate }: Visitor): Promise<void> {
  await page.getByRole('heading', { name: translate(firstPasswordTitles, 'title'), level: 1 }).waitFor();
  await page.getByText(translate(firstPasswordWords, 'why')).waitFor();
  await page.getByRole('button', { name: translate(firstPasswordWords, 'log_out') }).waitFor();
  expect(new URL(page.url()).hash).toMatch(/^#\/first-password/);
  expect(await page.getByRole('navigation', { name: translate(frameWords, 'menu') }).count()).toBe(0);
}
