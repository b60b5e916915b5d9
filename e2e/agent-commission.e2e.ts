/**
 * Commission from its beginning to its end: an agent adds a merchant with rates, the merchant sets its own password and is
 * certified, its program collects a payment, and the agent sees the order and its held commission; the next day the
 * commission is released and in the statement, until two operators reverse the order.
 */
import type { Locator } from 'playwright-core';
import { createClient } from '@countinghouse/sdk';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#database/demo/people.ts';
import { DEMO_NOTIFY_PATH } from '#features/gateway/demo-shop.ts';
import { agentOrderWords } from '#features/agents/agent-order-words.ts';
import { memberWords } from '#features/agents/member-words.ts';
import { agentTitles } from '#features/agents/screen-titles.ts';
import { agentWords } from '#features/agents/screen-words.ts';
import { GATEWAY_BASE } from '#features/gateway/contract.ts';
import { ledgerScreenWords } from '#features/ledger/screen-words.ts';
import { orderTitles } from '#features/orders/screen-titles.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import type { Language } from '#foundation/core/words.ts';
import { addMerchant, chooseFirstPassword } from './added-member-for-tests.ts';
import { brokenBooks, inApp } from './app-for-tests.ts';
import { barriers } from './axe-for-tests.ts';
import { certify } from './certify-for-tests.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import { createOperator, reverseByTwo } from './operators-for-tests.ts';
import { payBySandbox } from './shop-for-tests.ts';
import { type Account, fillLogin, logIn, openScreen, rowOf, unfold, type Visitor } from './visitor-for-tests.ts';

const stage = demoStage();
const GIVEN = 'Given1234';
const CHOSEN = 'Chosen5678';
const AMOUNT = '500.00';
const reason = 'The bank has charged it back';

interface Case {
  language: Language;
  width: number;
  username: string;
  mobile: string;
  idNumber: string;
  /** Above 0.4 %, which the agent pays itself on this channel. */
  margin: string;
  /** What the margin brings on the order. */
  commission: string;
}
const cases: readonly Case[] = [
  {
    language: 'en',
    width: 1440,
    username: 'earns_en',
    mobile: '13911130001',
    idNumber: '11010519491231002X',
    margin: '0.25',
    commission: '1.25',
  },
  {
    language: 'th',
    width: 390,
    username: 'earns_th',
    mobile: '13911130002',
    idNumber: '110101199003076632',
    margin: '0.31',
    commission: '1.55',
  },
];
/** The order that each merchant was paid. */
const orders = new Map<string, { memberNo: string; systemNo: string }>();

let visitor: Visitor | undefined;
afterEach(async () => {
  const faults = visitor?.faults();
  await visitor?.close();
  visitor = undefined;
  expect(faults).toEqual([]);
  expect(await brokenBooks(stage.server)).toEqual([]);
});

async function openAs(account: Account, { language, width }: Case): Promise<Visitor> {
  visitor = await stage.visit({ language, width });
  await logIn(visitor, stage.baseUrl, account);
  return visitor;
}
const agentAt = (one: Case): Promise<Visitor> => openAs({ account: 'demo_agent', password: DEMO_PASSWORD }, one);

function orderOf({ username }: Case): { memberNo: string; systemNo: string } {
  const order = orders.get(username);
  if (!order) throw new Error(`${username} was not paid`);
  return order;
}

/** Commission is booked, and shown to agents, within seconds: loads the page until it shows this. */
async function untilShown({ page }: Visitor, address: string, what: () => Locator): Promise<void> {
  await page.goto(`${stage.baseUrl}/#${address}`);
  await expect
    .poll(
      async () => {
        await page.reload();
        return what()
          .first()
          .waitFor({ timeout: 8_000 })
          .then(
            () => true,
            () => false,
          );
      },
      { timeout: 60_000 },
    )
    .toBe(true);
}

/** The entry of an order in the statement with its system number, which a phone shows when the entry is unfolded. */
async function shownEntry(
  agent: Visitor,
  entries: string,
  { systemNo, commission }: { systemNo: string; commission: string },
): Promise<Locator> {
  const { page, money, narrow } = agent;
  const entry = rowOf(agent, money(AMOUNT)).filter({ has: page.getByText(money(commission), { exact: true }) });
  const numbered = entry.filter({ hasText: systemNo });
  await untilShown(agent, entries, () => (narrow ? entry : numbered));
  await unfold(agent, entry);
  await numbered.waitFor();
  return numbered;
}

async function openDrawer({ page, translate }: Visitor, one: Case): Promise<Locator> {
  const { memberNo, systemNo } = orderOf(one);
  await page.goto(`${stage.baseUrl}/#/agent/orderList?open=${memberNo}.${systemNo}`);
  const drawer = page.getByRole('dialog', { name: translate(orderScreenWords, 'order') });
  await drawer.getByText(translate(agentOrderWords, 'way'), { exact: true }).waitFor();
  return drawer;
}

