/**
 * A platform's first day, in browsers only: nothing but the first operator is made by a command, and nothing by SQL. Its
 * owner sets it up, two more operators join, members come, sell and withdraw, and what goes wrong is put right.
 */
import { afterAll, expect, test } from 'vitest';
import { firstPasswordWords } from '#features/accounts/first-password-words.ts';
import { agentTitles } from '#features/agents/screen-titles.ts';
import { cardNumber } from '#features/cards/server/cards-for-tests.ts';
import { dashboardWords } from '#features/dashboard/screen-words.ts';
import { disbursementTitles } from '#features/disbursements/screen-titles.ts';
import { withdrawWords } from '#features/disbursements/screen-words.ts';
import { rechargeTitles } from '#features/recharges/screen-titles.ts';
import { operatorRoutingWords } from '#features/operations/routing-words.ts';
import { operatorTitles } from '#features/operations/screen-titles.ts';
import { settingWords } from '#features/operations/setting-words.ts';
import { staffWords } from '#features/staff/screen-words.ts';
import { key as bankKey, merchantNo as numberAtBank } from '#features/upstreams/server/gateway-for-tests.ts';
import { addDays, dayOf } from '#foundation/core/time-zone.ts';
import { addMerchant, chooseFirstPassword } from './added-member-for-tests.ts';
import { brokenBooks } from './app-for-tests.ts';
import { sendCertification, uploadPicture } from './certify-for-tests.ts';
import { announceToAgents } from './day-announcements-for-tests.ts';
import {
  addAgent,
  approveCard,
  approveCertification,
  readKeys,
  register,
  removePhone,
  setPassword,
  setRate,
} from './day-members-for-tests.ts';
import {
  actOn,
  confirmProposal,
  expectOrder,
  expectPaid,
  expectUpstream,
  openDisbursement,
  proposeReversal,
  type Sale,
  sell,
  withdrawFrom,
} from './day-money-for-tests.ts';
import {
  CURRENCY,
  enter,
  expectField,
  expectHeading,
  expectWelcome,
  firstDay,
  PASSWORD,
} from './day-people-for-tests.ts';
import {
  addChannel,
  addHoliday,
  changeSetting,
  draftRoutes,
  invite,
  join,
  openRoutes,
  openUpstream,
  publishRoutes,
  typeSetting,
  zoneAtNoon,
} from './day-setting-up-for-tests.ts';
import { loadStatement, expectResolved } from './day-statement-for-tests.ts';
import { addCard, setPayPassword } from './first-steps-for-tests.ts';
import { payRecharge, startRecharge } from './money-for-tests.ts';
import { createOperator } from './operators-for-tests.ts';
import { fillLogin, openScreen } from './visitor-for-tests.ts';

const day = firstDay();
const NAME = 'Harbour Pay';
const SANDBOX = 'Harbour Cashier';
const BANK = 'Harbour Bank';
const CHANNEL = { code: 'harbour_qr', name: 'Harbour QR' };
const [TEA, CORNER, ANCHOR] = [
  { username: 'tea_house', mobile: '13911110001' },
  { username: 'corner', mobile: '13911110002' },
  { username: 'anchor', mobile: '13911110003' },
];
const zone = zoneAtNoon();
const sales: Sale[] = [];
let unknown = '';

afterAll(async () => expect(await brokenBooks(day.server)).toEqual([]));

test('the owner gives the platform its name, logo, currency, days and terms', async () => {
  await createOperator(day, { account: 'olga', password: PASSWORD });
  const olga = await enter(day, 'olga');
  const { page, translate } = olga;
  await openScreen(olga, translate(operatorTitles, 'settings'));
  await typeSetting(olga, 'name_name', NAME);
  await page.getByRole('link', { name: NAME, exact: true }).waitFor();
  await changeSetting(olga, 'name_logo', () => uploadPicture(olga, translate(settingWords, 'picture'), '#205080'));
  await typeSetting(olga, 'name_currency', CURRENCY);
  await typeSetting(olga, 'name_time_zone', zone);
  await changeSetting(olga, 'name_withdrawal_window', async (dialog) => {
    for (const part of ['part_from', 'part_to'] as const)
      await dialog.getByLabel(translate(settingWords, part), { exact: true }).fill('00:00');
  });
  await changeSetting(olga, 'name_withdrawal_terms', (dialog) =>
    dialog.getByLabel(translate(settingWords, 'part_review_from'), { exact: true }).fill('500'),
  );
  await changeSetting(olga, 'name_cards_approved_automatically', (dialog) =>
    dialog.getByText(translate(settingWords, 'no'), { exact: true }).click(),
  );
  await typeSetting(olga, 'name_settlement_days', '0');
  await typeSetting(olga, 'name_same_day_ratio', '100');
  await typeSetting(olga, 'name_factor_hold_hours', '0');
  await typeSetting(olga, 'name_upstream_pause_after', '3');
  await addHoliday(olga);
  expect(await page.title()).toContain(NAME);
});

