import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { picture, uploaded } from '#features/files/server/files-for-tests.ts';
import { platformVerbs } from '#features/platform/server/verbs.ts';
import { createHttpServer } from '#foundation/server/http/http.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { serveLogos } from '#features/platform/server/logos.ts';
import type { ApprovalRow } from '../../approval-contract.ts';
import type { SettingChangeRow, SettingRow } from '../../setting-contract.ts';
import { type Operator, type OperatorApp, operatorApp } from '../operators-for-tests.ts';

let at: OperatorApp;
let boss: Operator;
beforeAll(async () => {
  at = await operatorApp();
  boss = await at.operator('boss');
});
afterAll(async () => expect(await at.close()).toEqual([]));

const listed = async (by = boss) =>
  (
    await by.person.post<{ list: SettingRow[]; extend: { takesTwo: boolean; currency: string } }>(
      '/operator/setting/list',
    )
  ).data ?? { list: [], extend: { takesTwo: false, currency: '' } };
const settingOf = async (name: string) => {
  const found = (await listed()).list.find((setting) => setting.name === name);
  if (!found) throw new Error(`${name} is not listed`);
  return found;
};
const save = async (
  name: string,
  value: object,
  { by = boss, was, reason = 'asked for' }: { by?: Operator; was?: object; reason?: string } = {},
) =>
  by.person.post<{ outcome: string; approvalId: string | null }>('/operator/setting/save', {
    name,
    ...value,
    was: was ?? (await settingOf(name)).value,
    reason,
  });
const changesOf = async (name?: string) =>
  (await boss.person.post<{ total: number; list: SettingChangeRow[] }>('/operator/setting/changes', { name })).data;
const lastOf = async ({ userId }: Operator, many: number) => (await at.owners.auditOf(userId)).slice(-many);

