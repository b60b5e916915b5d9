import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportHandlers } from '#features/exports/server/calls.ts';
import { everyKindAs, noFileJobs } from '#features/exports/server/kinds-for-tests.ts';
import { rightsOf } from '#features/rights.ts';
import { formatAmount } from '#foundation/core/money.ts';
import type { Session } from '#foundation/core/session.ts';
import { serveContracts } from '#foundation/server/http/console-api.ts';
import { createHttpServer } from '#foundation/server/http/http.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { readPage, unzip } from '#foundation/server/sheets/workbook-for-tests.ts';
import type { DisbursementFilter } from '../contract.ts';
import { DisbursementFilter as ParsedFilter } from '../contract.ts';
import type { Disbursement } from '../disbursement.ts';
import { applied, type DisbursementsApp, disbursementsApp, newPayout } from './disbursements-for-tests.ts';
import { disbursementExport } from './export.ts';
import { selectDisbursementPage, sumDisbursements } from './listing.ts';

const timeZone = 'Asia/Shanghai';
let app: DisbursementsApp;
let memberNo: bigint;
let exported: (body: object, token?: string, language?: string) => Promise<Buffer>;
const named: Record<'paid' | 'failed' | 'formula', Disbursement | undefined> = {
  paid: undefined,
  failed: undefined,
  formula: undefined,
};

beforeAll(async () => {
  app = await disbursementsApp();
  const { db, clock, platform, disbursements } = app;
  memberNo = await app.addMember(1_000_000n);
  const other = await app.addMember(1_000_000n);
  const session = (role: Session['role'], of: bigint | null): Session =>
    role === 'operator'
      ? { sessionId: 's', userId: 9n, username: 'boss', role, memberNo: null, rights: rightsOf(['owner']) }
      : { sessionId: 's', userId: of ?? 0n, username: 'shop', role, memberNo: of ?? 0n };
  const sessions: Record<string, Session> = {
    shop: session('member', memberNo),
    other: session('member', other),
    boss: session('operator', null),
  };
  const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  const kinds = {
    ...everyKindAs(disbursementExport({ db, kind: 'payout' })),
    withdrawal: disbursementExport({ db, kind: 'withdrawal' }),
  };
  serveContracts(server, {
    contracts: [exportHandlers({ db, platform, kinds, downloads: noFileJobs })],
    clock,
    log: silentLog,
    secure: false,
    authenticate: async (token) => sessions[token],
  });
  exported = async (body, token = 'shop', language = 'en') => {
    const headers = { 'x-token': token, 'accept-language': language };
    const reply = await server.inject({
      method: 'POST',
      url: '/api/user/export',
      payload: { kind: 'payout', format: 'csv', ...body },
      headers,
    });
    return reply.rawPayload;
  };

  // Across a midnight of the platform: 2026-11-21 begins at 16:00Z.
  const alipay = { type: 'alipay', holder: '陈静', bank: null, branch: null, account: 'jing@example.com' } as const;
  named.paid = await applied(
    disbursements,
    newPayout(memberNo, { orderNo: 'P-paid', remark: 'Rent, "May"', attach: 'a\nb' }),
  );
  named.failed = await applied(
    disbursements,
    newPayout(memberNo, { orderNo: 'P-failed', amountMinor: 12_344n, beneficiary: alipay }),
  );
  await applied(disbursements, newPayout(memberNo, { kind: 'withdrawal', orderNo: '', source: 'console' }));
  await disbursements.submitDue();
  await app.pass(3_000);
  await app.pass(5_000);
  clock.advance(13 * 3_600_000);
  const formula = {
    type: 'bank',
    holder: '=1+1',
    bank: 'ICBC',
    branch: '@SUM(A1)',
    account: '6222020200112233440',
  } as const;
  named.formula = await applied(
    disbursements,
    newPayout(memberNo, { orderNo: '-P', remark: '=1+1', attach: '+1', beneficiary: formula }),
  );
  for (let index = 0; index < 20; index += 1)
    await applied(disbursements, newPayout(memberNo, { orderNo: `Q${index}`, amountMinor: BigInt(1_000 + index) }));
  await applied(disbursements, newPayout(other, { orderNo: 'P-of-another' }));
});
afterAll(() => app.close());

const rowsOf = async (body: object, token?: string, language?: string) =>
  (await exported(body, token, language)).toString('utf8').slice(1).trimEnd().split('\r\n');

