/** One member's page for operators: its parts, a note, a hold, its state, and only what the operator's rights allow. */
import { afterEach, expect, test } from 'vitest';
import { DEMO_PASSWORD, demoOperator } from '#database/demo/people.ts';
import { approvalScreenWords } from '#features/operations/approval-words.ts';
import { moveTexts } from '#features/operations/words.ts';
import { viewWords } from '#features/operations/view-words.ts';
import { memberPageWords as words } from '#features/operations/member-page-words.ts';
import { operatorMemberWords } from '#features/operations/member-words.ts';
import { operatorTitles } from '#features/operations/screen-titles.ts';
import { statementWords } from '#features/statements/screen-words.ts';
import { barriers } from './axe-for-tests.ts';
import { demoShopNo, demoStage } from './demo-stage-for-tests.ts';
import { accountButton, frameWords, rowOf, type Visitor } from './visitor-for-tests.ts';

const stage = demoStage();
const operator = { account: demoOperator, password: DEMO_PASSWORD };
let visitor: Visitor;
afterEach(async () => {
  expect(visitor.faults()).toEqual([]);
  await visitor.close();
});

const address = (number: string, part = '') =>
  `${stage.baseUrl}/#/operator/member?number=${number}${part === '' ? '' : `&part=${part}`}`;
const parts = ['overview', 'people', 'terms', 'holds', 'money', 'statement', 'api', 'notes', 'history'] as const;
const overflow = () => visitor.page.evaluate('document.documentElement.scrollWidth - innerWidth');