describe('with one operator', () => {
  it('a setting is changed at once, in other processes within a second, and the change is kept', async () => {
    const other = platformVerbs({ db: at.app.db, clock: at.app.clock });
    expect((await other.settings()).sessionHours).toBe(24);
    expect(await save('sessionHours', { value: '12' })).toMatchObject({ code: 1, data: { outcome: 'done' } });
    at.app.clock.advance(1_000);
    expect((await other.settings()).sessionHours).toBe(12);
    expect(await settingOf('sessionHours')).toMatchObject({
      value: { value: '12' },
      preset: { value: '24' },
      changedBy: 'boss',
      waiting: null,
    });
    expect(await changesOf('sessionHours')).toMatchObject({
      total: 1,
      list: [
        { before: { value: '24' }, after: { value: '12' }, reason: 'asked for', changedBy: 'boss', confirmedBy: null },
      ],
    });
    expect(await lastOf(boss, 1)).toEqual(['setting_changed sessionHours 24 → 12 asked for']);
  });

  it('undoing is saving what it was before; the same value again is no change', async () => {
    expect(await save('sessionHours', { value: '24' }, { reason: 'undone' })).toMatchObject({ code: 1 });
    expect(await save('sessionHours', { value: '24' })).toMatchObject({ code: 1, data: { outcome: 'done' } });
    expect((await changesOf('sessionHours'))?.total).toBe(2);
  });

  it('one of money too, which is said', async () => {
    expect((await listed()).extend).toEqual({ takesTwo: false, currency: 'CNY' });
    expect(await save('minRechargeMinor', { value: '20' })).toMatchObject({ data: { outcome: 'done' } });
    expect((await settingOf('minRechargeMinor')).value).toEqual({ value: '20.00' });
    const terms = { ...(await settingOf('payoutTerms')).value, percent: '0.5', maxFee: '10' };
    expect(await save('payoutTerms', terms)).toMatchObject({ data: { outcome: 'done' } });
    expect((await at.app.platform.settings()).payoutTerms).toMatchObject({ percentE4: 5_000, maxFeeMinor: 1_000n });
  });

  test.each([
    ['sessionHours', { value: '721' }, { value: 'Enter 1 to 720' }],
    ['mobileRule', { value: 'XX' }, { value: 'Enter a country’s two letters, such as CN' }],
    [
      'dualApprovalFromMinor',
      { value: '100' },
      { value: 'Two operators must have the right to do and to confirm this first' },
    ],
    [
      'logo',
      { value: 'https://elsewhere.example/logo.png' },
      { value: 'This picture is no longer available; choose it again' },
    ],
    [
      'logo',
      { value: `/api/logo/${'0'.repeat(64)}` },
      { value: 'This picture is no longer available; choose it again' },
    ],
    ['logo', { value: randomUUID() }, { value: 'This picture is no longer available; choose it again' }],
    ['payoutTerms', { percent: '1' }, { fixed: 'Enter an amount such as 1234.50' }],
  ])('%s can not be %j', async (name, value, fields) => {
    const before = await settingOf(name);
    expect(await save(name, value)).toMatchObject({ code: -1, fields });
    expect(await settingOf(name)).toEqual(before);
  });

  it('a change that somebody made meanwhile is not overwritten, and a reason is needed', async () => {
    expect(await save('sessionHours', { value: '10' }, { was: { value: '11' } })).toMatchObject({
      error: 'setting_changed',
    });
    expect(await save('sessionHours', { value: '10' }, { reason: '' })).toMatchObject({ code: -1 });
    expect((await settingOf('sessionHours')).value).toEqual({ value: '24' });
  });

  it('currency and time zone are open until there is a member', async () => {
    expect(await save('timeZone', { value: 'Asia/Bangkok' })).toMatchObject({ data: { outcome: 'done' } });
    expect(await save('timeZone', { value: 'Asia/Shanghai' })).toMatchObject({ data: { outcome: 'done' } });
    await at.merchant();
    expect(await save('timeZone', { value: 'Asia/Bangkok' })).toMatchObject({ error: 'setting_fixed' });
    expect(await settingOf('currency')).toMatchObject({ fixed: true });
  });

  it('the depth of agents is at least that of the deepest tree', async () => {
    await at.app.db.pool.query(
      "insert into members (member_no, kind, uplines, name, created_at) values (30000003, 'agent', '{30000002,30000001}', 'Third', now())",
    );
    expect(await save('agentDepth', { value: '2' })).toMatchObject({
      code: -1,
      fields: { value: 'A tree has 3 levels of agents already' },
    });
    expect(await save('agentDepth', { value: '4' })).toMatchObject({ code: 1 });
  });

  it('a logo is an uploaded picture, redrawn, and served to anyone under an address of its own', async () => {
    const sent = await picture('png', { width: 900, height: 300 });
    const id = await uploaded(at.app.server, boss.person, sent);
    expect(await save('logo', { value: id })).toMatchObject({ data: { outcome: 'done' } });
    const { value } = (await settingOf('logo')).value;
    expect(value).toMatch(/^\/api\/logo\/[0-9a-f]{64}$/);
    const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
    serveLogos(server, at.app);
    const shown = await server.inject({ url: value ?? '' });
    expect([shown.statusCode, shown.headers['content-type'], shown.headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'public, max-age=31536000, immutable',
    ]);
    for (const none of ['/api/logo/x', `/api/logo/${'0'.repeat(64)}`])
      expect((await server.inject({ url: none })).statusCode).toBe(404);
    await server.close();
    expect(await save('logo', { value: '' })).toMatchObject({ code: 1 });
    // Undone: the picture is still there.
    expect(await save('logo', { value })).toMatchObject({ code: 1 });
  });
});

