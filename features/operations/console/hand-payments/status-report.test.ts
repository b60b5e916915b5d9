/** A bank's status report decides about money: only what is settled is paid, and nothing of a doubtful file counts. */
import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { handPaymentCalls } from '../../hand-payment-contract.ts';
import { readResults } from './read-results.ts';
import type { ResultFault, SentFile } from './results.ts';

const FOLDER = new URL('../status-reports/', import.meta.url);
const FILE_ID = '3f1c0d5e-8a52-4c1b-9a77-0d8e4b6f2a10';
const [A, B, C] = ['2611270000000000001', '2611270000000000002', '2611270000000000003'] as const;
const file: SentFile = {
  fileId: FILE_ID,
  rows: [
    ...[A, B, C].map((orderNo) => ({ orderNo, state: 'taken' as const })),
    { orderNo: '2611270000000000004', state: 'refused' },
  ],
};

const paid = (orderNo: string, bankReference: string) => ({ orderNo, result: 'paid', bankReference, reason: '' });
const failed = (orderNo: string, reason: string) => ({ orderNo, result: 'failed', bankReference: '', reason });
const open = (orderNo: string, status: string, reason = status) => ({
  orderNo,
  outcome: 'open',
  bankReference: '',
  reason,
  status,
});

const read = (bytes: string | Uint8Array<ArrayBuffer>, sent = file) => readResults(new Blob([bytes]), sent);

describe('the reports of banks', () => {
  const cases: Readonly<Record<string, { rows?: object[]; open?: object[] }>> = {
    'mixed-v03.xml': {
      rows: [paid(A, 'BK2026112800001'), failed(B, 'AC04 Account closed since 2026-10-31')],
      open: [open(C, 'ACSP')],
    },
    'group-rejected-v10.xml': { rows: [A, B, C].map((one) => failed(one, 'DUPL File was sent before')) },
    'group-settled-v09.xml': { rows: [A, B, C].map((one) => paid(one, 'STS-3')) },
    'group-checked-v14.xml': { open: [A, B, C].map((one) => open(one, 'ACTC')) },
    'payment-rejected-v11.xml': { rows: [A, B, C].map((one) => failed(one, 'K021 付款账户余额不足')) },
    'rejected-with-numbers-only-v08.xml': { rows: [failed(A, 'AM04'), failed(B, 'Not carried out')] },
    'own-namespace-in-envelope.xml': {
      rows: [paid(A, 'HVPS & 20261128'), failed(B, 'CUST; recalled by payer')],
      open: [open(C, 'ACWC', 'NARR Day changed to 30 November')],
    },
  };
  const refusals: Readonly<Record<string, ResultFault>> = {
    'refused-other-file.xml': { word: 'report_of_other_file', line: 6, text: 'FFFFFFFF8A524C1B9A770D8E4B6F2A10' },
    'refused-other-payment.xml': { word: 'report_of_other_file', line: 10, text: 'ffffffff8a524c1b9a770d8e4b6f2a10' },
    'refused-other-row.xml': { word: 'not_in_this_file', line: 0, text: '2611270000000000009' },
    'refused-two-results.xml': { word: 'results_differ', line: 0, text: A },
    'refused-statuses-differ.xml': { word: 'report_differs', line: 12, text: 'ACSC, RJCT' },
    'refused-cut-off.xml': { word: 'xml_broken', line: 12 },
    'refused-entities.xml': { word: 'xml_doctype', line: 2 },
    'refused-unknown-entity.xml': { word: 'xml_broken', line: 11 },
    'refused-no-number.xml': { word: 'report_field', line: 11, text: 'TxInfAndSts/OrgnlEndToEndId' },
    'refused-no-status.xml': { word: 'report_field', line: 11, text: 'TxInfAndSts/TxSts' },
    'refused-version-02.xml': { word: 'report_version', line: 2, text: '02' },
    'refused-pain001.xml': { word: 'report_type', line: 1 },
  };
  const bytesOf = (name: string) => new Uint8Array(readFileSync(new URL(name, FOLDER)));

  test('are each read or refused here', () => {
    expect(readdirSync(FOLDER).toSorted()).toEqual([...Object.keys(cases), ...Object.keys(refusals)].toSorted());
  });

  test.each(Object.entries(cases))('%s says what becomes of each row', async (name, expected) => {
    expect(await read(bytesOf(name))).toEqual({ rows: [], open: [], kept: [], ...expected });
  });

  test.each(Object.entries(refusals))('%s is refused as a whole', async (name, fault) => {
    expect(await read(bytesOf(name))).toEqual({ faults: [fault] });
  });

  test('are read in the encoding that they declare or mark, and refused in any other', async () => {
    const text = new TextDecoder().decode(bytesOf('payment-rejected-v11.xml'));
    const expected = await read(text);
    const wide = Uint8Array.from(
      [...`\ufeff${text}`].flatMap((letter) => {
        const code = letter.codePointAt(0) ?? 0;
        return [code & 0xff, code >> 8];
      }),
    );
    expect(await read(wide)).toEqual(expected);
    expect(await read(`\ufeff${text}`)).toEqual(expected);
    const western = text.replace('UTF-8', 'ISO-8859-1').replace(/\p{Script=Han}+/u, 'sin fondos: \u00a1');
    expect(await read(Uint8Array.from([...western].map((letter) => letter.codePointAt(0) ?? 0)))).toMatchObject({
      rows: [{ reason: 'K021 sin fondos: \u00a1' }, {}, {}],
    });
    expect(
      await read(
        Uint8Array.from([...western.replace('ISO-8859-1', 'UTF-8')].map((letter) => letter.codePointAt(0) ?? 0)),
      ),
    ).toEqual({
      faults: [{ word: 'xml_encoding', line: 1 }],
    });
  });
});

