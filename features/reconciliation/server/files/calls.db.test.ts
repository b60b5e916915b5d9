import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languages } from '#foundation/core/words.ts';
import type { Trial } from '../../contract.ts';
import type { StatementLine } from '../../statement-line.ts';
import { brokenFiles, cells, csv, mappingWith, plainMapping, sheet } from '../reading/corpus-for-tests.ts';
import { fileFetched } from './filing.ts';
import { DAY, statementApp } from './statements-for-tests.ts';

let at: Awaited<ReturnType<typeof statementApp>>;
beforeAll(async () => {
  at = await statementApp();
});
afterAll(() => at.close());

/** Each test has a day of its own: the first of them is `DAY`. */
let days = 0;
const nextDay = (): string => new Date(Date.parse(DAY) - (days += 1) * 86_400_000).toISOString().slice(0, 10);
const on = (day: string, changes: Parameters<typeof cells>[0] = {}) => cells({ time: `${day} 10:00:00`, ...changes });
const log = async () => {
  const { rows } = await at.app.db.pool.query<{ action: string; object: string }>(
    `select action, object from audit_log where action like 'upstream_%' order by created_at, seq`,
  );
  return rows.map(({ action, object }) => `${action} ${object}`);
};

describe('/operator/reconciliation/mappings and saveMapping', () => {
  const latest = async () => {
    const { data } = await at.boss.post<{ upstreams: object[] }>('/operator/reconciliation/mappings');
    return data?.upstreams;
  };

  test('a mapping is saved as a new version and logged', async () => {
    const none = { version: 0, mapping: null, savedAt: null, savedBy: null };
    const second = { upstreamId: 2, name: 'Second', ...none };
    expect(await latest()).toEqual([{ upstreamId: 1, name: 'First', ...none }, second]);
    expect(await at.save(mappingWith({ headerRow: 3 }), 0)).toMatchObject({
      code: 1,
      data: { version: 1, trial: null },
    });
    expect(await at.save(plainMapping, 1)).toMatchObject({ data: { version: 2 } });
    const saved = { version: 2, mapping: plainMapping, savedAt: '2026-11-20T04:00:00.000Z', savedBy: 'boss' };
    expect(await latest()).toEqual([{ upstreamId: 1, name: 'First', ...saved }, second]);
    expect(await log()).toEqual(['upstream_mapping_saved 1 version 1', 'upstream_mapping_saved 1 version 2']);
  });

  test('of two operators at once one saves, and the other is refused', async () => {
    const answers = await Promise.all([at.save(plainMapping, 2), at.save(mappingWith({ headerRow: 2 }), 2)]);
    expect(answers.map(({ error }) => error ?? 'saved').sort()).toEqual(['mapping_changed', 'saved']);
    expect(await at.save(plainMapping, 7)).toMatchObject({ code: 0, error: 'mapping_changed' });
    expect(await at.save(plainMapping, 3)).toMatchObject({ data: { version: 4 } });
  });

  test('an upstream that is not there is not found', async () => {
    expect(await at.save(plainMapping, 0, { upstreamId: 9 })).toMatchObject({ error: 'not_found' });
    expect(await at.trial(csv([]), plainMapping, '9')).toMatchObject({ error: 'not_found' });
  });

  const { columns } = plainMapping;
  test.each<[string, object, string]>([
    ['neither number', { columns: { ...columns, reference: null, ownNumber: null } }, 'mapping.columns.reference'],
    ['one sign for two things', { decimal: '.', thousands: '.' }, 'mapping.thousands'],
    ['a kind column and one kind', { kind: 'payin' }, 'mapping.kind'],
    ['no kind at all', { columns: { ...columns, kind: null }, kinds: [] }, 'mapping.kind'],
    ['a kind column without kinds', { kinds: [] }, 'mapping.kinds'],
    ['statuses without their column', { statuses: [{ text: 'x', status: 'failed' }] }, 'mapping.statuses'],
    ['a text twice', { kinds: ['payin', 'payout'].map((kind) => ({ text: 'x', kind })) }, 'mapping.kinds'],
    ['headings where there are none', { headerRow: 0 }, 'mapping.columns.amount'],
    ['a zone that is none', { timeZone: 'Shanghai' }, 'mapping.timeZone'],
    ['an empty heading', { columns: { ...columns, amount: ' ' } }, 'mapping.columns.amount'],
    ['another format', { format: 'pdf' }, 'mapping.format'],
  ])('refuses %s at its field', async (_, changes, field) => {
    const mapping = { ...plainMapping, ...changes } as typeof plainMapping;
    expect(await at.save(mapping, 4)).toMatchObject({ code: -1, fields: { [field]: expect.any(String) } });
    expect(await at.trial(csv([]), mapping)).toMatchObject({ code: -1, fields: expect.any(Object) });
  });

  test('the authenticator’s code is required where one is bound; a trial needs none', async () => {
    await at.app.addOperator('careful');
    const person = at.app.person();
    await person.logIn('careful');
    const { secret } = await at.owners.bindApp(person);
    at.app.clock.advance(30_000);
    const save = (more: object = {}) => at.save(plainMapping, 4, { person, ...more });
    expect(await save()).toMatchObject({ code: -2, data: { methods: ['google'] } });
    const step = { verifyType: 'google', verifyCode: at.owners.codeOf(secret) };
    expect(await save(step)).toMatchObject({ code: 1, data: { version: 5 } });
    const data = at.form({ upstreamId: '1', mapping: JSON.stringify(plainMapping) }, csv([cells()]));
    expect(await person.post('/operator/reconciliation/saveMapping', data)).toMatchObject({ code: 1 });
    const errors: (string | undefined)[] = [];
    for (let tries = 0; tries < 12 && errors.at(-1) !== 'second_step_locked'; tries += 1)
      errors.push((await save({ ...step, verifyCode: '000000' })).error);
    expect(errors[0]).toBe('second_step_wrong');
    expect(errors.at(-1)).toBe('second_step_locked');
  });

  test('a trial answers lines as they are read, sums and faults, and saves nothing', async () => {
    const before = await at.stored();
    const rows = [on(DAY), on(DAY, { no: 'T2', amount: '5', fee: '', kind: 'REFUND' })];
    const { data } = await at.trial(csv(rows));
    expect(data).toEqual({
      version: null,
      trial: {
        format: 'csv',
        rows: 2,
        lines: [
          {
            line: 2,
            reference: 'T1',
            ownNumber: '7000000000000000001',
            kind: 'payin',
            amount: '100.00',
            fee: '0.60',
            time: '2026-11-19T02:00:00.000Z',
            status: null,
          },
          {
            line: 3,
            reference: 'T2',
            ownNumber: '7000000000000000001',
            kind: 'reversal',
            amount: '-5.00',
            fee: null,
            time: '2026-11-19T02:00:00.000Z',
            status: null,
          },
        ],
        kinds: [
          { kind: 'payin', count: 1, amount: '100.00', fee: '0.60' },
          { kind: 'reversal', count: 1, amount: '-5.00', fee: '0.00' },
        ],
        opening: null,
        closing: null,
        from: '2026-11-19T02:00:00.000Z',
        to: '2026-11-19T02:00:00.000Z',
        faults: [],
      } satisfies Trial,
    });
    const many = Array.from({ length: 30 }, (_, index) => on(DAY, { no: `N${index}`, amount: index > 27 ? 'x' : '1' }));
    const broken = (await at.trial(sheet(many))).data?.trial as Trial;
    expect(broken.lines).toHaveLength(20);
    expect(broken).toMatchObject({ format: 'xlsx', rows: 28 });
    expect(broken.faults).toEqual([
      { line: 30, column: 'Amount', text: 'Line 30, column Amount: x isn’t an amount in the mapping’s format' },
      { line: 31, column: 'Amount', text: 'Line 31, column Amount: x isn’t an amount in the mapping’s format' },
    ]);
    expect(await at.stored()).toEqual(before);
    expect(await latest()).toMatchObject([{ version: 5 }, { version: 0 }]);
  });
});

