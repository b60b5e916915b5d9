/**
 * Two accounts in one browser: a tab acts only for the account that it shows, and typed text is kept for its own user.
 */
import type { Locator, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { DEMO_PASSWORD, DEMO_PAY_PASSWORD } from '#database/demo/people.ts';
import { columnWords } from '#features/batches/column-words.ts';
import type { BatchColumn } from '#features/batches/columns.ts';
import { batchTitles } from '#features/batches/screen-titles.ts';
import { gridWords, payWords, rowWords, tableWords } from '#features/batches/screen-words.ts';
import { accountTitles } from '#features/accounts/account-titles.ts';
import { barriersInAll } from './axe-for-tests.ts';
import { inApp } from './app-for-tests.ts';
import { demoShop, demoStage } from './demo-stage-for-tests.ts';
import {
  type Account,
  accountButton,
  fillLogin,
  frameWords,
  logIn,
  openScreen,
  type Visitor,
} from './visitor-for-tests.ts';

const stage = demoStage();
const other: Account = { account: 'demo_shop2', password: DEMO_PASSWORD };
const ACCOUNT = '6228480012345678903';

let visitor: Visitor;
afterEach(async () => {
  expect(visitor.faults()).toEqual([]);
  await visitor.close();
});

const cellOf = ({ page, translate }: Visitor, column: BatchColumn): Locator =>
  page.getByLabel(translate(gridWords, 'cell', { column: translate(columnWords, `column_${column}`), row: 1 }), {
    exact: true,
  });

/** Fills in one valid row by hand. */
async function fillRow(here: Visitor): Promise<void> {
  for (const [column, text] of [
    ['amount', '12.50'],
    ['holder', 'Zhao Min'],
    ['bank', 'ABC'],
    ['account', ACCOUNT],
  ] as const)
    await cellOf(here, column).fill(text);
  await here.page.getByText(here.translate(gridWords, 'filled', { count: 1 })).waitFor();
}

const rowOfGrid = async (here: Visitor): Promise<string[]> => {
  await cellOf(here, 'amount').waitFor();
  return Promise.all(
    (['amount', 'holder', 'bank', 'account'] as const).map((column) => cellOf(here, column).inputValue()),
  );
};
const TYPED = ['12.50', 'Zhao Min', 'ABC', ACCOUNT];
const NOTHING = ['', '', '', ''];

async function logOut(here: Visitor): Promise<void> {
  await accountButton(here).click();
  await here.page.getByRole('menuitem', { name: here.translate(frameWords, 'log_out') }).click();
  await here.page.locator('input[autocomplete="current-password"]').waitFor();
}

/** In a second tab, the first account logs out and the other logs in. */
async function switchAccountInOtherTab(): Promise<Visitor> {
  const second: Visitor = { ...visitor, page: await visitor.context.newPage() };
  await second.page.goto(stage.baseUrl);
  await logOut(second);
  await fillLogin(second, other);
  await accountButton(second).waitFor();
  return second;
}

/** Collects the page's requests to the server from now on. */
function requestsOf(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/')) requests.push(request.url());
  });
  return requests;
}

const dialogOf = ({ page, translate }: Visitor): Locator =>
  page.getByRole('dialog', { name: translate(frameWords, 'other_login_title') });
const countOfBatches = () => inApp(stage.server, async ({ rows }) => rows('select batch_no from batches'));

test('a batch that one account filled in is not paid by the other, and is kept for the first', async () => {
  visitor = await stage.visit();
  const { page, translate, money } = visitor;
  await logIn(visitor, stage.baseUrl, demoShop);
  await openScreen(visitor, translate(batchTitles, 'manual'));
  await fillRow(visitor);
  const act = translate(payWords, 'act_figures', { count: 1, amount: money('12.50'), fee: money('1.01') });
  const form = page.getByRole('form', { name: translate(payWords, 'pay') });
  await form.getByRole('button', { name: act }).click();
  const question = page.getByRole('dialog', { name: translate(payWords, 'confirm_title', { count: 1 }) });
  await question.getByLabel(translate(accountTitles, 'pay_password'), { exact: true }).fill(DEMO_PAY_PASSWORD);
  await question.getByRole('button', { name: act }).waitFor();
  const before = await countOfBatches();

  const second = await switchAccountInOtherTab();
  await dialogOf(visitor).waitFor();
  const requests = requestsOf(page);
  // As if the click were faster than the dialog.
  await question.getByRole('button', { name: act, includeHidden: true }).dispatchEvent('click');
  await page.keyboard.press('Escape');
  await dialogOf(visitor)
    .getByText(
      'You’re now logged in as demo_shop2 in this browser. This page belongs to demo_shop, so nothing you do on it is sent.',
    )
    .waitFor();
  expect(await barriersInAll(visitor, { where: 'another account' })).toEqual([]);
  await page.bringToFront();
  expect(requests).toEqual([]);
  expect(await countOfBatches()).toEqual(before);

  await dialogOf(visitor)
    .getByRole('button', { name: translate(frameWords, 'log_in_again_as', { own: 'demo_shop' }) })
    .click();
  await page.waitForURL((url) => url.hash === '#/login?redirect=%2Frepay%2FbatchApplyManual');
  const kept = await page.evaluate<string>(`sessionStorage.getItem('typed')`);
  expect(kept).toContain('demo_shop');
  for (const text of [...TYPED, DEMO_PAY_PASSWORD]) expect(kept).not.toContain(text);
  await fillLogin(visitor, demoShop);
  expect(await rowOfGrid(visitor)).toEqual(TYPED);
  // The other tab is notified in turn.
  await dialogOf(second)
    .getByText('You’re now logged in as demo_shop in this browser. This page belongs to demo_shop2', { exact: false })
    .waitFor();
  expect(await countOfBatches()).toEqual(before);
});