test('a merchant registers', async () => {
  const tea = await day.arrive(TEA.username);
  await register(day, tea, TEA);
  await expectWelcome(tea, TEA.username);
});

test('two more operators join by the owner’s links', async () => {
  const olga = day.of('olga');
  await openScreen(olga, olga.translate(staffWords, 'staff'));
  for (const [name, roles] of [
    ['fred', ['finance']],
    ['rita', ['finance', 'risk', 'support', 'engineer']],
  ] as const) {
    const link = await invite(olga, day.baseUrl, roles);
    const newcomer = await day.arrive(name);
    await join(newcomer, link, name);
    await fillLogin(newcomer, { account: name, password: PASSWORD });
    await expectHeading(newcomer, newcomer.translate(operatorTitles, 'overview'));
  }
});

test('the engineer opens an upstream and a channel, and publishes their routes', async () => {
  const rita = day.of('rita');
  await openUpstream(rita, { name: SANDBOX, connector: 'sandbox' }, (field) =>
    field('key').fill('a key of our own sandbox'),
  );
  await addChannel(rita, CHANNEL);
  await openRoutes(rita, day.baseUrl);
  await draftRoutes(rita, CHANNEL.name, [{ name: SANDBOX, cost: '0.4' }]);
  await draftRoutes(rita, rita.translate(operatorRoutingWords, 'payouts'), [{ name: SANDBOX }]);
  await publishRoutes(rita, 2);
  await expectUpstream(rita, SANDBOX, 'open');
});

test('finance adds an agent, who adds a second merchant, who recharges', async () => {
  const link = await addAgent(day.of('fred'), { ...ANCHOR, name: 'Anchor Agency' });
  const anchor = await day.arrive(ANCHOR.username);
  await setPassword(anchor, day.baseUrl, link);
  await fillLogin(anchor, { account: ANCHOR.username, password: PASSWORD });
  await openScreen(anchor, anchor.translate(agentTitles, 'adduser'));
  await addMerchant(anchor, { ...CORNER, given: 'Given1234', margin: '0.2' });

  const corner = await day.arrive(CORNER.username);
  await corner.page.goto(day.baseUrl);
  await fillLogin(corner, { account: CORNER.username, password: 'Given1234' });
  await corner.page.getByLabel(corner.translate(firstPasswordWords, 'given_password'), { exact: true }).waitFor();
  await chooseFirstPassword(corner, { given: 'Given1234', chosen: PASSWORD });
  await openScreen(corner, corner.translate(rechargeTitles, 'recharge'));
  await startRecharge(corner, '300.00');
  await payRecharge(corner, '300.00');
  await expectHeading(corner, corner.translate(rechargeTitles, 'recharge'));
});

test('the merchant certifies and adds a card, and risk approves both', async () => {
  const tea = day.of(TEA.username);
  const rita = day.of('rita');
  await removePhone(day, tea, TEA.mobile);
  await setPayPassword(tea, PASSWORD);
  await sendCertification(tea, '11010519491231002X');
  await approveCertification(rita);
  await addCard(tea, cardNumber(1));
  await approveCard(rita);
  await openScreen(tea, tea.translate(disbursementTitles, 'withdraw'));
  // Nothing is missing any more.
  await expectField(tea, tea.translate(withdrawWords, 'amount'));
});

test('finance agrees on a rate with the merchant, whose program sells', async () => {
  const tea = day.of(TEA.username);
  Object.assign(day.shopKeys, await readKeys(tea));
  await setRate(day.of('fred'), { memberNo: day.shopKeys.merchantNo, percent: '1' });
  for (const [orderNo, amount] of [
    ['TEA-1', '1000.00'],
    ['TEA-2', '50.00'],
  ] as const)
    sales.push(await sell(day, { orderNo, amount }, CHANNEL.code));
  for (const sale of sales) await expectOrder(tea, sale, 'success');
});

test('a withdrawal is paid, and a large one once a second operator has confirmed it', async () => {
  const tea = day.of(TEA.username);
  const fred = day.of('fred');
  // Whom the owner invited today can't confirm with the owner, only with each other.
  const rita = day.of('rita');
  await openScreen(fred, fred.translate(operatorTitles, 'settings'));
  await typeSetting(fred, 'name_dual_approval_from_minor', '500', 'propose');
  await confirmProposal(rita, 'fred');

  await expectPaid(tea, await withdrawFrom(tea, '120.00'));
  const large = await withdrawFrom(tea, '600.00');
  await openDisbursement(fred, 'review', { memberNo: day.shopKeys.merchantNo, number: large });
  await actOn(fred, 'submit', 'known customer');
  await confirmProposal(rita, 'fred');
  await expectPaid(tea, large);
});