describe('/operator/reconciliation/upload', () => {
  test('needs a mapping first', async () => {
    expect(await at.upload(csv([on(DAY)]), { upstreamId: '2' })).toMatchObject({ code: 0, error: 'mapping_missing' });
    expect(await at.upload(csv([on(DAY)]), { upstreamId: '9' })).toMatchObject({ code: 0, error: 'not_found' });
  });

  test('stores the file and its lines, and logs it', async () => {
    const answer = await at.upload(csv([on(DAY), on(DAY, { no: 'T2', kind: 'OUT', fee: '' })]), { name: 'a\\19.csv' });
    const { fileId = '' } = answer.data ?? {};
    expect(answer).toMatchObject({
      code: 1,
      data: {
        outcome: 'filed',
        rows: 2,
        kinds: [
          { kind: 'payin', count: 1, amount: '100.00', fee: '0.60' },
          { kind: 'payout', count: 1, amount: '-100.00', fee: '0.00' },
        ],
        opening: null,
        closing: null,
        replaced: null,
      },
    });
    const { lines } = await at.stored();
    expect(lines.filter((line) => line['file_id'] === fileId)).toMatchObject([
      {
        upstream_id: 1,
        line_no: 2,
        upstream_no: 'T1',
        our_no: '7000000000000000001',
        kind: 'payin',
        amount: 10_000n,
        fee: 60n,
        at: new Date('2026-11-19T02:00:00Z'),
        status: null,
        raw: on(DAY).join(','),
      },
      { line_no: 3, upstream_no: 'T2', kind: 'payout', amount: -10_000n, fee: null },
    ]);
    expect((await log()).at(-1)).toBe(`upstream_file_uploaded 1 ${DAY} ${fileId}, 2 lines`);
    expect((await at.files({ from: DAY })).data?.list).toMatchObject([
      { fileId, upstream: 'First', day: DAY, name: '19.csv', format: 'csv', state: 'read', rows: 2, by: 'boss' },
    ]);
  });

  test('the same content again changes nothing and says so', async () => {
    const day = nextDay();
    const file = csv([on(day)]);
    const { data } = await at.upload(file, { day });
    const before = await at.stored();
    expect(await at.upload(file, { day, name: 'copy.csv' })).toMatchObject({
      code: 1,
      data: {
        fileId: data?.fileId,
        outcome: 'unchanged',
        rows: 1,
        kinds: [{ kind: 'payin', count: 1 }],
        replaced: null,
      },
    });
    expect(await at.stored()).toEqual(before);
  });

  test('the same content is read again by another mapping, and replaces what that reads otherwise', async () => {
    const day = nextDay();
    const rows = [on(day), on(day, { no: 'P2', kind: 'OUT' })];
    const file = csv(rows).replace('Trade no', 'Pay no');
    const columns = { ...plainMapping.columns, reference: 'Pay no' };
    await at.save(mappingWith({ columns }), 5);
    const { data } = await at.upload(file, { day });
    expect((await at.files({ from: day, to: day })).data?.list).toMatchObject([{ format: 'csv' }]);
    await at.save(mappingWith({ columns, separator: ',', footerRows: 0, sheet: 'Unused' }), 6);
    expect(await at.upload(file, { day })).toMatchObject({ data: { fileId: data?.fileId, outcome: 'unchanged' } });
    const kinds = [...plainMapping.kinds.slice(0, 2), { text: 'OUT', kind: 'fee' as const }];
    await at.save(mappingWith({ columns, kinds }), 7);
    expect(await at.upload(file, { day })).toMatchObject({
      data: { outcome: 'filed', replaced: { fileId: data?.fileId, added: 1, gone: 1, changed: 0 } },
    });
    await at.save(plainMapping, 8);
  });

  test('a new file of a day replaces the old one and tells what changed', async () => {
    const day = nextDay();
    const first = await at.upload(csv([on(day), on(day, { no: 'T2' }), on(day, { no: 'T3' })]), { day });
    const rows = [on(day), on(day, { no: 'T2', amount: '99.00' }), on(day, { no: 'T4' }), on(day, { no: 'T5' })];
    const second = await at.upload(sheet(rows), { day });
    expect(second).toMatchObject({
      data: {
        outcome: 'filed',
        rows: 4,
        replaced: { fileId: first.data?.fileId, added: 2, gone: 1, changed: 1 },
      },
    });
    expect((await at.files({ from: day, to: day })).data?.list).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ fileId: second.data?.fileId, state: 'read', format: 'xlsx', replacedBy: null }),
        expect.objectContaining({ fileId: first.data?.fileId, state: 'replaced', replacedBy: second.data?.fileId }),
      ]),
    );
    const back = await at.upload(csv([on(day), on(day, { no: 'T2' }), on(day, { no: 'T3' })]), { day });
    expect(back).toMatchObject({ data: { outcome: 'filed', replaced: { added: 1, gone: 2, changed: 1 } } });
  });

  test('two uploads at once: one replaces the other, and each line is stored once', async () => {
    const day = nextDay();
    const files = [csv([on(day)]), csv([on(day, { no: 'T2' }), on(day, { no: 'T3' })])];
    const answers = await Promise.all([...files, ...files].map((file) => at.upload(file, { day })));
    expect(answers.every(({ code }) => code === 1)).toBe(true);
    const { rows } = await at.app.db.pool.query<{ state: string; rows: number; lines: number }>(
      `select f.state, f.rows, (select count(*)::integer from upstream_lines l where l.file_id = f.file_id) as lines
       from upstream_files f where f.day = $1`,
      [day],
    );
    expect(rows.filter(({ state }) => state === 'read')).toHaveLength(1);
    expect(rows.filter((one) => one.rows !== one.lines)).toEqual([]);
  });

  test('the same file twice at once is filed once', async () => {
    const day = nextDay();
    const file = csv([on(day)]);
    const answers = await Promise.all(Array.from({ length: 4 }, () => at.upload(file, { day })));
    expect(answers.map(({ data }) => data?.outcome ?? '').sort()).toEqual([
      'filed',
      'unchanged',
      'unchanged',
      'unchanged',
    ]);
    expect((await at.files({ from: day, to: day })).data).toMatchObject({ total: 1 });
  });

  test('a file of another day is refused', async () => {
    const day = nextDay();
    nextDay();
    expect(await at.upload(csv([on('2026-01-01'), on('2026-01-02', { no: 'T2' })]), { day })).toMatchObject({
      code: -1,
      fields: { file: `The file can’t be read: its lines are from 2026-01-01 to 2026-01-02, none from ${day}` },
    });
    expect(await at.upload(csv([on(DAY)]), { day: '2026-11-21' })).toMatchObject({
      code: -1,
      fields: { day: 'This day hasn’t started yet' },
    });
  });

  test('a day without movement has a file without lines', async () => {
    expect(await at.upload(csv([]), { day: nextDay() })).toMatchObject({
      data: { outcome: 'filed', rows: 0, kinds: [] },
    });
  });

  test('an upload whose connection dies leaves nothing, and can be repeated', async () => {
    const day = nextDay();
    const file = csv(Array.from({ length: 12_000 }, (_, index) => on(day, { no: `K${index}` })));
    const { pool } = at.app.db;
    const before = await at.stored();
    const blocker = await pool.connect();
    try {
      await blocker.query('begin; lock table upstream_lines in share mode');
      const dying = at.upload(file, { day });
      const waiting = `select pid from pg_locks where relation = 'upstream_lines'::regclass and not granted`;
      let pid: number | undefined;
      while (pid === undefined) pid = (await pool.query<{ pid: number }>(waiting)).rows[0]?.pid;
      await pool.query('select pg_terminate_backend($1::integer)', [pid]);
      expect((await dying).status).toBeGreaterThanOrEqual(500);
    } finally {
      await blocker.query('rollback');
      blocker.release();
    }
    expect(await at.stored()).toEqual(before);
    expect(await at.upload(file, { day })).toMatchObject({ data: { outcome: 'filed', rows: 12_000 } });
  });

  test('members and strangers find nothing', async () => {
    await at.app.addMember({ username: 'shop' });
    const shop = at.app.person();
    await shop.logIn('shop');
    for (const path of ['mappings', 'saveMapping', 'files'])
      expect(await shop.post(`/operator/reconciliation/${path}`), path).toMatchObject({ code: 0, error: 'not_found' });
    expect(await at.upload(csv([on(DAY)]), { person: shop })).toMatchObject({ code: 0, error: 'not_found' });
    expect(await at.upload(csv([on(DAY)]), { person: at.app.person() })).toMatchObject({ code: 50_008 });
  });
});