describe('withdrawals and payouts as a file', () => {
  it('contain what the list and its drawer show', async () => {
    const at = (moment: Date | null | undefined): string =>
      moment ? new Date(moment.getTime() + 8 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ') : '';
    const { paid, failed } = named;
    if (!paid || !failed) throw new Error('nothing was created');
    const now = await app.findOrThrow(paid);
    expect(await rowsOf({ filter: { q: 'P-', order: 'asc' } })).toEqual([
      'System number,Order number,Type,Account holder,Bank,Branch,Account,Amount,Fee,Status,Progress,Bank reference,Reason,Remark,Attached data,Requested (Asia/Shanghai),Finished (Asia/Shanghai)',
      `${paid.systemNo},P-paid,Bank card,Lin Wei,Industrial and Commercial Bank of China,,622202****3440,100.00,1.10,Paid,,${now.bankReference},,"Rent, ""May""","a\nb",${at(paid.createdAt)},${at(now.finishedAt)}`,
      `${failed.systemNo},P-failed,Alipay,陈静,,,${failed.accountHint},123.44,1.12,Applying,Failed,,The sandbox refuses amounts that end in .44,,,${at(failed.createdAt)},`,
    ]);
    const [head, row] = await rowsOf({ kind: 'withdrawal' });
    expect(head).toBe(
      'System number,Type,Account holder,Bank,Branch,Account,Amount,Fee,Status,Progress,Bank reference,Reason,Requested (Asia/Shanghai),Finished (Asia/Shanghai)',
    );
    expect(row).toMatch(/^\d{19},Bank card,Lin Wei,.+,622202\*{4}3440,100\.00,.+,Paid,,SANDBOX\d+,,/);
  });

  it.each([
    ['zh', /^系统单号,商户订单号,类型.*申请时间（Asia\/Shanghai）/, /银行卡,Lin Wei,中国工商银行.*已支付/],
    ['es', /^Número del sistema,Número de pedido,Tipo/, /Tarjeta bancaria,Lin Wei,.*Pagado/],
    ['th', /^หมายเลขระบบ,หมายเลขคำสั่งซื้อ,ประเภท/, /บัตรธนาคาร,Lin Wei,.*จ่ายแล้ว/],
  ])('speak the reader’s language: %s', async (language, head, row) => {
    const rows = await rowsOf({ filter: { q: 'P-paid' } }, 'shop', language);
    expect(rows[0]).toMatch(head);
    expect(rows[1]).toMatch(row);
  });

  it.each<[string, DisbursementFilter]>([
    ['nothing', {}],
    ['oldest first', { order: 'asc' }],
    ['a status', { status: 'paid' }],
    ['a type', { type: 'alipay' }],
    ['a number’s prefix', { q: 'Q1' }],
    ['a day', { range: { from: '2026-11-20T16:00:00.000Z', to: '2026-11-21T16:00:00.000Z' } }],
    [
      'part of a day and a status',
      { status: 'applying', range: { from: '2026-11-20T03:00:00.000Z', to: '2026-11-20T16:30:00.000Z' } },
    ],
    ['a status without rows', { status: 'frozen' }],
  ])('are the list’s rows in its order and add up to its sums, filtered by %s', async (_, filter) => {
    const query = { ...ParsedFilter.parse({ ...filter, limit: 100 }), memberNo, kind: 'payout' } as const;
    const listed = await selectDisbursementPage(app.db, query);
    const { filtered } = await sumDisbursements(app.db, query, app.clock.now(), timeZone);
    const page = readPage(unzip(await exported({ format: 'xlsx', filter })));
    const cells = page
      .slice(1)
      .map((row) => Object.fromEntries(row.map(({ place, value }) => [place.replace(/\d+/, ''), value])));
    const figure = (minor: bigint): number => Number(formatAmount(minor, 'CNY'));
    expect(cells.map(({ A, H, I }) => [A, Number(H), Number(I)])).toEqual(
      listed.map(({ systemNo, amountMinor, feeMinor }) => [systemNo.toString(), figure(amountMinor), figure(feeMinor)]),
    );
    expect([
      cells.length,
      listed.reduce((sum, { amountMinor }) => sum + amountMinor, 0n),
      listed.reduce((sum, { feeMinor }) => sum + feeMinor, 0n),
    ]).toEqual([filtered.count, filtered.amountMinor, filtered.feeMinor]);
  });

  it('never contain a formula', async () => {
    expect((await rowsOf({ filter: { q: '-P' } }))[1]).toMatch(/,'-P,Bank card,'=1\+1,.+,'@SUM\(A1\),.+,'=1\+1,'\+1,/);
    const files = unzip(await exported({ format: 'xlsx', filter: { q: '-P' } }));
    expect(
      readPage(files)[1]
        ?.filter(({ value }) => value === '=1+1')
        .map(({ type }) => type),
    ).toEqual(['inlineStr', 'inlineStr']);
    expect(files.get('xl/worksheets/sheet1.xml')).not.toContain('<f>');
  });

  it('contain only the reader’s rows, and are refused without a wallet', async () => {
    expect((await rowsOf({}, 'other')).map((row) => row.split(',')[1])).toEqual(['Order number', 'P-of-another']);
    expect((await rowsOf({})).join('\n')).not.toContain('P-of-another');
    expect(JSON.parse((await exported({}, 'boss')).toString('utf8'))).toMatchObject({ code: 0, error: 'not_found' });
    expect(
      JSON.parse((await exported({ filter: { memberNo: memberNo.toString() } }, 'other')).toString('utf8')),
    ).toMatchObject({ code: -1 });
  });
});
