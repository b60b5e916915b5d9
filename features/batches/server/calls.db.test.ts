import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS, type Merchant } from '#features/disbursements/server/withdrawal-calls-for-tests.ts';
import { languages } from '#foundation/core/words.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { readPage, unzip } from '#foundation/server/sheets/workbook-for-tests.ts';
import { readTable } from '../reading.ts';
import { batchApp } from './batches-for-tests.ts';
import { cardNumber, csv, goodRow, manyRows, pageOf, workbook } from './corpus-for-tests.ts';

let at: Awaited<ReturnType<typeof batchApp>>;
beforeAll(async () => {
  at = await batchApp();
});
afterAll(async () => expect(await at.close()).toEqual([]));
beforeEach(() => at.app.clock.advance(24 * HOUR_MS));

const good = (index: number, amount = '100.00') => ({ ...goodRow, amount, account: cardNumber(index) });
const wrong = { ...goodRow, amount: '1.2.3', account: '6222020200112233449' };

async function submitted(who: Merchant, rows: readonly object[], changes: object = {}): Promise<string> {
  const { data, msg } = await at.submit(who, rows, changes);
  if (!data) throw new Error(msg);
  return data.batchNo;
}

describe('/batch/validate', () => {
  it('returns the errors of every row, in the reader’s language, and the cost of the good ones', async () => {
    const who = await at.merchant();
    const { data } = await at.validate(who, [good(1), wrong, { ...good(2, '250.00'), type: '银行卡', bank: '工行' }]);
    expect(data?.rows.map(({ line, errors, duplicate }) => ({ line, errors, duplicate }))).toEqual([
      { line: 1, errors: {}, duplicate: false },
      {
        line: 2,
        errors: { amount: 'Enter an amount such as 1234.50', account: expect.stringContaining('check digit') },
        duplicate: false,
      },
      { line: 3, errors: {}, duplicate: false },
    ]);
    expect(data?.rows[1]?.values).toEqual(wrong);
    // 0.1 % and 1.00 each.
    expect(data?.totals).toEqual({
      valid: 2,
      invalid: 1,
      amount: '350.00',
      fee: '2.35',
      debit: '352.35',
      available: '10000.00',
    });
  });

  it('keeps the given lines, and reads a missing field as empty', async () => {
    const who = await at.merchant();
    const { data } = await at.validate(who, [{ ...good(1), line: 7 } as object, {}]);
    expect(data?.rows.map(({ line, errors }) => [line, Object.keys(errors)])).toEqual([
      [7, []],
      [2, ['amount', 'type', 'holder', 'account']],
    ]);
  });

  it('reads a workbook and a text the same', async () => {
    const who = await at.merchant();
    const [sheet, text] = [
      await at.upload(who, workbook({ page: pageOf([good(1), wrong]) })),
      await at.upload(who, Buffer.from(csv([good(1), wrong]))),
    ];
    expect(sheet.data?.rows.map(({ line, errors }) => [line, Object.keys(errors)])).toEqual([
      [2, []],
      [3, ['amount', 'account']],
    ]);
    expect(sheet.data?.source).toEqual({ sheet: 'S', otherSheets: [], hidden: [], decimal: null });
    expect(text.data).toEqual({ ...sheet.data, source: { sheet: null, otherSheets: [], hidden: [], decimal: null } });
  });

  it('says in the reader’s language why a file is refused', async () => {
    const who = await at.merchant();
    const fileError = async (bytes: Uint8Array, language: string) =>
      (await at.upload(who, bytes, { 'accept-language': language })).fields?.['file'];
    expect(await fileError(Buffer.from('Amount,Holder\n1,2'), 'zh')).toBe(
      '缺少以下列：提现类型, 银行, 账号。请使用模板的表头',
    );
    expect(await fileError(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0]), 'en')).toBe(
      'This isn’t a spreadsheet: choose an .xlsx or .csv file',
    );
    expect(await fileError(Buffer.from(csv(manyRows(10_001))), 'es')).toBe(
      '10.001 filas son demasiadas: como máximo 10.000 por lote',
    );
    expect(await fileError(Buffer.alloc(1_048_577, 44), 'en')).toBe('The file must be 1 MB or smaller');
  });

  it.each([
    ['no rows', { rows: [] }, 'rows'],
    ['a field that no row has', { rows: [{ ...goodRow, remark: 'x' }] }, 'rows.0.remark'],
    ['a number for a text', { rows: [{ ...goodRow, amount: 100 }] }, 'rows.0.amount'],
    ['a line that is none', { rows: [{ ...goodRow, line: 0 }] }, 'rows.0.line'],
  ])('does not take %s', async (_, body, field) => {
    const { person } = await at.merchant();
    expect(await person.post('/batch/validate', body)).toMatchObject({
      code: -1,
      fields: { [field]: expect.any(String) },
    });
  });

  it('takes 10,000 rows as JSON, longer than other calls can be, and not one more', async () => {
    const who = await at.merchant();
    const rows = manyRows(10_000).map((row) => ({
      ...row,
      holder: 'María de los Ángeles Fernández García',
      bank: '中国工商银行股份有限公司',
      branch: '上海市静安区南京西路支行营业部第一分理处',
    }));
    expect(Buffer.byteLength(JSON.stringify(rows))).toBeGreaterThan(2 * 1_048_576);
    expect((await at.validate(who, rows)).data?.totals).toMatchObject({ valid: 10_000, invalid: 0 });
    expect(await at.validate(who, [...rows, goodRow])).toMatchObject({
      code: -1,
      fields: { rows: expect.any(String) },
    });
  });

  it('marks duplicates in the table and within a day, and refuses neither', async () => {
    const [who, neighbour] = [await at.merchant(), await at.merchant()];
    await submitted(who, [good(1), good(2)]);
    const rows = [
      good(1),
      { ...good(3), account: `${cardNumber(3).slice(0, 8)} ${cardNumber(3).slice(8)}` },
      good(3),
      good(3, '100.01'),
      { ...good(4), amount: 'x' },
      good(2),
    ];
    const marks = async (merchant: Merchant) =>
      (await at.validate(merchant, rows)).data?.rows.map(({ duplicate }) => duplicate);
    expect(await marks(who)).toEqual(['recent', false, 'file', false, false, 'recent']);
    expect(await marks(neighbour)).toEqual([false, false, 'file', false, false, false]);
    const [batch] = (await at.list(who)).data?.list ?? [];
    const { list = [] } = (await at.detail(who, batch?.batchNo ?? '')).data ?? {};
    await who.person.post('/payout/cancel', { orderNo: list[1]?.orderNo });
    expect(await marks(who)).toEqual(['recent', false, 'file', false, false, false]);
    at.app.clock.advance(24 * HOUR_MS + 1);
    expect(await marks(await at.back(who))).toEqual([false, false, 'file', false, false, false]);
  });
});

