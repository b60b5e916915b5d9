/** The merchant's screens by title. A new screen must be added here. */
import { batchTitles } from '#features/batches/screen-titles.ts';
import { cardTitles } from '#features/cards/screen-titles.ts';
import { certificationTitles } from '#features/certifications/screen-titles.ts';
import { channelScreenWords } from '#features/channels/screen-words.ts';
import { dashboardWords } from '#features/dashboard/screen-words.ts';
import { disbursementTitles } from '#features/disbursements/screen-titles.ts';
import { ledgerScreenWords } from '#features/ledger/screen-words.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { profileTitles } from '#features/profiles/screen-titles.ts';
import { rechargeTitles } from '#features/recharges/screen-titles.ts';
import { accountTitles } from '#features/accounts/account-titles.ts';
import { logTitles } from '#features/audit/log-titles.ts';
import { untilAtRest } from './rest-for-tests.ts';
import { openScreen, rowOf, type Visitor } from './visitor-for-tests.ts';

/** Returns the titles in menu order. */
export function titlesOf(visitor: Visitor): string[] {
  return [visitor.say(dashboardWords, 'dashboard'), ...listTitlesOf(visitor), ...accountTitlesOf(visitor)];
}

/** Opens one screen after another, and calls `look` when each is complete and at rest. */
export async function walkScreens(
  visitor: Visitor,
  look: (title: string) => Promise<void> = async () => undefined,
): Promise<void> {
  const { page, say } = visitor;
  const lists = listTitlesOf(visitor);
  const forms = [say(disbursementTitles, 'withdraw'), say(batchTitles, 'upload'), say(batchTitles, 'manual')];
  await page.getByRole('img', { name: /¥/ }).waitFor();
  await page.getByText(say(dashboardWords, 'todo'), { exact: true }).waitFor();
  await untilAtRest(page);
  await look(say(dashboardWords, 'dashboard'));
  for (const title of [...lists, ...accountTitlesOf(visitor)]) {
    await openScreen(visitor, title);
    if (lists.includes(title) && !forms.includes(title)) await rowOf(visitor, /\d/).first().waitFor();
    await untilAtRest(page);
    await look(title);
  }
}

function listTitlesOf({ say }: Visitor): string[] {
  return [
    say(orderScreenWords, 'orders'),
    say(ledgerScreenWords, 'money_log'),
    say(disbursementTitles, 'repay'),
    say(disbursementTitles, 'withdraw'),
    say(batchTitles, 'upload'),
    say(batchTitles, 'manual'),
    say(cardTitles, 'cards'),
    say(channelScreenWords, 'channels'),
  ];
}

function accountTitlesOf({ say }: Visitor): string[] {
  return [
    say(rechargeTitles, 'recharge'),
    say(profileTitles, 'profile'),
    say(certificationTitles, 'certification'),
    say(accountTitles, 'password'),
    say(accountTitles, 'pay_password'),
    say(accountTitles, 'bind_google'),
    say(accountTitles, 'bind_phone'),
    say(logTitles, 'operation_log'),
  ];
}