test('the page shows each part of a member, and an operator notes, holds, renames, disables and enables', async () => {
  visitor = await stage.visit({ width: 1440, storageState: await stage.loggedIn(operator) });
  const { page, translate } = visitor;
  const tab = (part: (typeof parts)[number]) =>
    page.getByRole('radio', { name: translate(words, `part_${part}`), exact: true }).click({ force: true });
  const say = (word: keyof typeof words, values?: object) => translate(words, word, values as never);
  await page.goto(`${stage.baseUrl}/#/operator/members?q=${demoShopNo}`);
  await page.getByRole('link', { name: demoShopNo, exact: true }).first().click();
  await page.getByText(say('last_30_days'), { exact: true }).waitFor();
  await page
    .getByRole('main')
    .getByRole('link', { name: translate(operatorTitles, 'rates'), exact: true })
    .click();
  await page.getByRole('dialog').waitFor();
  await page.goBack();
  for (const part of parts) {
    await tab(part);
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
    expect(await barriers(visitor, { where: `a member’s page, ${part}` })).toEqual([]);
  }
  // The rows behind a figure of the statement, and the order of one of them, without leaving the operators' screens.
  await tab('statement');
  await page.getByRole('link', { name: translate(statementWords, 'all_entries') }).click();
  await page.getByRole('navigation', { name: translate(statementWords, 'way') }).waitFor();
  expect(page.url()).toContain(`number=${demoShopNo}`);
  await page.getByRole('row').nth(1).getByRole('link').first().click();
  await page.getByRole('heading', { name: translate(operatorTitles, 'orders') }).waitFor();
  await expect.poll(() => page.getByRole('row').count()).toBe(2);
  await page.goBack();
  await tab('notes');
  await page.getByLabel(say('note'), { exact: true }).fill('<b>Calls</b> on Mondays');
  await page.getByRole('button', { name: say('add_note') }).click();
  await page.getByRole('cell', { name: '<b>Calls</b> on Mondays' }).waitFor();

  await tab('holds');
  await page.getByRole('button', { name: say('hold'), exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say('amount')).fill('1.23');
  await dialog.getByLabel(say('reason')).fill('chargeback');
  await dialog.getByRole('button', { name: say('hold'), exact: true }).click();
  await page.getByText('chargeback', { exact: true }).waitFor();

  await tab('terms');
  // Of withdrawals, payouts, then what is switched on.
  await page
    .getByRole('button', { name: say('change'), exact: true })
    .nth(2)
    .click();
  await dialog.getByLabel(say('flag_payoutByGateway')).uncheck();
  await dialog.getByLabel(say('reason')).fill('asked for it');
  expect(await barriers(visitor, { where: 'switching off for a member' })).toEqual([]);
  await dialog.getByRole('button', { name: say('change'), exact: true }).click();
  await page.getByText(say('flag_off'), { exact: true }).waitFor();

  await page.getByRole('button', { name: say('disable'), exact: true }).click();
  await dialog.getByLabel(say('reason')).fill('looks odd');
  expect(await barriers(visitor, { where: 'disabling a member' })).toEqual([]);
  await dialog.getByRole('button', { name: say('disable'), exact: true }).click();
  await page.getByRole('button', { name: say('enable'), exact: true }).click();
  await dialog.getByLabel(say('reason')).fill('cleared');
  await dialog.getByRole('button', { name: say('enable'), exact: true }).click();
  await page.getByRole('button', { name: say('disable'), exact: true }).waitFor();
  await tab('history');
  await page.getByText('looks odd').first().waitFor();
});

test('a number that is none is said, and support can’t change the member', async () => {
  visitor = await stage.visit({
    width: 1440,
    storageState: await stage.loggedIn({ account: 'operator3', password: DEMO_PASSWORD }),
  });
  const { page, translate } = visitor;
  await page.goto(address('10000000'));
  await page.getByText(translate(words, 'missing')).waitFor();
  await page.goto(address(demoShopNo, 'people'));
  await page.getByRole('button', { name: translate(words, 'reset_link') }).waitFor();
  expect(await page.getByRole('button', { name: translate(words, 'disable_user') }).count()).toBe(0);
  expect(await page.getByRole('button', { name: translate(words, 'rename') }).count()).toBe(0);
});

test('an operator reads as the member, under a banner', async () => {
  visitor = await stage.visit({ width: 1440, storageState: await stage.loggedIn(operator) });
  const { page, translate } = visitor;
  await page.goto(address(demoShopNo));
  await page.getByRole('button', { name: translate(words, 'view_as') }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(translate(words, 'reason')).fill('asked for help');
  await dialog.getByRole('button', { name: translate(words, 'view_as'), exact: true }).click();
  const stop = page.getByRole('button', { name: translate(viewWords, 'stop') });
  await stop.waitFor();
  await page.goto(`${stage.baseUrl}/#/user/moneylog`);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await barriers(visitor, { where: 'viewing as a member' })).toEqual([]);
});

test('the page fits a phone, in another language', async () => {
  visitor = await stage.visit({ width: 390, language: 'th', storageState: await stage.loggedIn(operator) });
  const { page, translate } = visitor;
  await page.goto(address(demoShopNo));
  await accountButton(visitor).waitFor();
  await page.getByText(translate(operatorMemberWords, 'balance'), { exact: true }).first().waitFor();
  for (const part of parts) {
    await page.goto(address(demoShopNo, part));
    await expect.poll(() => page.locator('[aria-busy="true"]').count()).toBe(0);
    expect([part, await overflow()]).toEqual([part, 0]);
  }
  expect(await barriers(visitor, { where: 'a member’s page on a phone' })).toEqual([]);
});

test('an operator adds a member and gets the link for its owner', async () => {
  visitor = await stage.visit({ width: 1440, storageState: await stage.loggedIn(operator) });
  const { page, translate } = visitor;
  await page.goto(`${stage.baseUrl}/#/operator/members`);
  await page.getByRole('button', { name: translate(words, 'add_member') }).click();
  const dialog = page.getByRole('dialog', { name: translate(words, 'add_member') });
  await dialog.getByLabel(translate(words, 'name'), { exact: true }).fill('Corner bakery');
  await dialog.getByLabel(translate(operatorMemberWords, 'username'), { exact: true }).fill('bakery');
  await dialog.getByLabel(translate(words, 'mobile'), { exact: true }).fill('13912345678');
  await dialog.getByLabel(translate(words, 'reason'), { exact: true }).fill('signed today');
  await dialog.getByRole('button', { name: translate(words, 'add_member'), exact: true }).click();
  const link = page.getByRole('dialog', { name: translate(words, 'link_of', { name: 'bakery' }) });
  await link.getByText(/^http/).waitFor();
  expect(await barriers(visitor, { where: 'the link of a new member' })).toEqual([]);
});

test.each([
  [1440, 'en'],
  [390, 'es'],
] as const)(
  'an operator proposes to move a member, sees before what it does, and another confirms (%i, %s)',
  async (width, language) => {
    visitor = await stage.visit({ width, language, storageState: await stage.loggedIn(operator) });
    const { page, translate } = visitor;
    await page.goto(address(demoShopNo));
    await page.getByRole('button', { name: translate(words, 'move'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    const number = dialog.getByLabel(translate(words, 'upline_of'));
    await number.fill(demoShopNo);
    await dialog.getByText(translate(moveTexts, 'upline_below')).waitFor();
    await dialog.getByLabel(translate(words, 'move_to'), { exact: true }).selectOption('none');
    await dialog.getByText(translate(words, 'moving', { merchants: 1, agents: 0 })).waitFor();
    await dialog.getByText(translate(words, 'earn_no_more'), { exact: true }).waitFor();
    expect(await barriers(visitor, { where: 'moving a member' })).toEqual([]);
    expect(await overflow()).toBe(0);
    await dialog.getByLabel(translate(words, 'reason')).fill('asked for it');
    await dialog.getByRole('button', { name: translate(words, 'move'), exact: true }).click();
    await page.getByText(translate(words, 'move_proposed')).waitFor();
    await visitor.close();

    visitor = await stage.visit({
      width,
      language,
      storageState: await stage.loggedIn({ account: 'operator2', password: DEMO_PASSWORD }),
    });
    const t = (name: keyof typeof approvalScreenWords, values?: object) =>
      visitor.translate(approvalScreenWords, name, values as never);
    await visitor.page.goto(`${stage.baseUrl}/#/operator/approvals?kind=move&memberNo=${demoShopNo}`);
    const row = `${t('act_move')} ${demoShopNo}`;
    await rowOf(visitor, demoShopNo)
      .getByRole('button', { name: visitor.translate(frameWords, 'open_row', { row }) })
      .click();
    const drawer = visitor.page.getByRole('dialog', { name: t('proposal') });
    await drawer.getByText(t('effect_move', { moving: 1 })).waitFor();
    expect(await barriers(visitor, { where: 'the proposal to move a member' })).toEqual([]);
    await visitor.page.keyboard.press('r');
    await drawer.getByLabel(t('reject_why')).fill('no');
    await drawer.getByRole('button', { name: t('reject'), exact: true }).click();
    await visitor.page.getByText(t('rejected_toast')).waitFor();
  },
);