describe('/batch/submit', () => {
  it('takes the money of all rows at once, is audited, and is found again', async () => {
    const who = await at.merchant();
    const batchNo = await submitted(who, [good(1), good(2, '250.00')], { fileName: 'wages.xlsx' });
    expect(await at.money(who)).toEqual({ wallet: 964_765n, transit: 35_235n });
    expect(await at.auditOf(who)).toEqual([`batch_submitted ${batchNo}`]);
    expect((await at.list(who)).data).toMatchObject({
      total: 1,
      list: [
        {
          batchNo,
          fileName: 'wages.xlsx',
          state: 'processing',
          counts: { total: 2, open: 2 },
          amounts: { amount: '350.00', fee: '2.35', paid: '0.00' },
        },
      ],
    });
  });

  it('with a wrong row takes nothing, unless only the good ones are requested', async () => {
    const who = await at.merchant();
    const rows = [wrong, good(1), { ...good(2), line: 9 }];
    expect(await at.submit(who, rows)).toMatchObject({
      code: 0,
      error: 'rows_wrong',
      msg: expect.stringContaining('One row has errors'),
    });
    expect(await at.submit(who, [wrong, wrong], { skipInvalid: true })).toMatchObject({
      code: 0,
      error: 'no_good_rows',
    });
    expect(await at.money(who)).toMatchObject({ transit: 0n });
    const batchNo = await submitted(who, rows, { skipInvalid: true });
    const { list = [], extend } = (await at.detail(who, batchNo)).data ?? {};
    expect([extend?.counts.total, list.map(({ line }) => line)]).toEqual([2, [2, 9]]);
  });

  it('pays once, however often the same request comes, and without another password', async () => {
    const who = await at.merchant();
    const [rows, same] = [[good(1)], { requestId: 'again-1' }];
    const answers = await Promise.all(Array.from({ length: 10 }, () => at.submit(who, rows, same)));
    expect(new Set(answers.map(({ data }) => data?.batchNo)).size).toBe(1);
    expect(await at.submit(who, rows, { ...same, payPassword: '000000' })).toMatchObject({
      code: 1,
      data: { batchNo: answers[0]?.data?.batchNo },
    });
    expect(await at.submit(who, [good(2)], same)).toMatchObject({ code: 0, error: 'order_conflict' });
    expect(await at.submit(who, rows, { ...same, skipInvalid: true })).toMatchObject({
      code: 0,
      error: 'order_conflict',
    });
    expect((await at.list(who)).data?.total).toBe(1);
  });

  it('asks for the payment password once everything else is valid', async () => {
    const who = await at.merchant();
    expect(await at.submit(who, [good(1)], { payPassword: '000000' })).toMatchObject({
      code: -1,
      fields: { payPassword: expect.any(String) },
    });
    expect(await at.submit(who, [good(1, '10000.00')], { payPassword: '000000' })).toMatchObject({
      code: 0,
      error: 'balance_insufficient',
      msg: 'The batch needs ¥10,011.00 including fees, but ¥10,000.00 is available: nothing was paid',
    });
    expect(await at.submit(who, [good(1)], { requestId: 'with blanks' })).toMatchObject({
      code: -1,
      fields: { requestId: expect.any(String) },
    });
  });

  it('asks for the second step, and uses it up with the payment', async () => {
    const who = await at.merchant();
    const { secret } = await at.owners.bindApp(who.person);
    expect(await at.submit(who, [good(1)])).toMatchObject({ code: -2 });
    const code = at.owners.codeOf(secret);
    expect(await at.submit(who, [good(1)], { verifyType: 'google', verifyCode: code })).toMatchObject({ code: 1 });
    expect(await at.submit(who, [good(1)], { verifyType: 'google', verifyCode: code })).toMatchObject({
      code: 0,
      error: 'second_step_wrong',
    });
  });

  it('locks the second step and the payment password after five wrong attempts', async () => {
    const [who, other] = [await at.merchant(), await at.merchant()];
    await at.owners.bindApp(who.person);
    const tries = async (merchant: Merchant, changes: object) => {
      for (let times = 0; times < 5; times += 1) await at.submit(merchant, [good(1)], changes);
      return at.submit(merchant, [good(1)], changes);
    };
    expect(await tries(who, { verifyType: 'google', verifyCode: '000000' })).toMatchObject({
      code: 0,
      error: 'second_step_locked',
    });
    expect(await tries(other, { payPassword: '000000' })).toMatchObject({ code: 0, error: 'pay_password_locked' });
    await sql`update users set pay_password_hash = null where user_id = ${other.userId}`.execute(at.app.db);
    expect(await at.submit(other, [good(1)])).toMatchObject({ code: 0, error: 'pay_password_unset' });
    expect((await at.money(other)).transit).toBe(0n);
  });

  it('needs a certified member, and payouts that run and are switched on', async () => {
    const fresh = await at.merchant({ certified: false });
    expect(await at.submit(fresh, [good(1)])).toMatchObject({ code: 0, error: 'not_certified' });
    const who = await at.merchant();
    await at.setTerms(who, { enabled: false });
    expect(await at.submit(who, [good(1)])).toMatchObject({ code: 0, error: 'payout_not_enabled' });
    await at.setTerms(who);
    const { db, platform } = at.app;
    const found = {
      foundAt: at.app.clock.now().toISOString(),
      check: 'chain',
      promise: 'chains are whole',
      violation: 'one is not',
    };
    await db.transaction((tx) => platform.keepFact(tx, 'books_wrong', found));
    expect(await at.submit(who, [good(1)])).toMatchObject({ code: 0, error: 'payouts_stopped' });
    await db.transaction((tx) => platform.keepFact(tx, 'books_wrong', undefined));
    expect(await at.submit(who, [good(1)])).toMatchObject({ code: 1 });
  });

  it('is on hold for a day after a second factor was removed or the login was reset', async () => {
    const [bare, reset, now, msg] = [
      await at.merchant(),
      await at.merchant(),
      at.app.clock.now(),
      expect.stringContaining('24 h'),
    ];
    await at.app.db.transaction((tx) => at.app.factors.notePhoneRemoved(tx, bare.userId, now));
    await sql`update users set credentials_reset_at = ${now} where user_id = ${reset.userId}`.execute(at.app.db);
    for (const who of [bare, reset])
      expect(await at.submit(who, [good(1)])).toMatchObject({ code: 0, error: 'payouts_rest', msg });
  });
});