describe('with two operators', () => {
  let second: Operator;
  beforeAll(async () => {
    second = await at.operator('second');
    // Two operators of one device or with a fresh grant confirm nothing of each other.
    at.app.clock.advance(25 * 3_600_000);
    boss = { ...boss, person: at.app.person() };
    await boss.person.logIn('boss');
    second = { ...second, person: at.app.person() };
    await second.person.logIn('second');
  });
  const decide = (by: Operator, id: string, decision = 'confirm') =>
    by.person.post('/operator/approval/decide', { id, decision, ...(decision === 'reject' ? { remark: 'no' } : {}) });
  const proposals = async () =>
    (await boss.person.post<{ list: ApprovalRow[] }>('/operator/approval/list', { kind: 'setting', state: 'all' })).data
      ?.list ?? [];
  const proposed = async (value: string): Promise<string> => {
    const { data } = await save('minRechargeMinor', { value });
    if (data?.outcome !== 'proposed') throw new Error(JSON.stringify(data));
    return data.approvalId ?? '';
  };

  it('a setting of money changes when the second one confirms, once; their own proposal no one confirms', async () => {
    expect((await listed()).extend.takesTwo).toBe(true);
    const id = await proposed('30');
    expect(await save('minRechargeMinor', { value: '40' }, { by: second })).toMatchObject({ error: 'approval_waits' });
    expect(await settingOf('minRechargeMinor')).toMatchObject({
      value: { value: '20.00' },
      waiting: { approvalId: id, value: { value: '30.00' }, proposedBy: 'boss', own: true },
    });
    expect(await proposals()).toMatchObject([
      { id, kind: 'setting', act: 'set', own: true, possible: true, subject: 'minRechargeMinor' },
    ]);
    expect(await decide(boss, id)).toMatchObject({ error: 'own_proposal' });
    const answers = await Promise.all([decide(second, id), decide(second, id), decide(second, id)]);
    expect(answers.filter(({ code }) => code === 1)).toHaveLength(1);
    expect(await settingOf('minRechargeMinor')).toMatchObject({ value: { value: '30.00' }, waiting: null });
    expect(await changesOf('minRechargeMinor')).toMatchObject({
      total: 2,
      list: [{ after: { value: '30.00' }, changedBy: 'boss', confirmedBy: 'second' }, {}],
    });
    expect(await lastOf(second, 2)).toEqual([
      'approval_confirmed minRechargeMinor 20.00 → 30.00 asked for @boss',
      'setting_changed minRechargeMinor 20.00 → 30.00 asked for',
    ]);
  });

  it('other settings change at once, and a rejected proposal changes nothing', async () => {
    expect(await save('sessionHours', { value: '20' })).toMatchObject({ data: { outcome: 'done' } });
    const id = await proposed('50');
    expect(await decide(second, id, 'reject')).toMatchObject({ code: 1 });
    expect((await settingOf('minRechargeMinor')).value).toEqual({ value: '30.00' });
  });

  it('is outdated when the setting has changed, and expires after a day', async () => {
    const id = await proposed('60');
    await at.app.setSettings({ minRechargeMinor: 7_000n });
    expect((await proposals()).find((one) => one.id === id)).toMatchObject({ possible: false });
    expect(await decide(second, id)).toMatchObject({ error: 'approval_outdated' });
    at.app.clock.advance(24 * 3_600_000);
    for (const one of [boss, second]) {
      one.person = at.app.person();
      await one.person.logIn(one === boss ? 'boss' : 'second');
    }
    expect(await decide(second, id)).toMatchObject({ error: 'approval_expired' });
    expect((await settingOf('minRechargeMinor')).waiting).toBeNull();
    await proposed('80');
  });
});

