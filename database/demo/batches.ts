/** The demo shop's wages, paid as batches: all payouts of the first succeed, some of the second fail. */
import type { AuditVerbs } from '#features/audit/server/verbs.ts';
import type { RowTexts } from '#features/batches/columns.ts';
import { checkRows, goodRows } from '#features/batches/server/checking.ts';
import { endBatches } from '#features/batches/server/ending.ts';
import type { BatchVerbs } from '#features/batches/server/verbs.ts';
import type { DisbursementVerbs } from '#features/disbursements/server/verbs.ts';
import type { NoticeVerbs } from '#features/notices/server/verbs.ts';
import type { SettableClock } from '#foundation/core/clock.ts';
import type { Currency } from '#foundation/core/money.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { demoMembers } from './people.ts';
import type { Visitors } from './visitors.ts';

export interface BatchApp {
  db: Database;
  audit: AuditVerbs;
  batches: BatchVerbs;
  disbursements: DisbursementVerbs;
  notices: NoticeVerbs;
}

export interface BatchScene {
  app: BatchApp;
  visitors: Visitors;
  clock: SettableClock;
  currency: Currency;
}

const SHOP = 'demo_shop';

/**
 * When each batch was paid, in days ago, and the indexes of the payouts that fail: the sandbox fails amounts that end
 * in .44.
 */
export const demoBatches: readonly { ago: number; fileName: string; failing: readonly number[] }[] = [
  { ago: 6, fileName: 'wages-october.xlsx', failing: [] },
  { ago: 2, fileName: 'wages-november.xlsx', failing: [2, 5] },
];

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

export async function payBatch(
  { app, visitors, clock, currency }: BatchScene,
  { ago, fileName, failing }: (typeof demoBatches)[number],
): Promise<void> {
  const memberNo = demoMembers.find(({ username }) => username === SHOP)?.memberNo;
  const actor = await visitors.loggedIn(SHOP);
  if (memberNo === undefined || actor.userId === null) throw new Error(`the demo has no ${SHOP}`);
  const rows = people.map((person, index) => ({
    line: index + 2,
    values: { ...person, amount: `${180 + index * 25}.${failing.includes(index) ? '44' : '00'}` },
  }));
  const good = goodRows(await checkRows(app, memberNo, currency, rows));
  const outcome = await app.batches.pay({
    memberNo,
    userId: actor.userId,
    requestId: `demo-${ago}`,
    skipInvalid: false,
    fileName,
    rows,
    good,
    withinTransaction: (tx, batchNo) =>
      app.audit.record(tx, { ...actor, action: 'batch_submitted', object: batchNo.toString() }),
  });
  if (outcome.outcome !== 'applied' || good.length < rows.length)
    throw new Error(`the demo's batch of ${ago} days ago was not paid`);
  for (const laterMs of [1_000, 5_000]) {
    clock.advance(laterMs);
    await app.disbursements.submitDue();
  }
  await endBatches({ ...app, clock });
}
