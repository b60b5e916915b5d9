/** Screenshots of the account's screens, and of what the navbar opens over a page. */
import { logTitles } from '#features/audit/log-titles.ts';
import { batchTitles } from '#features/batches/screen-titles.ts';
import { beneficiaryTexts } from '#features/cards/beneficiary-words.ts';
import { cardScreenWords } from '#features/cards/screen-words.ts';
import { cardTitles } from '#features/cards/screen-titles.ts';
import { certificationTitles } from '#features/certifications/screen-titles.ts';
import { withdrawWords } from '#features/disbursements/screen-words.ts';
import { disbursementTitles } from '#features/disbursements/screen-titles.ts';
import { noticeScreenWords } from '#features/notices/screen-words.ts';
import { profileTitles } from '#features/profiles/screen-titles.ts';
import { rechargeTitles } from '#features/recharges/screen-titles.ts';
import { firstPasswordWords } from '#features/accounts/first-password-words.ts';
import { userScreenWords } from '#features/accounts/screen-words.ts';
import { accountTitles } from '#features/accounts/account-titles.ts';
import { resetTitles } from '#features/accounts/reset-titles.ts';
import type { Phrase } from '#foundation/core/words.ts';
import type { TestServer } from './server-for-tests.ts';
import { goTo, openedShot, pageShot, type Shot, untilLoaded } from './shots.ts';
import { type Account, fillLogin, frameWords, openSettings, rowOf, type Visitor } from './visitor-for-tests.ts';

const STATEMENT = '/order/reconciliation';
/** Of the developers' page. */
const portalTabs = ['settings', 'keys', 'requests', 'callbacks', 'plugins', 'try', 'check', 'reference'];

const wrongTable = `Amount,Withdrawal type,Holder,Bank,Branch,Account
10,Bank card,赵敏,ABC,,6228480012345678903
20,Bank card,Somchai Jaidee,ABC,,6228480012345678904
1.005,Cash,Maria Lopez,,,12
30,Alipay,周杰,,,13812345678`;

/** The reset page as its link opens it, and without the link's token. */
export function resetShots(server: TestServer): Shot[] {
  return [
    shot(server, '05-reset-password', `/reset-password?token=${'x'.repeat(43)}`, resetTitles.reset_title),
    shot(server, '06-reset-password-incomplete', '/reset-password', resetTitles.reset_title),
  ];
}

/** What a login can ask for: a second step, and a password of one's own. `accounts` are those of whom it does. */
export function loginShots(server: TestServer, accounts: { guarded: Account; given: Account }): Shot[] {
  const enter = (account: Account) => async (visitor: Visitor) => {
    await goTo(server, '/login')(visitor);
    await fillLogin(visitor, account);
  };
  return [
    {
      name: '08-login-second-step',
      to: enter(accounts.guarded),
      whole: ({ page, translate }) => page.getByLabel(translate(userScreenWords, 'second_step_code'), { exact: true }),
    },
    {
      name: '09-first-password',
      to: enter(accounts.given),
      whole: ({ page, translate }) => page.getByLabel(translate(firstPasswordWords, 'given_password'), { exact: true }),
    },
  ];
}