describe('holidays', () => {
  const today = '2026-11-20';
  const calendar = async (year = 2026) =>
    (await boss.person.post<{ today: string; list: object[] }>('/operator/calendar/days', { year })).data;
  const saveDays = async (days: object[], { was, by = boss }: { was?: object[]; by?: Operator } = {}) =>
    by.person.post('/operator/calendar/save', {
      year: 2026,
      days,
      was: was ?? (await calendar())?.list ?? [],
      reason: 'the ministry’s list',
    });
  const off = (day: string, name = 'Feast') => ({ day, working: false, name });

  it('replace those of the year, are in the audit log, and count in every process within a second', async () => {
    const other = platformVerbs({ db: at.app.db, clock: at.app.clock });
    expect((await other.calendar()).size).toBe(0);
    expect((await calendar())?.today.slice(0, 4)).toBe(today.slice(0, 4));
    expect(await saveDays([off('2026-12-25'), { day: '2026-12-26', working: true, name: '' }])).toMatchObject({
      code: 1,
    });
    at.app.clock.advance(1_000);
    expect(await other.calendar()).toEqual(
      new Map([
        ['2026-12-25', false],
        ['2026-12-26', true],
      ]),
    );
    expect(await saveDays([off('2026-12-25')])).toMatchObject({ code: 1 });
    expect((await calendar())?.list).toEqual([off('2026-12-25')]);
    expect((await calendar(2027))?.list).toEqual([]);
    expect(await changesOf('calendar_2026')).toMatchObject({
      total: 2,
      list: [{ before: { value: '2026-12-26 working' }, after: { value: '' } }, {}],
    });
    expect(await lastOf(boss, 1)).toEqual([
      'calendar_changed calendar_2026 2026-12-26 working → – the ministry’s list',
    ]);
  });

  it('are not overwritten by an operator who was shown others', async () => {
    const shown = (await calendar())?.list ?? [];
    const second = await at.operator('third');
    expect(await saveDays([...shown, off('2026-12-28')], { was: shown })).toMatchObject({ code: 1 });
    expect(await saveDays([...shown, off('2026-12-29')], { was: shown, by: second })).toMatchObject({
      error: 'setting_changed',
    });
    expect((await calendar())?.list).toEqual([...shown, off('2026-12-28')]);
    // In any order they are the same days.
    const now = [off('2026-12-28'), ...shown];
    expect(await saveDays(shown, { was: now, by: second })).toMatchObject({ code: 1 });
    expect((await calendar())?.list).toEqual(shown);
  });

  it('of two operators at once, only the first one’s are saved', async () => {
    const shown = (await calendar())?.list ?? [];
    const both = await Promise.all([
      saveDays([...shown, off('2026-12-30')], { was: shown }),
      saveDays([...shown, off('2026-12-31')], { was: shown }),
    ]);
    expect(both.map((answer) => answer.error ?? '').toSorted()).toEqual(['', 'setting_changed']);
    expect((await calendar())?.list).toHaveLength(shown.length + 1);
    await saveDays(shown);
  });

  test.each([
    ['a day of another year', [off('2027-01-01')], '2027-01-01 isn’t a day of this year'],
    ['a day twice', [off('2026-12-25'), off('2026-12-25', 'x')], '2026-12-25 is there twice'],
    ['a day that is over', [off('2026-12-25'), off('2026-01-01')], '2026-01-01 is over and can’t change'],
  ])('refuse %s', async (_, days, days_) => {
    expect(await saveDays(days)).toMatchObject({ code: -1, fields: { days: days_ } });
  });

  it('say which releases would move, and that what waits keeps its dates', async () => {
    const effect = async (days: object[]) =>
      (await boss.person.post<object>('/operator/calendar/effect', { year: 2026, days })).data;
    expect(await effect([off('2026-12-24'), off('2026-12-25')])).toMatchObject({ terms: [], moves: [] });
    await at.app.db.pool.query(
      "update members set settlement_mode = 'T', settlement_days = 1 where member_no = (select member_no from members where kind = 'merchant' limit 1)",
    );
    expect(await effect([off('2026-12-24'), off('2026-12-25')])).toMatchObject({
      terms: [{ days: 1, members: 1 }],
      moves: [{ paidOn: '2026-12-23', days: 1, before: '2026-12-24', after: '2026-12-28' }],
      pending: { members: 0, amount: '0.00' },
    });
    expect(await effect([off('2026-12-25')])).toMatchObject({ moves: [] });
  });
});
