import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportHandlers } from '#features/exports/server/calls.ts';
import { everyKindAs, noFileJobs } from '#features/exports/server/kinds-for-tests.ts';
import { platformVerbs } from '#features/platform/server/verbs.ts';
import { rightsOf } from '#features/rights.ts';
import { SettableClock } from '#foundation/core/clock.ts';
import type { Session } from '#foundation/core/session.ts';
import { serveContracts } from '#foundation/server/http/console-api.ts';
import { createHttpServer } from '#foundation/server/http/http.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { readPage, unzip } from '#foundation/server/sheets/workbook-for-tests.ts';
import { logExport } from './export.ts';
import { auditVerbs, type AuditEntry } from './verbs.ts';

const sessions: Record<string, Session> = {
  one: { sessionId: 's1', userId: 1n, username: 'one', role: 'member', memberNo: 10_000_001n },
  two: { sessionId: 's2', userId: 2n, username: 'two', role: 'operator', memberNo: null, rights: rightsOf(['owner']) },
};
const AT = Date.parse('2026-11-20T15:59:00.000Z');

describe("the export of a user's log", () => {
  let db: TestDatabase;
  let exported: (body: object, token?: string, language?: string) => Promise<Buffer>;
  beforeAll(async () => {
    db = await testDatabase();
    const clock = new SettableClock('2026-11-20T16:30:00.000Z');
    const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
    const contracts = [
      exportHandlers({
        db,
        platform: platformVerbs({ db, clock }),
        kinds: everyKindAs(logExport({ db })),
        downloads: noFileJobs,
      }),
    ];
    serveContracts(server, {
      contracts,
      clock,
      log: silentLog,
      secure: false,
      authenticate: async (token) => sessions[token],
    });
    exported = async (body, token = 'one', language = 'en') => {
      const payload = { kind: 'logs', format: 'csv', ...body };
      const reply = await server.inject({
        method: 'POST',
        url: '/api/user/export',
        payload,
        headers: { 'x-token': token, 'accept-language': language },
      });
      return reply.rawPayload;
    };
    const audit = auditVerbs({ sealer: new Sealer(Buffer.alloc(32, 4)) });
    const record = (userId: bigint, minute: number, more: Pick<AuditEntry, 'action'> & Partial<AuditEntry>) =>
      db.transaction((tx) =>
        audit.record(tx, {
          userId,
          memberNo: null,
          ip: '203.0.113.9',
          device: 'Firefox on Linux',
          at: new Date(AT + minute * 60_000),
          ...more,
        }),
      );
    await record(1n, 0, { action: 'login_failed', result: 'refused', device: '=HYPERLINK("http://evil.example","x")' });
    await record(1n, 1, { action: 'phone_bound', object: '138****1234' });
    await record(1n, 2, { action: 'logout', ip: null });
    await record(2n, 3, { action: 'user_disabled', object: 'one' });
  });
  afterAll(() => db.close());

  const lines = async (body: object, token?: string, language?: string) =>
    (await exported(body, token, language)).toString('utf8').slice(1).trimEnd().split('\r\n');

  it("contains all of the user's rows in the list's order, with times in the platform's time zone, and runs no formula when opened", async () => {
    expect(await lines({})).toEqual([
      'Time (Asia/Shanghai),Action,Subject,IP address,Device,Result',
      '2026-11-21 00:01:00,Logged out,,,Firefox on Linux,Done',
      '2026-11-21 00:00:00,Mobile number added,138****1234,203.0.113.9,Firefox on Linux,Done',
      `2026-11-20 23:59:00,Login failed,,203.0.113.9,"'=HYPERLINK(""http://evil.example"",""x"")",Refused`,
    ]);
  });

  it.each([
    ['zh', '时间（Asia/Shanghai）,操作,对象,IP 地址,设备,结果', '停用用户,one', '成功'],
    ['es', 'Hora (Asia/Shanghai),Acción,Objeto,Dirección IP,Dispositivo,Resultado', 'Usuario desactivado,one', 'Hecho'],
    ['th', 'เวลา (Asia/Shanghai),การดำเนินการ,รายการ,ที่อยู่ IP,อุปกรณ์,ผลลัพธ์', 'ระงับผู้ใช้,one', 'สำเร็จ'],
  ])('is in the reader’s language: %s', async (language, header, action, result) => {
    expect(await lines({}, 'two', language)).toEqual([
      header,
      `2026-11-21 00:02:00,${action},203.0.113.9,Firefox on Linux,${result}`,
    ]);
  });

  it.each([
    ['an action', { action: 'logout' }, 1],
    ['a range', { range: { from: '2026-11-20T16:00:00.000Z', to: '2026-11-20T16:01:00.000Z' } }, 1],
    ['an action that never happened', { action: 'file_read' }, 0],
  ])('contains what the list shows under its filter: %s', async (_, filter, rows) => {
    expect(await lines({ filter })).toHaveLength(rows + 1);
  });

  it('is sorted as the list is, and ignores its page', async () => {
    expect((await lines({ filter: { sort: 'createdAt', order: 'asc' } }))[1]).toContain('Login failed');
    expect(JSON.parse((await exported({ filter: { page: 2 } })).toString('utf8'))).toMatchObject({
      code: -1,
      fields: { 'filter.page': 'Unknown field' },
    });
  });

  it('is a workbook with one sheet, named in the reader’s language', async () => {
    const files = unzip(await exported({ format: 'xlsx' }, 'one', 'zh'));
    expect(files.get('xl/workbook.xml')).toContain('<sheet name="操作日志"');
    expect(readPage(files).map((row) => row.map(({ place, type }) => `${place} ${type}`))).toEqual([
      ['A1 inlineStr', 'B1 inlineStr', 'C1 inlineStr', 'D1 inlineStr', 'E1 inlineStr', 'F1 inlineStr'],
      ['A2 n', 'B2 inlineStr', 'C2 inlineStr', 'E2 inlineStr', 'F2 inlineStr'],
      ['A3 n', 'B3 inlineStr', 'C3 inlineStr', 'D3 inlineStr', 'E3 inlineStr', 'F3 inlineStr'],
      ['A4 n', 'B4 inlineStr', 'C4 inlineStr', 'D4 inlineStr', 'E4 inlineStr', 'F4 inlineStr'],
    ]);
  });
});