describe('a broken file', () => {
  let saved = 9;
  test.each(brokenFiles)('$name names its place and changes nothing', async ({ bytes, mapping, line, column }) => {
    await at.save(mapping ?? plainMapping, saved);
    saved += 1;
    const before = await at.stored();
    const answer = await at.upload(bytes, { day: DAY });
    const place =
      line === null ? 'The file can’t be read: ' : `Line ${line}${column === null ? '' : `, column ${column}`}: `;
    expect(answer).toMatchObject({ code: -1, error: 'fields_wrong', fields: { file: expect.any(String) } });
    expect(answer.fields?.['file']).toContain(place);
    expect(await at.stored()).toEqual(before);
  });

  test('speaks the reader’s language', async () => {
    await at.save(plainMapping, saved);
    const messages = await Promise.all(
      languages.map(async (language) => {
        const person = at.app.person({ language });
        await person.logIn('boss');
        return (await at.upload(csv([cells({ amount: '1.234' })]), { person })).fields?.['file'];
      }),
    );
    expect(messages).toEqual([
      'Line 2, column Amount: 1.234 has more decimals than CNY',
      '第 2 行，Amount 列：1.234 的小数位多于 CNY',
      'Línea 2, columna Amount: 1.234 tiene más decimales que CNY',
      'บรรทัด 2 คอลัมน์ Amount: 1.234 มีทศนิยมมากกว่า CNY',
    ]);
  });

  test('that is too large is refused before it is read', async () => {
    const answer = await at.upload(Buffer.alloc(128 * 1_048_576 + 1));
    expect(answer).toMatchObject({ code: -1, fields: { file: 'The file must be 128 MB or smaller' } });
  });
});