describe('/batch/detail', () => {
  it('follows each row until the batch is done', async () => {
    const who = await at.merchant();
    const batchNo = await submitted(who, [good(1), good(2)]);
    await at.pass(1_000);
    await at.pass(3_000);
    const { data } = await at.detail(who, batchNo);
    expect(data?.extend).toMatchObject({
      state: 'done',
      counts: { total: 2, paid: 2, open: 0 },
      amounts: { paid: '200.00' },
      finishedAt: at.app.clock.now().toISOString(),
    });
    expect(data?.list[0]).toMatchObject({
      line: 1,
      outcome: 'paid',
      status: 'paid',
      fee: '1.10',
      bankReference: expect.stringMatching(/^SANDBOX/),
      failReason: '',
    });
    expect(data?.list[0]?.settlement).toMatchObject({
      holder: 'Lin Wei',
      bank: 'ICBC',
      account: expect.stringMatching(/^622202\*{4}\d{4}$/),
    });
  });

  it('distinguishes a partly paid batch from a failed one, and shows what needs a decision', async () => {
    const who = await at.merchant();
    // The sandbox fails amounts that end in .44.
    const [partial, failed] = [
      await submitted(who, [good(1), good(2, '100.44'), good(3)]),
      await submitted(who, [good(4, '200.44'), good(5, '300.44')]),
    ];
    await at.pass(1_000);
    await at.pass(3_000);
    expect((await at.list(who)).data?.list.map(({ batchNo, state }) => [batchNo, state])).toEqual([
      [failed, 'failed'],
      [partial, 'partial'],
    ]);
    const { data } = await at.detail(who, partial, { outcome: 'failed' });
    expect(data).toMatchObject({
      total: 1,
      list: [{ line: 2, outcome: 'failed', failReason: expect.stringMatching(/./) }],
      extend: { counts: { paid: 2, failed: 1 } },
    });
    await who.person.post('/payout/cancel', { orderNo: data?.list[0]?.orderNo });
    expect((await at.detail(who, partial)).data?.extend).toMatchObject({
      state: 'partial',
      counts: { paid: 2, failed: 0, cancelled: 1 },
    });
    expect((await at.detail(who, partial, { outcome: 'failed' })).data).toMatchObject({ total: 0, list: [] });
    const { list = [] } = (await at.detail(who, partial, { page: 2, limit: 2, order: 'desc' })).data ?? {};
    expect(list.map(({ line }) => line)).toEqual([1]);
  });

  it('is found in the list by its number or the beginning of it', async () => {
    const who = await at.merchant();
    const batchNo = await submitted(who, [good(1)]);
    for (const q of [batchNo, batchNo.slice(0, 12), ` ${batchNo} `])
      expect((await at.list(who, { q })).data?.list.map((found) => found.batchNo)).toEqual([batchNo]);
    for (const q of ['9', 'batch', `${batchNo}0`])
      expect((await at.list(who, { q })).data).toMatchObject({ total: 0, list: [] });
  });

  it('does not show another member’s batch, nor do the list and the export', async () => {
    const [who, neighbour] = [await at.merchant(), await at.merchant()];
    const batchNo = await submitted(who, [good(1)]);
    expect(await at.detail(neighbour, batchNo)).toMatchObject({ code: 0, error: 'not_found' });
    expect(await at.detail(who, '9'.repeat(19))).toMatchObject({ code: 0, error: 'not_found' });
    expect((await neighbour.person.post('/batch/list')).data).toMatchObject({ total: 0, list: [] });
    const file = await at.raw('POST', neighbour, '/user/export', { kind: 'batch', format: 'csv', filter: { batchNo } });
    expect(file.body.trimEnd().split('\r\n')).toHaveLength(1);
  });
});