test('what is said about the whole file is not about rows that have a result already', async () => {
  const settled = readFileSync(new URL('group-settled-v09.xml', FOLDER), 'utf8');
  const some: SentFile = {
    ...file,
    rows: file.rows.map((row) => (row.orderNo === A ? { ...row, state: 'failed' } : row)),
  };
  expect(await read(settled, some)).toMatchObject({ rows: [{ orderNo: B }, { orderNo: C }], kept: [] });
  const all: SentFile = { ...file, rows: file.rows.map((row) => ({ ...row, state: 'failed' as const })) };
  expect(await read(settled, all)).toEqual({ faults: [{ word: 'no_results', line: 0 }] });
});

/** Statuses with what they mean. */
const statuses = {
  paid: ['ACSC', 'ACCC'],
  failed: ['RJCT', 'CANC'],
  open: ['ACTC', 'ACCP', 'ACSP', 'ACWC', 'ACFC', 'PDNG', 'RCVD', 'PATC', 'PART', 'BLCK', 'NEWS'],
} as const;
type Outcome = keyof typeof statuses;

interface Row {
  outcome: Outcome;
  status: string;
  code: string;
  added: string[];
  reference: string;
}

const letters = fc.string({
  unit: fc.oneof(fc.constantFrom(...'&<>"\'\u202e\u2028\u200b\t 中é😀'), fc.string({ minLength: 1, maxLength: 1 })),
  maxLength: 120,
});
const rowOf = (outcome: Outcome): fc.Arbitrary<Row> =>
  fc.record({
    outcome: fc.constant(outcome),
    status: fc.constantFrom<string>(...statuses[outcome]),
    code: fc.constantFrom('', 'AC01', 'AM04', 'NARR'),
    added: fc.array(letters, { maxLength: 3 }),
    reference: fc.string({ unit: fc.constantFrom(...'AB09-/'), maxLength: 35 }),
  });