test('a reload as the other account shows none of the rows; their own user gets them back, and no one does after a logout', async () => {
  visitor = await stage.visit();
  const { page, translate } = visitor;
  await logIn(visitor, stage.baseUrl, demoShop);
  await openScreen(visitor, translate(batchTitles, 'manual'));
  await fillRow(visitor);
  await switchAccountInOtherTab();
  await dialogOf(visitor)
    .getByRole('button', { name: translate(frameWords, 'reload_as', { other: 'demo_shop2' }) })
    .click();
  await dialogOf(visitor).waitFor({ state: 'detached' });
  await accountButton(visitor).waitFor();
  expect(await rowOfGrid(visitor)).toEqual(NOTHING);

  await logOut(visitor);
  await fillLogin(visitor, demoShop);
  await openScreen(visitor, translate(batchTitles, 'manual'));
  expect(await rowOfGrid(visitor)).toEqual(TYPED);
  await logOut(visitor);
  expect(await page.evaluate(`sessionStorage.getItem('typed')`)).toBe(null);
  await fillLogin(visitor, demoShop);
  await openScreen(visitor, translate(batchTitles, 'manual'));
  expect(await rowOfGrid(visitor)).toEqual(NOTHING);
});

test('a new login of the same account in another tab changes nothing on the page, which keeps working', async () => {
  visitor = await stage.visit();
  const { page, translate, context } = visitor;
  await logIn(visitor, stage.baseUrl, demoShop);
  await openScreen(visitor, translate(batchTitles, 'manual'));
  await fillRow(visitor);
  const second: Visitor = { ...visitor, page: await context.newPage() };
  await second.page.goto(stage.baseUrl);
  await logOut(second);
  await page.getByRole('dialog', { name: translate(frameWords, 'logged_out_title') }).waitFor();
  await fillLogin(second, demoShop);
  await accountButton(second).waitFor();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await cellOf(visitor, 'amount').fill('13.00');
  await page.getByRole('button', { name: visitor.money('13.00'), exact: false }).waitFor();
  expect(await rowOfGrid(visitor)).toEqual(['13.00', ...TYPED.slice(1)]);
});

test('after the login that follows an ended session, an uploaded table is restored and can be paid', async () => {
  visitor = await stage.visit();
  const { page, translate, context } = visitor;
  await logIn(visitor, stage.baseUrl, demoShop);
  await openScreen(visitor, translate(batchTitles, 'upload'));
  const file = [
    'Amount,Withdrawal type,Holder,Bank,Branch,Account',
    `10,Bank card,赵敏,ABC,,${ACCOUNT}`,
    '20,Bank card,赵敏,ABC,,6228480012345678904',
  ];
  await page
    .getByRole('group', { name: translate(tableWords, 'table') })
    .locator('input[type=file]')
    .setInputFiles({ name: 'suppliers.csv', mimeType: 'text/csv', buffer: Buffer.from(file.join('\n')) });
  await page.getByText(translate(payWords, 'skip', { valid: 1, invalid: 1 })).waitFor();

  const token = (await context.cookies()).find(({ name }) => name === 'Admin-Token')?.value ?? '';
  await context.request.post(`${stage.baseUrl}/api/user/logout`, { headers: { 'X-Token': token }, data: {} });
  await page
    .getByRole('dialog', { name: translate(frameWords, 'logged_out_title') })
    .getByRole('button', { name: translate(frameWords, 'log_in_again') })
    .click();
  await page.waitForURL((url) => url.hash.startsWith('#/login'));
  expect(await page.evaluate(`sessionStorage.getItem('typed')`)).not.toMatch(/赵敏|suppliers|6228480012345678903/);
  await fillLogin(visitor, demoShop);
  await page.getByText('suppliers.csv', { exact: true }).waitFor();
  await page.getByRole('radio', { name: translate(rowWords, 'wrong', { count: 1 }) }).waitFor();
  await page.getByText(translate(payWords, 'skip', { valid: 1, invalid: 1 })).waitFor();
});
