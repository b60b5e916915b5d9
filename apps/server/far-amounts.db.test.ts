/** Every call with extreme amounts and numbers, and with extreme sums in the books: no answer is an internal error. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Call } from '#foundation/core/calls.ts';
import { Amount, AmountOutput, Percent } from '#foundation/core/wire.ts';
import { formsOf, inputSchema, type Schema } from './call-inputs-for-tests.ts';
import {
  FAR_AMOUNTS,
  FAR_NUMBERS,
  FAR_PERCENTS,
  farStage,
  type FarStage,
  faultOf,
  fieldsOf,
  withField,
} from './far-edges-for-tests.ts';

let { at, served, callOf, request, idOf } = {} as FarStage;
beforeAll(async () => {
  ({ at, served, callOf, request, idOf } = await farStage());
});
afterAll(() => at.close());
const outputSchema = ({ output }: Call): Schema =>
  output ? (z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }) as Schema) : {};
const hasPattern = (schema: z.ZodType): ((one: Schema & { pattern?: string }) => boolean) => {
  const { pattern } = z.toJSONSchema(schema) as { pattern?: string };
  return (one) => one.pattern === pattern;
};

describe('an extreme amount', () => {
  const isAmount = hasPattern(Amount);

  test('is not limited in any answer to the range of inputs', () => {
    expect(
      served.flatMap(({ path, call }) =>
        fieldsOf(outputSchema(call), isAmount).map((field) => `${path} gives ${field}`),
      ),
      // Inputs that are given back as they were typed.
    ).toEqual([
      '/operator/reconciliation/mappings gives upstreams[].mapping.feeTolerance',
      ...['/operator/routing/get gives published', '/operator/routing/get gives draft.content']
        .concat('/operator/routing/versions gives list[].content')
        .flatMap((content) => [
          `${content}.channels[].routes[].costFixed`,
          `${content}.channels[].routes[].dailyLimit`,
          `${content}.payouts[].dailyLimit`,
        ]),
    ]);
    expect(
      served.flatMap(({ path, call }) =>
        fieldsOf(inputSchema(call), hasPattern(AmountOutput)).map((field) => `${path} takes ${field}`),
      ),
    ).toEqual([]);
  });

  test('every call × every amount, percentage and number that it takes gives no internal error', async () => {
    const faults: string[] = [];
    let trials = 0;
    const far: [isMeant: (schema: Schema) => boolean, values: readonly string[]][] = [
      [(schema) => isAmount(schema), FAR_AMOUNTS],
      [hasPattern(Percent), FAR_PERCENTS],
    ];
    for (const one of served.filter(({ path }) => path !== '/user/logout')) {
      for (const form of formsOf(one.path, one.call)) {
        const whole = form.make(idOf);
        const inputs = far.flatMap(([isMeant, values]) => {
          const fields = [
            ...new Set([
              ...fieldsOf(inputSchema(one.call), isMeant),
              ...Object.keys(whole).filter((name) => name === 'amount' && values === FAR_AMOUNTS),
            ]),
          ];
          return values.flatMap((value) => [
            ...fields.map((field) => withField(whole, field, value)),
            ...(fields.length > 1 ? [fields.reduce((input, field) => withField(input, field, value), whole)] : []),
          ]);
        });
        const numbers = [...form.ids.keys()].flatMap((field) =>
          FAR_NUMBERS.map((value) => withField(whole, field, value)),
        );
        for (const input of [...inputs, ...numbers]) {
          trials += 1;
          const answer = await request(one, input);
          if (!answer.isFile) faults.push(...faultOf(one, input, answer));
        }
      }
    }
    process.stdout.write(`calls × far amounts, percentages and numbers: ${trials} trials, ${faults.length} faults\n`);
    expect(faults.slice(0, 10)).toEqual([]);
    expect(trials).toBeGreaterThan(300);
  }, 240_000);

  test('a withdrawal of the max amount is quoted, with its fee on top', async () => {
    expect(await request(callOf('/withdrawal/quote'), { amount: '9999999999999.99' })).toMatchObject({
      code: 1,
      data: { debit: expect.stringMatching(/^\d{14,}\.\d\d$/) },
    });
  });

  test('a batch of many maximal rows is checked and summed', async () => {
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      amount: '9999999999999.99',
      type: 'alipay',
      holder: 'Somebody Else',
      account: String(13_800_000_000 + index),
    }));
    const answer = await request(callOf('/batch/validate'), { rows });
    expect(answer).toMatchObject({ status: 200, code: 1 });
  });
});

describe('books with the largest amounts that columns allow', () => {
  const FULL = (2n ** 63n - 1n).toString();
  const LARGE = '999999999999999';

  beforeAll(async () => {
    const { pool } = at.db;
    await pool.query(
      `update order_rollups set created_amount = $1, success_amount = $1, success_fee = 0, expired_amount = $1, paid_amount = $1, paid_fee = 0, paid_cost = $1, paid_commission = $1`,
      [FULL],
    );
    await pool.query(`insert into order_rollups select member_no, span, bucket - interval '2 days', kind, channel_id, created_count, created_amount, success_count, success_amount, success_fee,
      expired_count, expired_amount, paid_count, paid_amount, paid_fee, costed_count, paid_cost, paid_commission from order_rollups`);
    await pool.query(`update disbursement_days set amount = $1, fee = $1`, [FULL]);
    await pool.query(
      `insert into disbursement_days select member_no, kind, day - interval '1 day', type, status, count, amount, fee from disbursement_days`,
    );
    await pool.query(`update disbursements set amount = $1, fee = $1`, [LARGE]);
    await pool.query(`update orders set amount = $1, fee = 0`, [LARGE]);
  });

  test('every call that reads succeeds', async () => {
    const reads = served.filter(({ path }) =>
      /list|summary|chart|detail|quote|moneylog|terms|reversals|logs|config|info$/i.test(path),
    );
    expect(reads.length).toBeGreaterThan(20);
    const faults: string[] = [];
    for (const one of reads) {
      for (const form of formsOf(one.path, one.call)) {
        for (const input of [form.make(idOf), ...(one.path.endsWith('list') ? [{}] : [])])
          faults.push(...faultOf(one, input, await request(one, input)));
      }
    }
    expect(faults).toEqual([]);
  });

  test("sums exceed a column's range and are exact to the cent", async () => {
    const { data } = await request(callOf('/order/list'), {});
    // Pay-ins and recharges, on two days each.
    expect((data as { extend: object }).extend).toMatchObject({ amount: '368934881474191032.28' });
    const payouts = await request(callOf('/payout/list'), {});
    expect((payouts.data as { extend: { filtered: object } }).extend.filtered).toMatchObject({
      amount: '184467440737095516.14',
      fee: '184467440737095516.14',
    });
  });
});