test('a bank breaks down: a payout’s result is unknown, and the bank is paused by itself', async () => {
  const rita = day.of('rita');
  const fred = day.of('fred');
  await openUpstream(rita, { name: BANK, connector: 'countinghouse' }, async (field) => {
    await field('signType').selectOption('HMAC-SHA256');
    await field('baseUrl').fill(day.bank.address());
    await field('merchantNo').fill(numberAtBank);
    await field('currency').fill(CURRENCY);
    await field('key').fill(bankKey);
  });
  await openRoutes(rita, day.baseUrl);
  await draftRoutes(rita, rita.translate(operatorRoutingWords, 'payouts'), [{ name: BANK }, { name: SANDBOX }]);
  await publishRoutes(rita, 3);
  day.bank.fail();
  unknown = await withdrawFrom(day.of(TEA.username), '110.00');
  await openDisbursement(fred, 'unknown', { memberNo: day.shopKeys.merchantNo, number: unknown });
  await actOn(fred, 'query');
  await expectUpstream(rita, BANK, 'paused_itself');
  day.bank.pay();
});

test('an order is reversed by two operators', async () => {
  const [, sale] = sales;
  if (!sale) throw new Error('nothing was sold');
  await proposeReversal(day.of('fred'), day.baseUrl, sale);
  await confirmProposal(day.of('rita'), 'fred');
  await expectOrder(day.of(TEA.username), sale, 'reversed');
});

test('the upstream’s statement is loaded, and its differences are resolved', async () => {
  const fred = day.of('fred');
  const yesterday = addDays(dayOf(new Date(), zone), -1);
  const [first, second] = sales.map(({ systemNo }) => `${day.shopKeys.merchantNo}-${systemNo}`);
  const line = (number: string, own: string, amount: string) => `${number},${own},${amount},${yesterday} 23:50:00,PAY`;
  await loadStatement(fred, day.baseUrl, {
    upstream: SANDBOX,
    day: yesterday,
    // As it is in our books, another amount, and one that we do not know.
    lines: [
      line(`SB1-${first}`, first ?? '', '1000.00'),
      line(`SB1-${second}`, second ?? '', '55.00'),
      line('SB1-stray', 'stray', '7.00'),
    ],
  });
  await expectResolved(fred, day.baseUrl, 2);
});

test('agents read an announcement, merchants do not', async () => {
  const title = 'Commission on Friday';
  await announceToAgents(day.of('rita'), { title, body: 'Paid **one day** earlier.' });
  const anchor = day.of(ANCHOR.username);
  await anchor.page.goto(`${day.baseUrl}/#/dashboard`);
  await anchor.page.reload();
  await anchor.page.getByText(title).first().waitFor();
  const corner = day.of(CORNER.username);
  await corner.page.goto(`${day.baseUrl}/#/dashboard`);
  await corner.page.reload();
  await corner.page.getByText(corner.translate(dashboardWords, 'announcements_none')).waitFor();
  expect(await corner.page.getByText(title).count()).toBe(0);
});

test('a setting is changed and undone', async () => {
  const olga = day.of('olga');
  const { page, translate } = olga;
  await openScreen(olga, translate(operatorTitles, 'settings'));
  await typeSetting(olga, 'name_name', 'Harbor Pay');
  await page.getByRole('link', { name: 'Harbor Pay', exact: true }).waitFor();
  await page.getByRole('radio', { name: translate(settingWords, 'part_changes') }).click({ force: true });
  const undo = translate(settingWords, 'undo_of', { name: translate(settingWords, 'name_name') });
  await page.getByRole('button', { name: undo }).first().click();
  const dialog = page.getByRole('dialog', { name: undo });
  await dialog.getByLabel(translate(settingWords, 'reason'), { exact: true }).fill('as on the door');
  await dialog.getByRole('button', { name: translate(settingWords, 'undo'), exact: true }).click();
  await page.getByRole('link', { name: NAME, exact: true }).waitFor();
  expect(await page.getByRole('link', { name: 'Harbor Pay', exact: true }).count()).toBe(0);
});

test('the bank answers again: the payout is paid, and the bank is open by itself', async () => {
  await expectPaid(day.of(TEA.username), unknown);
  await expectUpstream(day.of('rita'), BANK, 'open');
});
