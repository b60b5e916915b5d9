/**
 * An agent adds a merchant and hands over its first password. At the first login only the form for a new password is
 * there, at every address and in every tab; afterwards the wanted page opens, and the first password is worthless.
 */
import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#database/demo/people.ts';
import { firstPasswordTitles } from '#features/accounts/first-password-titles.ts';
import { firstPasswordWords } from '#features/accounts/first-password-words.ts';
import { userScreenWords } from '#features/accounts/screen-words.ts';
import { userTexts } from '#features/accounts/words.ts';
import { agentTitles } from '#features/agents/screen-titles.ts';
import { orderTitles } from '#features/orders/screen-titles.ts';
import type { Language } from '#foundation/core/words.ts';
import { addMerchant, chooseFirstPassword } from './added-member-for-tests.ts';
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
  await addMerchant(agent, { username, mobile, given: GIVEN });
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

  await chooseFirstPassword(newcomer, { given: GIVEN, chosen: CHOSEN });
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

/** The form, and nothing of the frame around the screens. */
async function expectOnlyForm({ page, translate }: Visitor): Promise<void> {
  await page.getByRole('heading', { name: translate(firstPasswordTitles, 'title'), level: 1 }).waitFor();
  await page.getByText(translate(firstPasswordWords, 'why')).waitFor();
  await page.getByRole('button', { name: translate(firstPasswordWords, 'log_out') }).waitFor();
  expect(new URL(page.url()).hash).toMatch(/^#\/first-password/);
  expect(await page.getByRole('navigation', { name: translate(frameWords, 'menu') }).count()).toBe(0);
}