describe('a bank’s statement', () => {
  const account = '21000813/0123456789';
  const mt940 = (lines: string[], closing: string) =>
    [
      ':20:STATEMENT',
      `:25:${account}`,
      ':28C:00012/001',
      ':60F:C261118CNY10,00',
      ...lines,
      `:62F:C261119CNY${closing}`,
      '',
    ].join('\r\n');
  const mapping = {
    format: 'mt940',
    account: '21000813 / 0123456789',
    credits: 'settlement',
    debits: 'other',
  } as const;
  const file = mt940([':61:2611191119C5,5NTRFORDER-1//BANK-1', ':86:Settlement', ':61:261119D0,50NCHGNONREF'], '15,00');

  test('is filed with its lines and balances', async () => {
    expect(await at.save(mapping, 0, { upstreamId: 2 })).toMatchObject({ data: { version: 1 } });
    expect(await at.upload(file, { upstreamId: '2' })).toMatchObject({
      code: 1,
      data: {
        rows: 2,
        opening: '10.00',
        closing: '15.00',
        kinds: [
          { kind: 'settlement', count: 1, amount: '5.50' },
          { kind: 'other', count: 1, amount: '-0.50' },
        ],
      },
    });
    expect((await at.files({ upstreamId: 2 })).data?.list).toMatchObject([
      { format: 'mt940', opening: '10.00', closing: '15.00', rows: 2 },
    ]);
    expect(await at.upload(file, { upstreamId: '2' })).toMatchObject({
      data: { outcome: 'unchanged', opening: '10.00', closing: '15.00' },
    });
  });

  test.each([
    ['of another account', file.replace(account, '1/2'), 'The file can’t be read: the statement is for account 1/2'],
    ['in another currency', file.replaceAll('CNY', 'EUR'), 'The file can’t be read: the account is in EUR'],
    [
      'whose second part is in another currency',
      file + file.replaceAll('CNY', 'EUR'),
      'The file can’t be read: the account is in EUR',
    ],
    [
      'of more money than there is',
      mt940([':61:2611191119C999999999999999,00NTRFORDER-1'], '1000000000000009,00'),
      expect.stringContaining('is too large'),
    ],
    ['whose sum differs', file.replace('15,00', '16,00'), expect.stringMatching(/^Line 8\b.*:62F:/)],
    ['that is none', 'a,b\r\n', expect.any(String)],
  ])('%s is refused', async (_, bytes, message) => {
    expect(await at.upload(bytes, { upstreamId: '2' })).toMatchObject({ code: -1, fields: { file: message } });
  });
});