const anyRow = fc.oneof(rowOf('paid'), rowOf('failed'), rowOf('open'));
const numberOf = (index: number) => `26112700000000${String(10_000 + index)}`;
const escaped = (text: string) =>
  text
    .replaceAll(/[^\P{Cc}\t]|\p{Noncharacter_Code_Point}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

function transactionOf({ status, code, added, reference }: Row, index: number): string {
  const reasons = [
    code && `<Rsn><Cd>${code}</Cd></Rsn>`,
    ...added.map((text) => `<AddtlInf>${escaped(text)}</AddtlInf>`),
  ];
  return [
    `<TxInfAndSts><OrgnlEndToEndId>${numberOf(index)}</OrgnlEndToEndId><TxSts>${status}</TxSts>`,
    `<StsRsnInf>${reasons.join('')}</StsRsnInf><AcctSvcrRef>${reference}</AcctSvcrRef></TxInfAndSts>`,
  ].join('');
}

const reportOf = (transactions: readonly string[]) =>
  `<?xml version="1.0"?><Document><CstmrPmtStsRpt><GrpHdr><MsgId>M</MsgId></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${FILE_ID.replaceAll('-', '')}</OrgnlMsgId></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts>${transactions.join('')}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`;
const sentOf = (count: number): SentFile => ({
  fileId: FILE_ID,
  rows: Array.from({ length: count }, (_, index) => ({ orderNo: numberOf(index), state: 'taken' as const })),
});

const reports = fc.array(anyRow, { minLength: 1, maxLength: 12 });

test('each row gets what its own status means, in any order and also said twice, in a form that the call takes', async () => {
  const Input = handPaymentCalls.calls['/operator/disbursement/handResults'].input;
  await fc.assert(
    fc.asyncProperty(reports, fc.infiniteStream(fc.nat()), async (rows, order) => {
      const transactions = rows.map(transactionOf);
      const shuffled = [...transactions, ...transactions]
        .map((text) => ({ text, at: order.next().value ?? 0 }))
        .toSorted((one, other) => one.at - other.at)
        .map(({ text }) => text);
      const found = await read(reportOf(shuffled), sentOf(rows.length));
      if ('faults' in found) throw new Error(found.faults.map(({ word }) => word).join(' '));
      const numbersOf = (outcome: Outcome) =>
        rows.flatMap((row, index) => (row.outcome === outcome ? [numberOf(index)] : []));
      const foundOf = (result: string) =>
        found.rows
          .filter((row) => row.result === result)
          .map(({ orderNo }) => orderNo)
          .toSorted();
      expect(foundOf('paid')).toEqual(numbersOf('paid'));
      expect(foundOf('failed')).toEqual(numbersOf('failed'));
      expect(found.open.map(({ orderNo }) => orderNo).toSorted()).toEqual(numbersOf('open'));
      const sent = [
        ...found.rows,
        { orderNo: numberOf(0), result: 'failed', bankReference: '', reason: 'one at least' },
      ];
      expect(Input.safeParse({ fileId: FILE_ID, rows: sent })).toMatchObject({ success: true });
    }),
  );
});

test('a report that is cut off anywhere says nothing', async () => {
  await fc.assert(
    fc.asyncProperty(reports, fc.double({ min: 0, max: 1, noNaN: true }), async (rows, part) => {
      const whole = reportOf(rows.map(transactionOf));
      const cut = whole.slice(0, Math.floor(part * (whole.length - 1)));
      expect(await read(cut, sentOf(rows.length))).toHaveProperty('faults');
    }),
  );
});

test('one row that contradicts another refuses the whole report', async () => {
  await fc.assert(
    fc.asyncProperty(reports, anyRow, fc.nat(), async (rows, other, at) => {
      const index = at % rows.length;
      fc.pre(rows[index]?.outcome !== other.outcome);
      const found = await read(
        reportOf([...rows.map(transactionOf), transactionOf(other, index)]),
        sentOf(rows.length),
      );
      expect(found).toEqual({ faults: [{ word: 'results_differ', line: 0, text: numberOf(index) }] });
    }),
  );
});
