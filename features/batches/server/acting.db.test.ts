import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PIN } from '#features/cards/server/cards-for-tests.ts';
import { disbursementsApp } from '#features/disbursements/server/disbursements-for-tests.ts';
import { HOUR_MS, type Merchant } from '#features/disbursements/server/withdrawal-calls-for-tests.ts';
import type { NoticeRow } from '#features/notices/contract.ts';
import type { ActedOn } from '../contract.ts';
import { batchApp } from './batches-for-tests.ts';
import { cardNumber, goodRow } from './corpus-for-tests.ts';
import { endBatches } from './ending.ts';

let at: Awaited<ReturnType<typeof batchApp>>;
let other: Awaited<ReturnType<typeof disbursementsApp>>;
beforeAll(async () => {
  at = await batchApp();
  other = await disbursementsApp({ sharing: at.app });
});
afterAll(async () => {
  await other.close();
  expect(await at.close()).toEqual([]);
});
beforeEach(() => at.app.clock.advance(HOUR_MS));

/** The sandbox refuses what ends in .44. */
async function paidBatch(amounts: readonly string[]): Promise<{ who: Merchant; batchNo: string }> {
  const who = await at.merchant();
  await at.setTerms(who, { fixedMinor: 100n });
  const rows = amounts.map((amount, index) => ({ ...goodRow, amount, account: cardNumber(index) }));
  const { data } = await at.submit(who, rows);
  if (!data) throw new Error('not submitted');
  await settle();
  return { who, batchNo: data.batchNo };
}

/** Runs the worker until the sandbox has answered. */
async function settle(): Promise<void> {
  for (const ms of [0, 3_000, 3_000]) await at.pass(ms);
}

const retry = ({ person }: Merchant, batchNo: string, changes: object = {}) =>
  person.post<ActedOn>('/batch/retryFailed', { batchNo, payPassword: PIN, ...changes });
const cancel = ({ person }: Merchant, batchNo: string) => person.post<ActedOn>('/batch/cancelFailed', { batchNo });
const attemptsOf = async (batchNo: string): Promise<number[]> => {
  const { rows } = await at.app.db.pool.query<{ attempts: number }>(
    'select attempts from disbursements where batch_no = $1 order by batch_line',
    [batchNo],
  );
  return rows.map(({ attempts }) => attempts);
};
const end = () => endBatches({ ...at.app, disbursements: at.disbursements });
const noticesOf = async ({ person }: Merchant): Promise<NoticeRow[]> =>
  ((await person.post<{ list: NoticeRow[] }>('/notice/list', {})).data?.list ?? []).filter(({ kind }) =>
    kind.startsWith('batch_'),
  );

describe('/batch/retryFailed', () => {
  test('pays the failed payouts again, with the payment password, and says which', async () => {
    const { who, batchNo } = await paidBatch(['10.00', '10.44', '20.44']);
    expect(await retry(who, batchNo, { payPassword: '000000' })).toMatchObject({
      code: -1,
      fields: { payPassword: expect.any(String) },
    });
    expect(await attemptsOf(batchNo)).toEqual([1, 1, 1]);
    const { data } = await retry(who, batchNo);
    expect(data).toMatchObject({ changed: 2, amount: '30.88', fee: '2.00', more: false });
    expect(data?.rows.map(({ line, outcome }) => [line, outcome])).toEqual([
      [2, 'changed'],
      [3, 'changed'],
    ]);
    expect((await at.detail(who, batchNo)).data?.extend.counts).toMatchObject({ paid: 1, failed: 0, open: 2 });
    await settle();
    expect(await attemptsOf(batchNo)).toEqual([1, 2, 2]);
    const audited = (await at.auditOf(who)).filter((what) => what.startsWith('payout_retried'));
    expect(audited).toEqual([
      'payout_retried refused',
      ...(data?.rows ?? []).map(({ orderNo }) => `payout_retried ${orderNo}`),
    ]);
  });

  test('pays none twice when it is asked for twenty times at once', async () => {
    const { who, batchNo } = await paidBatch(['10.44', '20.44', '30.44']);
    const answers = await Promise.all(Array.from({ length: 20 }, () => retry(who, batchNo)));
    const changed = answers.map(({ data }) => data?.changed ?? 0);
    expect(changed.reduce((sum, count) => sum + count, 0)).toBe(3);
    for (const { code, error } of answers)
      expect([code, error]).toEqual(code === 1 ? [1, undefined] : [0, 'nothing_failed']);
    await settle();
    expect(await attemptsOf(batchNo)).toEqual([2, 2, 2]);
  });

  test('leaves one that failed again while the others were being asked for', async () => {
    const { who, batchNo } = await paidBatch(['10.44', '20.44']);
    const [first] = (await at.detail(who, batchNo, { outcome: 'failed' })).data?.list ?? [];
    const seen = { memberNo: who.memberNo, systemNo: BigInt(first?.orderNo ?? 0) };
    expect((await retry(who, batchNo)).data?.changed).toBe(2);
    await settle();
    expect(await at.disbursements.change(seen, { event: 'retry', from: ['applying'], attempts: 1 })).toBe(
      'not_allowed',
    );
    expect(await attemptsOf(batchNo)).toEqual([2, 2]);
  });

  test('goes on where a killed server stopped', async () => {
    const { who, batchNo } = await paidBatch(['10.44', '20.44', '30.44']);
    const [first] = (await at.detail(who, batchNo, { outcome: 'failed' })).data?.list ?? [];
    // What the killed one had done.
    const key = { memberNo: who.memberNo, systemNo: BigInt(first?.orderNo ?? 0) };
    expect(await other.disbursements.change(key, { event: 'retry', from: ['applying'], attempts: 1 })).toBe('changed');
    expect((await retry(who, batchNo)).data).toMatchObject({ changed: 2, amount: '50.88' });
    await settle();
    expect(await attemptsOf(batchNo)).toEqual([2, 2, 2]);
  });

  test('refuses a batch without failed payouts, and one of another member', async () => {
    const { who, batchNo } = await paidBatch(['10.00']);
    expect(await retry(who, batchNo)).toMatchObject({ code: 0, error: 'nothing_failed' });
    const stranger = await at.merchant();
    expect(await retry(stranger, batchNo)).toMatchObject({ code: 0, error: 'not_found' });
  });
});