describe('a fetched statement', () => {
  const line = (lineNo: number, changes: Partial<StatementLine> = {}): StatementLine => ({
    lineNo,
    upstreamNo: `S${lineNo}`,
    ourNo: null,
    kind: 'payin',
    amountMinor: 700n,
    feeMinor: 7n,
    at: new Date('2026-06-01T02:00:00Z'),
    status: 'success',
    raw: '',
    ...changes,
  });
  const accept = (lines: readonly StatementLine[], closingMinor: bigint | null = null) =>
    fileFetched(at.app, {
      upstreamId: 2,
      day: '2026-06-01',
      name: 'fetched',
      uploadedAt: at.app.clock.now(),
      lines: [lines.slice(0, 1), lines.slice(1)],
      openingMinor: null,
      closingMinor,
    });

  test('is filed the same way: once, and replaced by others', async () => {
    const first = await accept([line(1), line(2)]);
    expect(first).toMatchObject({ outcome: 'filed', rows: 2, replaced: null });
    expect(await accept([line(1), line(2)])).toEqual({ ...first, outcome: 'unchanged' });
    const second = await accept([line(1), line(2, { amountMinor: 701n }), line(3)], 500n);
    expect(second).toMatchObject({
      outcome: 'filed',
      closingMinor: 500n,
      replaced: { fileId: first.fileId, added: 1, gone: 0, changed: 1 },
    });
    expect((await at.files({ from: '2026-06-01', to: '2026-06-01', state: 'read' })).data?.list).toMatchObject([
      { fileId: second.fileId, format: 'connector', by: null, rows: 3, closing: '5.00' },
    ]);
  });

  test('that fails half-way leaves the statement before', async () => {
    const before = await at.stored();
    const lines = (async function* () {
      yield [line(1)];
      throw new Error('the upstream hung up');
    })();
    await expect(
      fileFetched(at.app, {
        upstreamId: 2,
        day: '2026-06-01',
        name: 'fetched',
        uploadedAt: at.app.clock.now(),
        lines,
        openingMinor: null,
        closingMinor: null,
      }),
    ).rejects.toThrow('the upstream hung up');
    expect(await at.stored()).toEqual(before);
  });
});

test('/operator/reconciliation/files pages through all, newest first', async () => {
  const { data } = await at.files({ limit: 100 });
  const { files } = await at.stored();
  expect(data?.total).toBe(files.length);
  expect(new Set(data?.list.map(({ fileId }) => fileId))).toEqual(new Set(files.map((file) => file['file_id'])));
  expect((await at.files({ limit: 1, page: 2 })).data?.list[0]?.fileId).toBe(data?.list[1]?.fileId);
  expect((await at.files({ state: 'replaced' })).data?.list.every(({ state }) => state === 'replaced')).toBe(true);
});