describe.each(cases)('in $language at $width pixels', (one) => {
  const { username, mobile, idNumber, margin, commission, language, width } = one;

  test('an agent adds a merchant with rates, who sets a password and is certified', async () => {
    const agent = await agentAt(one);
    await openScreen(agent, agent.translate(agentTitles, 'adduser'));
    await addMerchant(agent, { username, mobile, given: GIVEN, margin });
    expect(agent.faults()).toEqual([]);
    await agent.close();

    const merchant = (visitor = await stage.visit({ language, width }));
    await merchant.page.goto(`${stage.baseUrl}/#/order/list`);
    await fillLogin(merchant, { account: username, password: GIVEN });
    await chooseFirstPassword(merchant, { given: GIVEN, chosen: CHOSEN });
    await merchant.page.getByRole('heading', { name: merchant.translate(orderTitles, 'orders'), level: 1 }).waitFor();
    await certify(stage, merchant, idNumber);
  });

  test('the merchant’s program collects a payment, and the agent sees the order and its held commission', async () => {
    const [found] = await inApp(stage.server, async ({ rows, keys }) => {
      const users = await rows<{ memberNo: bigint }>('select member_no as "memberNo" from users where username = $1', [
        username,
      ]);
      return Promise.all(
        users.map(async ({ memberNo }) => ({ memberNo, key: (await keys.find(memberNo))?.key ?? '' })),
      );
    });
    const memberNo = found?.memberNo.toString() ?? '';
    const program = createClient({
      baseUrl: `${stage.baseUrl}${GATEWAY_BASE}`,
      merchantNo: memberNo,
      signType: 'HMAC-SHA256',
      key: found?.key ?? '',
    });
    const { systemNo, payUrl } = await program.payCreate({
      orderNo: `${username}-1`,
      amount: AMOUNT,
      channel: 'sandbox_qr',
      notifyUrl: `${stage.baseUrl}${DEMO_NOTIFY_PATH}`,
    });
    await payBySandbox(payUrl);
    orders.set(username, { memberNo, systemNo });

    const agent = await agentAt(one);
    const { page, translate, money } = agent;
    await page.goto(`${stage.baseUrl}/#/agent/userlist?open=${memberNo}`);
    const member = page.getByRole('dialog', { name: translate(agentWords, 'member'), exact: true });
    await member.getByText(translate(memberWords, 'certification_approved'), { exact: true }).waitFor();

    const row = () => rowOf(agent, `${username}-1`).filter({ hasText: money(commission) });
    const held = translate(agentWords, 'state_held');
    // On a phone the state is in the drawer.
    await untilShown(agent, `/agent/orderList?member=${memberNo}&open=${memberNo}.${systemNo}`, () =>
      page.getByRole('dialog', { name: translate(orderScreenWords, 'order') }).getByText(held, { exact: true }),
    );
    await untilShown(agent, `/agent/orderList?member=${memberNo}`, () =>
      agent.narrow ? row() : row().filter({ hasText: held }),
    );
    const drawer = await openDrawer(agent, one);
    await drawer.getByText(translate(agentWords, 'releases_on'), { exact: true }).waitFor();
    await drawer.getByText(translate(agentWords, 'state_held'), { exact: true }).first().waitFor();
    expect(await barriers(agent, { where: 'an order with held commission' })).toEqual([]);
  });
});

describe('the next day', () => {
  const proposing: Account = { account: 'proposing', password: 'Secret-123' };
  const confirming: Account = { account: 'confirming', password: 'Secret-123' };

  beforeAll(async () => {
    const { server } = stage;
    await server.stop();
    await server.start({ NODE_OPTIONS: `--import=${new URL('day-later-for-tests.ts', import.meta.url).href}` });
    // Operators of this day: the logins of the day before have ended.
    for (const operator of [proposing, confirming]) await createOperator(stage, operator);
  });

  test.each(cases)(
    'in $language at $width pixels the commission is released and in the statement, and then taken back',
    async (one) => {
      const { username, commission } = one;
      const { memberNo, systemNo } = orderOf(one);
      const agent = await agentAt(one);
      const { translate, money } = agent;
      const entries = `/agent/commission?group=member&open=${memberNo}`;
      const released = await openDrawer(agent, one);
      await released.getByText(translate(agentWords, 'state_available'), { exact: true }).first().waitFor();
      expect(await released.getByText(translate(agentWords, 'releases_on'), { exact: true }).count()).toBe(0);
      await untilShown(agent, `/agent/commission?group=member&member=${memberNo}`, () =>
        rowOf(agent, username).getByText(money(commission), { exact: true }),
      );
      const earned = await shownEntry(agent, entries, { systemNo, commission });
      await earned.getByText(translate(agentWords, 'state_available'), { exact: true }).waitFor();
      expect(await barriers(agent, { where: 'the entries behind a row' })).toEqual([]);

      await reverseByTwo(stage, { memberNo, orderNo: systemNo, reason }, { proposing, confirming });
      await shownEntry(agent, entries, { systemNo, commission: `-${commission}` });
      const state = translate(agentWords, 'state_reversed');
      const both = rowOf(agent, money(AMOUNT)).filter({ hasText: state });
      expect(await both.count()).toBe(2);
      expect(await (agent.narrow ? both : both.filter({ hasText: systemNo })).count()).toBe(2);
      await untilShown(agent, `/agent/orderList?member=${memberNo}`, () =>
        rowOf(agent, `${username}-1`).filter({ hasText: state }),
      );
      const reversed = await openDrawer(agent, one);
      await reversed.getByText(translate(agentOrderWords, 'share_reversed'), { exact: true }).waitFor();
      await agent.page.keyboard.press('Escape');
      await reversed.waitFor({ state: 'detached' });
      await openScreen(agent, translate(ledgerScreenWords, 'money_log'));
      const taken = rowOf(agent, systemNo).filter({ hasText: money(`-${commission}`) });
      await taken.waitFor();
      await unfold(agent, taken);
      await taken.getByText(reason, { exact: true }).waitFor();
    },
  );
});
