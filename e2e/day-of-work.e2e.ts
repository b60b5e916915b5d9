/**
 * A platform's first day, in browsers only: nothing but the first operator is made by a command, and nothing by SQL. Its
 * owner sets it up, two more operators join, and members come, certify, sell and withdraw.
 */
import { afterAll, expect, test } from 'vitest';
import { firstPasswordWords } from '#features/accounts/first-password-words.ts';
import { agentTitles } from '#features/agents/screen-titles.ts';
import { cardNumber } from '#features/cards/server/cards-for-tests.ts';
import { disbursementTitles } from '#features/disbursements/screen-titles.ts';
import { withdrawWords } from '#features/disbursements/screen-words.ts';
import { rechargeTitles } from '#features/recharges/screen-titles.ts';
import { operatorRoutingWords } from '#features/operations/routing-words.ts';
import { operatorTitles } from '#features/operations/screen-titles.ts';
import { settingWords } from '#features/operations/setting-words.ts';
import { staffWords } from '#features/staff/screen-words.ts';
import { addMerchant, chooseFirstPassword } from './added-member-for-tests.ts';
import { brokenBooks } from './app-for-tests.ts';
import { sendCertification, uploadPicture } from './certify-for-tests.ts';
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
import { addCard, setPayPassword } from './first-steps-for-tests.ts';
import { payRecharge, startRecharge } from './money-for-tests.ts';
import { createOperator } from './operators-for-tests.ts';
import { fillLogin, openScreen } from './visitor-for-tests.ts';

const day = firstDay();
const NAME = 'Harbour Pay';
const SANDBOX = 'Harbour Cashier';
const CHANNEL = { code: 'harbour_qr', name: 'Harbour QR' };
const [TEA, CORNER, ANCHOR] = [
  { username: 'tea_house', mobile: '13911110001' },
  { username: 'corner', mobile: '13911110002' },
  { username: 'anchor', mobile: '13911110003' },
];

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
  await typeSetting(olga, 'name_time_zone', zoneAtNoon());
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
  const sales: Sale[] = [];
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