describe('the export', () => {
  it('has the result of each row, in the order of the table', async () => {
    const who = await at.merchant();
    const batchNo = await submitted(who, [
      good(1),
      { ...goodRow, amount: '50.00', type: 'Alipay', bank: '', account: '13812345678' },
    ]);
    const taken = await at.raw('POST', who, '/user/export', { kind: 'batch', format: 'xlsx', filter: { batchNo } });
    const [head = [], ...rows] = readPage(unzip(taken.rawPayload)).map((row) => row.map(({ value }) => value));
    expect(head).toEqual([
      'Line',
      'Amount',
      'Fee',
      'Withdrawal type',
      'Holder',
      'Bank',
      'Branch',
      'Account',
      ...head.slice(8),
    ]);
    expect(rows.map((row) => row.slice(0, 5))).toEqual([
      ['1', '100.00', '1.10', 'Bank card', 'Lin Wei'],
      ['2', '50.00', '1.05', 'Alipay', 'Lin Wei'],
    ]);
    expect(
      (await at.raw('POST', who, '/user/export', { kind: 'batch', format: 'csv', filter: {} })).json(),
    ).toMatchObject({ code: -1 });
  });

  it.each(languages.flatMap((language) => (['xlsx', 'csv'] as const).map((format) => [language, format] as const)))(
    'is a table to fill in (%s, %s) that reads as it was written, and whose example is no payout',
    async (lang, format) => {
      const who = await at.merchant();
      const file = await at.raw('GET', who, `/batch/template?lang=${lang}&format=${format}`);
      expect(file.headers['content-disposition']).toBe(`attachment; filename="batch-template-${lang}.${format}"`);
      const read = await readTable(file.rawPayload, 'CNY');
      if (!('rows' in read)) throw read.fault;
      expect(read.rows).toMatchObject([{ line: 2, values: { amount: '1234.50' } }]);
      expect(Object.keys((await at.upload(who, file.rawPayload)).data?.rows[0]?.errors ?? {})).toEqual([
        'holder',
        'account',
      ]);
    },
  );

  it('is refused in an unknown language and with extra fields', async () => {
    const who = await at.merchant();
    for (const [query, field] of [
      ['lang=fr', 'lang'],
      ['format=pdf', 'format'],
      ['lang=en&a=1', 'a'],
    ] as const)
      expect((await at.raw('GET', who, `/batch/template?${query}`)).json()).toMatchObject({
        code: -1,
        fields: { [field]: expect.any(String) },
      });
  });
});