test('failed payouts can be listed alone, with their sums', async () => {
  const { who, batchNo } = await paidBatch(['10.00', '10.44', '20.44']);
  const failed = (filter: object) => who.person.post('/payout/list', { status: 'failed', ...filter });
  expect(await failed({})).toMatchObject({
    data: {
      total: 2,
      list: [{ status: 'applying', submission: 'failed' }, { amount: '10.44' }],
      extend: { filtered: { count: 2, amount: '30.88', fee: '2.00' }, all: { count: 3 } },
    },
  });
  expect(await failed({ type: 'alipay' })).toMatchObject({ data: { total: 0 } });
  await cancel(who, batchNo);
  expect(await failed({})).toMatchObject({ data: { total: 0, list: [] } });
});

describe('/batch/cancelFailed', () => {
  test('gives amounts and fees of the failed payouts back, once', async () => {
    const { who, batchNo } = await paidBatch(['10.00', '10.44', '20.44']);
    expect(await at.money(who)).toEqual({ wallet: 1_000_000n - 4_388n, transit: 3_288n });
    const answers = await Promise.all([cancel(who, batchNo), cancel(who, batchNo)]);
    expect(answers.reduce((sum, { data }) => sum + (data?.changed ?? 0), 0)).toBe(2);
    expect(await at.money(who)).toEqual({ wallet: 1_000_000n - 1_100n, transit: 0n });
    expect((await at.detail(who, batchNo)).data?.extend.counts).toMatchObject({ paid: 1, cancelled: 2, failed: 0 });
    expect(await cancel(who, batchNo)).toMatchObject({ code: 0, error: 'nothing_failed' });
  });

  test('leaves a frozen one, and says so', async () => {
    const { who, batchNo } = await paidBatch(['10.44', '20.44']);
    const [first] = (await at.detail(who, batchNo, { outcome: 'failed' })).data?.list ?? [];
    const key = { memberNo: who.memberNo, systemNo: BigInt(first?.orderNo ?? 0) };
    expect(await at.disbursements.change(key, { event: 'freeze' })).toBe('changed');
    expect((await cancel(who, batchNo)).data).toMatchObject({
      changed: 1,
      amount: '20.44',
      rows: [
        { line: 1, outcome: 'left' },
        { line: 2, outcome: 'changed' },
      ],
    });
  });

  test('refuses a batch of another member', async () => {
    const { batchNo } = await paidBatch(['10.44']);
    expect(await cancel(await at.merchant(), batchNo)).toMatchObject({ code: 0, error: 'not_found' });
  });
});

describe('the end of a batch', () => {
  test('has one notice, when the last payout has an outcome, and another after a retry', async () => {
    const { who, batchNo } = await paidBatch(['10.00', '10.44']);
    await Promise.all([end(), end()]);
    await end();
    expect(await noticesOf(who)).toMatchObject([
      {
        kind: 'batch_ended',
        subject: batchNo,
        text: `Batch ${batchNo} is finished: 1 of 2 paid, 1 failed. Pay the failed ones again or take the money back.`,
      },
    ]);
    expect((await retry(who, batchNo)).data?.changed).toBe(1);
    await end();
    expect(await noticesOf(who)).toHaveLength(1);
    await settle();
    await end();
    expect(await noticesOf(who)).toHaveLength(2);
  });

  test('has the notice that it is done if all was paid', async () => {
    const { who, batchNo } = await paidBatch(['10.00', '11.00']);
    await end();
    expect(await noticesOf(who)).toMatchObject([{ kind: 'batch_paid', subject: batchNo, read: false, count: 1 }]);
  });
});
