/** The screens by title. A new screen must be added here. */
import { agentTitles } from '#features/agents/screen-titles.ts';
import { batchTitles } from '#features/batches/screen-titles.ts';
import { cardTitles } from '#features/cards/screen-titles.ts';
import { certificationTitles } from '#features/certifications/screen-titles.ts';
import { channelScreenWords } from '#features/channels/screen-words.ts';
import { dashboardWords } from '#features/dashboard/screen-words.ts';
import { disbursementTitles } from '#features/disbursements/screen-titles.ts';
import { downloadTitles } from '#features/downloads/screen-titles.ts';
import { ledgerScreenWords } from '#features/ledger/screen-words.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { portalTitles } from '#features/portal/screen-titles.ts';
import { profileTitles } from '#features/profiles/screen-titles.ts';
import { rechargeTitles } from '#features/recharges/screen-titles.ts';
import { statementTitles } from '#features/statements/screen-titles.ts';
import { accountTitles } from '#features/accounts/account-titles.ts';
import { logTitles } from '#features/audit/log-titles.ts';
import { untilIdle } from './idle-for-tests.ts';
import { openScreen, rowOf, type Visitor } from './visitor-for-tests.ts';

/** Returns the titles in menu order. */
export function titlesOf(visitor: Visitor): string[] {
  return [visitor.translate(dashboardWords, 'dashboard'), ...listTitlesOf(visitor), ...accountTitlesOf(visitor)];
}

/** Opens one screen after another, and calls `look` when each is complete and at rest. */
export async function walkScreens(
  visitor: Visitor,
  look: (title: string) => Promise<void> = async () => undefined,
): Promise<void> {
  const { page, translate } = visitor;
  const lists = listTitlesOf(visitor);
  const forms = [
    translate(rechargeTitles, 'recharge'),
    translate(disbursementTitles, 'withdraw'),
    translate(batchTitles, 'upload'),
    translate(batchTitles, 'manual'),
    translate(portalTitles, 'api'),
  ];
  await page.getByRole('img', { name: /¥/ }).waitFor();
  await page.getByText(translate(dashboardWords, 'todo'), { exact: true }).waitFor();
  await untilIdle(page);
  await look(translate(dashboardWords, 'dashboard'));
  for (const title of [...lists, ...accountTitlesOf(visitor)]) {
    await openScreen(visitor, title);
    if (lists.includes(title) && !forms.includes(title)) await rowOf(visitor, /\d/).first().waitFor();
    await untilIdle(page);
    await look(title);
  }
}

/** Returns the titles that only an agent's menu has, in menu order. */
export function agentTitlesOf({ translate }: Visitor): string[] {
  return [
    translate(agentTitles, 'overview'),
    translate(agentTitles, 'adduser'),
    translate(agentTitles, 'members'),
    translate(agentTitles, 'member_orders'),
    translate(agentTitles, 'commission_statement'),
  ];
}

/** Opens an agent's own screens one after another, and calls `look` when each is complete and at rest. */
export async function walkAgentScreens(visitor: Visitor, look: (title: string) => Promise<void>): Promise<void> {
  for (const title of agentTitlesOf(visitor)) {
    await openScreen(visitor, title);
    await untilIdle(visitor.page);
    await look(title);
  }
}

function listTitlesOf({ translate }: Visitor): string[] {
  return [
    translate(orderScreenWords, 'orders'),
    translate(ledgerScreenWords, 'money_log'),
    translate(rechargeTitles, 'recharge'),
    translate(disbursementTitles, 'withdraw'),
    translate(statementTitles, 'statement'),
    translate(disbursementTitles, 'repay'),
    translate(batchTitles, 'upload'),
    translate(batchTitles, 'manual'),
    translate(cardTitles, 'cards'),
    translate(channelScreenWords, 'channels'),
    translate(portalTitles, 'api'),
  ];
}

function accountTitlesOf({ translate }: Visitor): string[] {
  return [
    translate(profileTitles, 'profile'),
    translate(certificationTitles, 'certification'),
    translate(accountTitles, 'password'),
    translate(accountTitles, 'pay_password'),
    translate(accountTitles, 'bind_google'),
    translate(accountTitles, 'bind_phone'),
    translate(logTitles, 'operation_log'),
    translate(downloadTitles, 'downloads'),
  ];
}
