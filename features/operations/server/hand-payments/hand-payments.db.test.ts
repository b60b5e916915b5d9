/** What people pay at a bank: taken once, kept from everything else, and marked by the bank's result row by row. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Merchant } from '#features/disbursements/server/withdrawal-calls-for-tests.ts';
import { SANDBOX } from '#features/disbursements/server/disbursements-for-tests.ts';
import type { HandFile } from '../../hand-payment-contract.ts';
import { type Operator, type OperatorApp, operatorApp, worked } from '../operators-for-tests.ts';

let at: OperatorApp;
let boss: Operator;
let second: Operator;
let shop: Merchant;
let files = 0;

beforeAll(async () => {
  at = await operatorApp();
  boss = await at.operator('boss');
  second = await at.operator('second');
});
afterAll(async () => expect(await at.close()).toEqual([]));
beforeEach(async () => {
  await at.app.setSettings({ dualApprovalFromMinor: null });
  shop = await at.merchant();
});

interface Paid {
  bankFile: { name: string; type: string; content: string };
  hand: HandFile;
}
const newId = () => `00000000-0000-4000-8000-${String((files += 1)).padStart(12, '0')}`;
const pay = (orderNos: readonly string[], more: object = {}, by = boss) =>
  by.person.post<Paid>('/operator/disbursement/payByHand', {
    fileId: newId(),
    rows: orderNos.map((orderNo) => at.one(shop, orderNo)),
    upstreamId: SANDBOX,
    payerName: 'The platform',
    payerAccount: '110022003300',
    day: '2026-11-20',
    format: 'csv',
    reason: 'the upstream is down',
    ...more,
  });
const results = (fileId: string, rows: readonly object[], by = boss) =>
  by.person.post<HandFile>('/operator/disbursement/handResults', { fileId, rows });
const paid = (orderNo: string, bankReference = 'BANK-1') => ({ orderNo, result: 'paid', bankReference });
const failed = (orderNo: string, reason = 'closed account') => ({ orderNo, result: 'failed', reason });
const textOf = (answer: { data?: Paid | undefined }) =>
  Buffer.from(answer.data?.bankFile.content ?? '', 'base64').toString('utf8');
const states = (file: HandFile | undefined) => file?.rows.map(({ state, error }) => error ?? state);
const detail = async (orderNo: string) => at.detail(boss, shop, orderNo);

test('the file has the whole account numbers; those in it are frozen, and nothing else can touch them', async () => {
  const orderNo = await at.brought(shop, 'new');
  const answer = await pay([orderNo]);
  expect(states(answer.data?.hand)).toEqual(['taken']);
  expect(answer.data?.hand.amount).toBe('500.00');
  expect(answer.data?.bankFile).toMatchObject({ type: 'text/csv; charset=utf-8' });
  expect(textOf(answer)).toContain(`${orderNo},500.00,CNY,Bank,`);
  expect(textOf(answer)).toMatch(/,\d{16,19},/);
  expect(await at.stateOf(shop, orderNo)).toMatchObject({ status: 'frozen' });
  for (const [act, more] of [
    ['unfreeze', {}],
    ['cancel', {}],
    ['markPaid', { bankReference: 'B', upstreamId: SANDBOX }],
  ] as const)
    expect(
      await boss.person.post(`/operator/disbursement/${act}`, { ...at.one(shop, orderNo), reason: 'odd', ...more }),
    ).toMatchObject({ code: 0, error: 'paid_by_hand' });
  await at.app.setSettings({ dualApprovalFromMinor: 1n });
  expect(
    await boss.person.post('/operator/disbursement/cancel', { ...at.one(shop, orderNo), reason: 'odd' }),
  ).toMatchObject({ error: 'paid_by_hand' });
  expect(
    await boss.person.post('/operator/disbursement/bulk', {
      bulkId: newId(),
      act: 'cancel',
      rows: [at.one(shop, orderNo)],
      reason: 'odd',
    }),
  ).toMatchObject({ data: { rows: [{ outcome: 'refused', error: 'paid_by_hand' }] } });
  expect(await shop.person.post('/withdrawal/cancel', { orderNo })).toMatchObject({ code: 0 });
  await at.pass(60_000);
  expect(await detail(orderNo)).toMatchObject({ attempts: [], acts: [], bankFileId: answer.data?.hand.fileId });
});

test('only what no upstream can be paying is taken, and each only once', async () => {
  const submitted = await at.brought(shop, 'submitted');
  const frozen = await at.brought(shop, 'frozen');
  const ended = await at.brought(shop, 'cancelled');
  // Last, since the worker submits what waits while time passes.
  const free = await at.brought(shop, 'new');
  const first = await pay([free, submitted, frozen, ended, '2611200000000000001']);
  expect(states(first.data?.hand)).toEqual(['taken', 'attempt_open', 'is_frozen', 'disbursement_ended', 'not_found']);
  expect(textOf(first).trim().split('\n')).toHaveLength(2);
  expect(states((await pay([free])).data?.hand)).toEqual(['paid_by_hand']);
});

test('the same request, also several times at once, takes each once and answers the same file', async () => {
  const orderNos = await at.broughtMany(shop, 'new', 3);
  const fileId = newId();
  const answers = await Promise.all([pay(orderNos, { fileId }), pay(orderNos, { fileId }), pay(orderNos, { fileId })]);
  expect(worked(answers, [])).toBe(3);
  const again = await pay(orderNos, { fileId });
  expect(states(again.data?.hand)).toEqual(['taken', 'taken', 'taken']);
  expect(again.data?.hand.amount).toBe('1500.00');
  expect(await pay(orderNos, { fileId, reason: 'other' })).toMatchObject({ code: 0, error: 'bank_file_conflict' });
  expect(await pay(orderNos, { fileId }, second)).toMatchObject({ code: 0, error: 'bank_file_conflict' });
});

test('the result marks each row: paid with its reference, or given back to operators', async () => {
  const [good, bad, open] = await at.broughtMany(shop, 'new', 3);
  if (good === undefined || bad === undefined || open === undefined) throw new Error('not brought');
  const fileId = (await pay([good, bad, open])).data?.hand.fileId ?? '';
  const answer = await results(fileId, [paid(good), failed(bad)]);
  expect(answer.data?.rows).toMatchObject([
    { state: 'paid', bankReference: 'BANK-1' },
    { state: 'failed', failReason: 'closed account' },
    { state: 'taken' },
  ]);
  expect(await at.stateOf(shop, good)).toMatchObject({ status: 'paid' });
  expect(await at.detailOf(shop.person, good)).toMatchObject({ status: 'paid', bankReference: 'BANK-1' });
  expect(await at.stateOf(shop, bad)).toMatchObject({ status: 'frozen' });
  // An earlier result stands.
  expect(states((await results(fileId, [failed(good), paid(bad), paid(open)])).data)).toEqual([
    'paid',
    'failed',
    'paid',
  ]);
  expect(
    await boss.person.post('/operator/disbursement/cancel', { ...at.one(shop, bad), reason: 'the bank refused' }),
  ).toMatchObject({ code: 1 });
  const saved = await boss.person.post<Paid['bankFile']>('/operator/disbursement/bankFile', { fileId, format: 'csv' });
  expect(
    Buffer.from(saved.data?.content ?? '', 'base64')
      .toString()
      .trim()
      .split('\n'),
  ).toHaveLength(1);
});

test('from the bound on a second operator confirms what the bank paid', async () => {
  const orderNo = await at.brought(shop, 'new');
  const fileId = (await pay([orderNo])).data?.hand.fileId ?? '';
  await at.app.setSettings({ dualApprovalFromMinor: 1n });
  expect(states((await results(fileId, [paid(orderNo)])).data)).toEqual(['proposed']);
  expect(states((await results(fileId, [paid(orderNo)])).data)).toEqual(['proposed']);
  const { data } = await second.person.post<{ list: { id: string }[] }>('/operator/approval/list', {
    memberNo: shop.memberNo.toString(),
  });
  const [proposal] = data?.list ?? [];
  expect(
    await second.person.post('/operator/approval/decide', { id: proposal?.id, decision: 'confirm' }),
  ).toMatchObject({ code: 1 });
  expect(await at.stateOf(shop, orderNo)).toMatchObject({ status: 'paid' });
  const { data: file } = await boss.person.post<HandFile>('/operator/disbursement/fileDetail', { fileId });
  expect(states(file)).toEqual(['paid']);
  // What the bank says later changes nothing about money that has left.
  expect(states((await results(fileId, [failed(orderNo)])).data)).toEqual(['paid']);
});

test('what the bank takes back before it was confirmed can no longer be confirmed', async () => {
  const orderNo = await at.brought(shop, 'new');
  const fileId = (await pay([orderNo])).data?.hand.fileId ?? '';
  await at.app.setSettings({ dualApprovalFromMinor: 1n });
  expect(states((await results(fileId, [paid(orderNo)])).data)).toEqual(['proposed']);
  const { data } = await second.person.post<{ list: { id: string }[] }>('/operator/approval/list', {
    memberNo: shop.memberNo.toString(),
  });
  const [proposal] = data?.list ?? [];
  expect(states((await results(fileId, [failed(orderNo)])).data)).toEqual(['failed']);
  expect(
    await second.person.post('/operator/approval/decide', { id: proposal?.id, decision: 'confirm' }),
  ).toMatchObject({ code: 0, error: 'approval_outdated' });
  expect(await at.stateOf(shop, orderNo)).toMatchObject({ status: 'frozen' });
});

test('pain.001 and a workbook have the same rows; files are listed, newest first', async () => {
  const orderNo = await at.brought(shop, 'new');
  const xml = await pay([orderNo], { format: 'pain001' });
  expect(textOf(xml)).toContain(`<EndToEndId>${orderNo}</EndToEndId>`);
  expect(textOf(xml)).toContain('<CtrlSum>500.00</CtrlSum>');
  const fileId = xml.data?.hand.fileId ?? '';
  const book = await boss.person.post<Paid['bankFile']>('/operator/disbursement/bankFile', { fileId, format: 'xlsx' });
  expect(
    Buffer.from(book.data?.content ?? '', 'base64')
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
  const listed = await boss.person.post<{ total: number; list: { fileId: string; rows: number; madeBy: string }[] }>(
    '/operator/disbursement/files',
    {},
  );
  expect(listed.data?.list.find((file) => file.fileId === fileId)).toMatchObject({ rows: 1, madeBy: 'boss' });
});

test('rows of another file, a result without its text, and unknown files are refused', async () => {
  const orderNo = await at.brought(shop, 'new');
  const fileId = (await pay([orderNo])).data?.hand.fileId ?? '';
  expect(await results(fileId, [paid('2611200000000000001')])).toMatchObject({ code: -1 });
  expect(await results(fileId, [{ orderNo, result: 'paid' }])).toMatchObject({ code: -1 });
  expect(await results(fileId, [{ orderNo, result: 'failed' }])).toMatchObject({ code: -1 });
  expect(await results(newId(), [paid(orderNo)])).toMatchObject({ code: 0, error: 'not_found' });
  expect(await pay([orderNo], { upstreamId: 99 })).toMatchObject({ code: -1 });
  expect(await boss.person.post('/operator/disbursement/fileDetail', { fileId: newId() })).toMatchObject({
    error: 'not_found',
  });
  expect(await boss.person.post('/operator/disbursement/bankFile', { fileId: newId(), format: 'csv' })).toMatchObject({
    error: 'not_found',
  });
});