export function accountShots(server: TestServer): Shot[] {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  return [
    shot(server, '70-profile', '/user/profile', profileTitles.profile),
    shot(server, '71-certification', '/user/auth', certificationTitles.certification),
    shot(server, '72-password', '/user/password', accountTitles.password),
    shot(server, '73-pay-password', '/user/paypassword', accountTitles.pay_password),
    shot(server, '74-bind-google', '/user/bindgoogle', accountTitles.bind_google),
    shot(server, '75-bind-phone', '/user/bindphone', accountTitles.bind_phone),
    shot(server, '76-logs', '/user/logs', logTitles.operation_log),
    pageShot(server, '78-downloads', '/user/downloads'),
    pageShot(server, '79-schedules', '/user/downloads?tab=schedules'),
    shot(server, '77-recharge', '/user/recharge', rechargeTitles.recharge),
    shot(server, '60-repay-withdrawals', '/repay/index', disbursementTitles.payouts),
    shot(server, '61-repay-payouts', '/repay/index?tab=payouts', disbursementTitles.payouts),
    openedShot(server, '60-withdrawal', '/repay/index'),
    openedShot(server, '61-payout', '/repay/index?tab=payouts'),
    pageShot(server, '61-new-payout-drawer', '/repay/index?tab=payouts&new=payout'),
    shot(server, '62-withdraw', '/repay/apply', disbursementTitles.withdraw),
    {
      name: '62-withdraw-confirmation-menu',
      to: async (visitor) => {
        const { page, translate } = visitor;
        await goTo(server, '/repay/apply')(visitor);
        await page.getByLabel(translate(withdrawWords, 'amount'), { exact: true }).fill('1200.00');
        await page.locator('main button[type=submit]').last().click();
        await untilLoaded(visitor);
      },
      whole: ({ page }) => page.getByRole('dialog'),
    },
    {
      name: '63-new-card-menu',
      to: async (visitor) => {
        await goTo(server, '/repay/bankcard')(visitor);
        await visitor.page.getByRole('button', { name: visitor.translate(cardScreenWords, 'add') }).click();
        await untilLoaded(visitor);
      },
      whole: ({ page }) => page.getByRole('dialog'),
    },
    {
      name: '64-batch',
      to: async (visitor) => {
        await goTo(server, '/repay/index?tab=batches')(visitor);
        const [before = ''] = visitor.translate(frameWords, 'open_row', { row: '\n' }).split('\n');
        await rowOf(visitor, /./)
          .getByRole('button', { name: new RegExp(`^${before}`) })
          .first()
          .click();
        await visitor.page.waitForURL(/batch\?no=/);
        await untilLoaded(visitor);
      },
      whole: ({ page, translate }) => page.getByRole('heading', { name: translate(batchTitles, 'batch'), level: 1 }),
    },
    shot(server, '63-bank-cards', '/repay/bankcard', cardTitles.cards),
    shot(server, '64-repay-batches', '/repay/index?tab=batches', disbursementTitles.payouts),
    shot(server, '65-batch-upload', '/repay/batchApply', batchTitles.upload),
    shot(server, '66-batch-manual', '/repay/batchApplyManual', batchTitles.manual),
    {
      name: '67-batch-wrong-rows',
      to: async (visitor) => {
        await goTo(server, '/repay/batchApply')(visitor);
        await visitor.page
          .locator('input[type=file]')
          .setInputFiles({ name: 'suppliers.csv', mimeType: 'text/csv', buffer: Buffer.from(wrongTable) });
      },
      whole: ({ page, translate }) => page.getByText(translate(beneficiaryTexts, 'card_number_check')),
    },
    pageShot(server, '83-notices-page', '/notices'),
    pageShot(server, '84-statement', STATEMENT),
    pageShot(server, '84-statement-year', `${STATEMENT}?year=${yesterday.slice(0, 4)}`),
    pageShot(server, '84-statement-day', `${STATEMENT}?month=${yesterday.slice(0, 7)}&open=${yesterday}`),
    pageShot(server, '84-statement-compare', `${STATEMENT}?compare=1`),
    ...portalTabs.map((tab) => pageShot(server, `85-api-${tab}`, `/channel/api?tab=${tab}`)),
    {
      name: '80-settings',
      to: settingsAt(server),
      whole: ({ page, translate }) => page.getByRole('dialog', { name: translate(frameWords, 'settings') }),
    },
    {
      name: '81-search',
      to: async (visitor) => {
        await goTo(server, '/dashboard')(visitor);
        const { page, translate } = visitor;
        await page
          .getByRole('banner')
          .getByRole('button', { name: new RegExp(`^${translate(frameWords, 'search')}`) })
          .click();
        await page.getByRole('combobox').fill('/order');
      },
      whole: ({ page }) => page.getByRole('option'),
    },
    {
      name: '82-notices',
      to: async (visitor) => {
        await goTo(server, '/dashboard')(visitor);
        const { page, translate } = visitor;
        await page
          .getByRole('banner')
          .getByRole('button', { name: new RegExp(`^${translate(noticeScreenWords, 'notices')}`) })
          .click();
      },
      whole: ({ page, translate }) =>
        page.getByRole('heading', { name: translate(noticeScreenWords, 'notices'), exact: true }),
    },
  ];
}

/** A page identified by its heading, once it has finished loading. */
function shot(server: TestServer, name: string, href: string, title: Phrase): Shot {
  return {
    name,
    to: goTo(server, href),
    whole: ({ page, language }) =>
      page
        .locator('body:not(:has([aria-busy="true"], button[type="submit"]:disabled))')
        .getByRole('heading', { name: title[language], level: 1 }),
  };
}

function settingsAt(server: TestServer): (visitor: Visitor) => Promise<void> {
  return async (visitor) => {
    await goTo(server, '/dashboard')(visitor);
    await openSettings(visitor);
  };
}
