/** A new merchant's way to the first withdrawal: certification, payment password, card and recharge. */
import { afterEach, beforeAll, expect, test } from 'vitest';
import { DEMO_PASSWORD } from '#database/demo/people.ts';
import { disbursementTitles } from '#features/disbursements/screen-titles.ts';
import { disbursementWords, withdrawWords } from '#features/disbursements/screen-words.ts';
import { rechargeTitles } from '#features/recharges/screen-titles.ts';
import { rechargeWords } from '#features/recharges/screen-words.ts';
import type { Language } from '#foundation/core/words.ts';
import { asOperator, certify } from './certify-for-tests.ts';
import { brokenBooks, inApp } from './app-for-tests.ts';
import { addCard, setPayPassword } from './first-steps-for-tests.ts';
import { payRecharge, startRecharge, withdraw } from './money-for-tests.ts';
import { demoStage } from './demo-stage-for-tests.ts';
import { logIn, openScreen, rowOf } from './visitor-for-tests.ts';

const stage = demoStage();

interface Newcomer {
  language: Language;
  width: number;
  username: string;
  memberNo: bigint;
  idNumber: string;
}
const newcomers: readonly Newcomer[] = [
  { language: 'en', width: 1440, username: 'first_en', memberNo: 20000011n, idNumber: '11010519491231002X' },
  { language: 'es', width: 390, username: 'first_es', memberNo: 20000012n, idNumber: '110101199003076632' },
];

beforeAll(() =>
  inApp(stage.server, async ({ db, members, ledger, users }) => {
    const passwordHash = await users.hashPassword(DEMO_PASSWORD);
    const createdAt = new Date();
    const settlement = { mode: 'D', days: 1, sameDayRatioE4: 0 } as const;
    await db.transaction(async (tx) => {
      for (const { username, memberNo } of newcomers) {
        await members.add(tx, { memberNo, kind: 'merchant', uplineNo: null, name: username, settlement, createdAt });
        await ledger.open(tx, memberNo, 'CNY');
        await users.addUser(tx, { role: 'member', memberNo, username, nickname: username, passwordHash, createdAt });
      }
    });
  }),
);
afterEach(async () => expect(await brokenBooks(stage.server)).toEqual([]));

test.each(newcomers)(
  'a new merchant certifies, adds a card, recharges and withdraws ($language, $width px)',
  async (newcomer) => {
    const { language, width, username, memberNo, idNumber } = newcomer;
    const visitor = await stage.visit({ language, width });
    const { page, translate, money } = visitor;
    await logIn(visitor, stage.baseUrl, { account: username, password: DEMO_PASSWORD });
    await openScreen(visitor, translate(disbursementTitles, 'withdraw'));
    await page.getByRole('link', { name: translate(withdrawWords, 'to_certification') }).waitFor();
    await certify(stage, visitor, idNumber);
    await setPayPassword(visitor, DEMO_PASSWORD);
    await addCard(visitor, '6222 0210 0111 6245 702');
    // From now on, payments are available at once.
    await asOperator(stage, async (asOperatorCall) => {
      const atOnce = { memberNo: memberNo.toString(), mode: 'D', days: 0, sameDayRatio: '100' };
      expect(await asOperatorCall('/operator/member/setSettlement', atOnce)).toMatchObject({ code: 1 });
    });
    await openScreen(visitor, translate(rechargeTitles, 'recharge'));
    await page.getByLabel(translate(rechargeWords, 'amount'), { exact: true }).waitFor();
    await startRecharge(visitor, '1000.00');
    await payRecharge(visitor, '1000.00');

    await openScreen(visitor, translate(disbursementTitles, 'withdraw'));
    const number = await withdraw(visitor, '900.00');
    await page.getByText(translate(disbursementWords, 'why_paid')).waitFor();
    await openScreen(visitor, translate(disbursementTitles, 'repay'));
    const row = rowOf(visitor, visitor.narrow ? money('900.00') : number);
    await row.getByText(money('900.00'), { exact: true }).waitFor();
    // A phone's row says only what is not as usual.
    if (visitor.narrow) await row.getByRole('button').click();
    const details = visitor.narrow ? page.getByRole('dialog') : row;
    await details.getByText(number).first().waitFor();
    await details.getByText(translate(disbursementWords, 'status_paid'), { exact: true }).first().waitFor();
    expect(visitor.faults()).toEqual([]);
    await visitor.close();
  },
);
