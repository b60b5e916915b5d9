/** The demo shop's wages, paid by the table: one month all of them arrive, the next time some do not. */
import type { SettableClock } from '#foundation/core/clock.ts';
import type { RowTexts } from '#features/batches/columns.ts';
import { checkRows, goodRows } from '#features/batches/server/checking.ts';
import type { BatchVerbs } from '#features/batches/server/verbs.ts';
import type { DisbursementVerbs } from '#features/disbursements/server/verbs.ts';
import type { UserVerbs } from '#features/users/server/verbs.ts';
import { demoMembers } from './people.ts';

export interface BatchHouse {
  batches: BatchVerbs;
  disbursements: DisbursementVerbs;
  users: Pick<UserVerbs, 'userIdOf'>;
}

const SHOP = 'demo_shop';

/** How many days ago, and whose wages come back then: the sandbox fails .44. */
const batches = new Map([
  [6, { fileName: 'wages-october.xlsx', failing: [] }],
  [2, { fileName: 'wages-november.xlsx', failing: [2, 5] }],
]);

const people: readonly Omit<RowTexts, 'amount'>[] = [
  { type: '银行卡', holder: '王芳', bank: '招商银行', branch: '上海徐汇支行', account: '6225880123456783' },
  { type: '银行卡', holder: '李娜', bank: '中国工商银行', branch: '', account: '6222021002003004004' },
  { type: '银行卡', holder: '张伟', bank: '建设银行', branch: '深圳南山支行', account: '6217001234567890122' },
  { type: '支付宝', holder: '刘洋', bank: '', branch: '', account: '13912345678' },
  { type: '支付宝', holder: '陈静', bank: '', branch: '', account: 'chenjing@lantern.example' },
  { type: 'Bank card', holder: 'Maria Lopez', bank: 'ICBC', branch: '', account: '6222021002003004004' },
  { type: 'Alipay', holder: 'Somchai Jaidee', bank: '', branch: '', account: '13712345678' },
  { type: 'Alipay', holder: 'Ann Lee', bank: '', branch: '', account: 'ann@lantern.example' },
];

export async function addBatches(house: BatchHouse, clock: SettableClock, { at, ago, currency }: { at: Date; ago: number; currency: string }): Promise<void> {
  const batch = batches.get(ago);
  const memberNo = demoMembers.find(({ username }) => username === SHOP)?.memberNo;
  if (!batch || memberNo === undefined) return;
  const userId = await house.users.userIdOf(memberNo);
  if (userId === undefined) throw new Error('the demo shop has no user');
  clock.set(at);
  const rows = people.map((person, index) => ({
    line: index + 2,
    values: { ...person, amount: `${180 + index * 25}.${batch.failing.some((failing) => failing === index) ? '44' : '00'}` },
  }));
  const good = goodRows(await checkRows(house, memberNo, currency, rows));
  const outcome = await house.batches.pay({ memberNo, userId, requestId: `demo-${ago}`, skipInvalid: false, fileName: batch.fileName, rows, good });
  if (outcome.outcome !== 'applied' || good.length < rows.length) throw new Error(`the demo's batch of ${ago} days ago was not paid`);
  for (const laterMs of [1_000, 6_000]) {
    clock.set(new Date(at.getTime() + laterMs));
    await house.disbursements.submitDue();
  }
}
