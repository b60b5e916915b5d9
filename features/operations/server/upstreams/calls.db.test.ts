import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from '#foundation/server/postgres/sql.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OutputOf } from '#foundation/core/calls.ts';
import type { operatorUpstreamCalls, OperatorUpstreamRow, UpstreamDetail } from '../../upstream-contract.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { type Operator, type OperatorApp, operatorApp } from '../operators-for-tests.ts';
import { upstreamReturnJobs } from './returning.ts';

type Calls = (typeof operatorUpstreamCalls)['calls'];
type List = OutputOf<Calls['/operator/upstream/list']>;

let at: OperatorApp;
let boss: Operator;
/** Stands for an upstream of the protocol ePay. */
let theirs: Server;
let answers: () => { status: number; body: string };
let baseUrl: string;
beforeAll(async () => {
  theirs = createServer((_request, reply) => {
    const { status, body } = answers();
    reply.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => theirs.listen(0, '127.0.0.1', resolve));
  const upstreamHost = `127.0.0.1:${(theirs.address() as AddressInfo).port}`;
  baseUrl = `http://${upstreamHost}/`;
  at = await operatorApp({ upstreamHost });
  boss = await at.operator('boss');
});
afterAll(async () => {
  theirs.close();
  expect(await at.close()).toEqual([]);
});

const good = { status: 200, body: '{"code":1,"pid":"1001"}' };
const secret = 'their-secret-key-of-1001';
const settings = (changes: Record<string, string> = {}) =>
  Object.entries({ baseUrl, pid: '1001', key: secret, currency: 'CNY', types: 'qr=alipay', ...changes }).map(
    ([name, value]) => ({ name, value }),
  );
const post = <Data>(path: string, input: object) => boss.person.post<Data>(`/operator/upstream/${path}`, input);
const add = (name: string, changes: object = {}) =>
  post<{ id: number }>('add', { connector: 'epay', name, settings: settings(), reason: 'a new one', ...changes });
const added = async (name: string): Promise<number> => {
  const { data } = await add(name);
  if (!data) throw new Error('not added');
  return data.id;
};
const detailOf = async (id: number): Promise<UpstreamDetail> => {
  const { data } = await post<UpstreamDetail>('detail', { id });
  if (!data) throw new Error(`no upstream ${id}`);
  return data;
};
const rowOf = async (id: number): Promise<OperatorUpstreamRow> => (await detailOf(id)).upstream;
const listOf = async (filter: object = {}): Promise<List> => {
  const { data } = await post<List>('list', { order: 'asc', limit: 100, ...filter });
  if (!data) throw new Error('no list');
  return data;
};
const logOf = async (action: string) =>
  (await at.owners.auditOf(boss.userId)).filter((what) => what.startsWith(`${action} `));

describe('/operator/upstream/add', () => {
  it('adds a paused upstream, and no answer or log has its secret', async () => {
    const id = await added('Alpha');
    expect(await rowOf(id)).toMatchObject({
      name: 'Alpha',
      connector: 'epay',
      state: 'closed',
      configured: true,
      pausedBy: 'operator',
      pauseReason: 'a new one',
    });
    const detail = await detailOf(id);
    expect(detail.settings).toEqual([
      { name: 'baseUrl', value: baseUrl, stored: true },
      { name: 'pid', value: '1001', stored: true },
      { name: 'key', value: '', stored: true },
      { name: 'currency', value: 'CNY', stored: true },
      { name: 'types', value: 'qr=alipay', stored: true },
    ]);
    expect(detail.notifyUrl).toContain(`/upstream/${id}/notify`);
    expect(await logOf('upstream_added')).toContain(`upstream_added ${id} Alpha (epay) a new one`);
    expect(JSON.stringify([detail, await listOf(), await at.owners.auditOf(boss.userId)])).not.toContain(secret);
    expect((await post('detail', { id: 999 })).error).toBe('not_found');
  });

  it.each([
    // The address is known once the test runs.
    ['a missing key', () => ({ settings: settings({ key: '' }) }), 'setting_key'],
    ['an address without a slash', () => ({ settings: settings({ baseUrl: 'https://a.example' }) }), 'setting_baseUrl'],
    ['a setting that is not its', () => ({ settings: [...settings(), { name: 'other', value: 'x' }] }), 'settings'],
    ['no name', () => ({ name: '' }), 'name'],
    ['no reason', () => ({ reason: '' }), 'reason'],
  ])('refuses %s', async (_what, changes, field) => {
    expect(await add('Wrong', changes())).toMatchObject({ code: -1, fields: { [field]: expect.any(String) } });
    expect((await listOf({ q: 'wrong' })).list).toEqual([]);
  });

  it('refuses a connector that does not exist', async () => {
    expect(await add('Wrong', { connector: 'telepathy' })).toMatchObject({ error: 'connector_unknown' });
  });
});

describe('/operator/upstream/edit', () => {
  it('keeps a secret that is left empty, and logs what else changed', async () => {
    const id = await added('Beta');
    const edit = (changes: object) =>
      post('edit', { id, name: 'Beta', settings: settings({ key: '' }), reason: 'moved', ...changes });
    expect(await edit({ name: 'Beta two', settings: settings({ key: '', pid: '1002' }) })).toMatchObject({ code: 1 });
    expect((await logOf('upstream_edited')).at(-1)).toBe(
      `upstream_edited ${id} Beta: name Beta → Beta two, pid "1001" → "1002" (moved)`,
    );
    answers = () => good;
    expect((await post('test', { id })).data).toMatchObject({ ok: true });
    expect(
      await edit({ name: 'Beta two', settings: settings({ key: 'another-secret-key', pid: '1002' }) }),
    ).toMatchObject({ code: 1 });
    const last = (await logOf('upstream_edited')).at(-1);
    expect(last).toBe(`upstream_edited ${id} Beta two: key replaced (moved)`);
    const count = (await logOf('upstream_edited')).length;
    expect(await edit({ name: 'Beta two', settings: settings({ key: '', pid: '1002' }) })).toMatchObject({ code: 1 });
    expect(await logOf('upstream_edited')).toHaveLength(count);
    expect(await edit({ id: 999 })).toMatchObject({ error: 'not_found' });
  });

  it('refuses an upstream whose connector is gone', async () => {
    const id = await added('Orphan');
    await sql`update upstreams set connector = 'gone' where upstream_id = ${id}`.execute(at.app.db);
    expect(await rowOf(id)).toMatchObject({ configured: false });
    const input = { id, name: 'Orphan', settings: [], reason: 'x' };
    expect(await post('edit', input)).toMatchObject({ error: 'connector_unknown' });
    expect(await post('resume', { id, reason: 'x' })).toMatchObject({ error: 'upstream_unconfigured' });
    expect(await post('test', { id })).toMatchObject({ error: 'upstream_unconfigured' });
  });
});

describe('/operator/upstream/pause and resume', () => {
  it('each say what was, and do nothing twice', async () => {
    const id = await added('Gamma');
    expect(await post('pause', { id, reason: 'odd' })).toMatchObject({ error: 'upstream_paused' });
    expect(await post('resume', { id, reason: 'tested' })).toMatchObject({ code: 1 });
    expect(await rowOf(id)).toMatchObject({ state: 'open', pausedBy: null, pausedAt: null, pauseReason: '' });
    expect(await post('resume', { id, reason: 'again' })).toMatchObject({ error: 'upstream_open' });
    expect(await post('pause', { id, reason: 'odd' })).toMatchObject({ code: 1 });
    expect(await rowOf(id)).toMatchObject({ state: 'closed', pausedBy: 'operator', pauseReason: 'odd' });
    expect((await logOf('upstream_resumed')).at(-1)).toBe(`upstream_resumed ${id} Gamma: closed → open (tested)`);
    expect((await logOf('upstream_paused')).at(-1)).toBe(`upstream_paused ${id} Gamma: open → closed (odd)`);
    expect(await post('pause', { id: 999, reason: 'x' })).toMatchObject({ error: 'not_found' });
    expect(await post('resume', { id: 999, reason: 'x' })).toMatchObject({ error: 'not_found' });
  });

  it('shows which channels it leaves without an upstream', async () => {
    const [one, two] = [await added('Delta'), await added('Epsilon')];
    for (const id of [one, two]) await post('resume', { id, reason: 'tested' });
    for (const [channelId, upstreamIds] of [
      [901, [one]],
      [902, [one, two]],
    ] as const) {
      await sql`
        insert into channels (channel_id, code, name, mode, min_amount, max_amount, percent)
        values (${channelId}, ${`c${channelId}`}, '{"en":"C"}', 'qr', 1, 100, 0)`.execute(at.app.db);
      for (const upstreamId of upstreamIds)
        await sql`insert into channel_routes (channel_id, upstream_id) values (${channelId}, ${upstreamId})`.execute(
          at.app.db,
        );
    }
    expect(await rowOf(one)).toMatchObject({ channels: ['c901', 'c902'], onlyFor: ['c901'] });
    await post('pause', { id: two, reason: 'odd' });
    expect(await rowOf(one)).toMatchObject({ onlyFor: ['c901', 'c902'] });
  });
});

describe('/operator/upstream/test', () => {
  it('says whether it answers, and how long that took; the counts show it', async () => {
    const id = await added('Zeta');
    answers = () => good;
    expect(await post('test', { id })).toMatchObject({ code: 1, data: { ok: true, error: '' } });
    answers = () => ({ status: 200, body: '{"code":-3}' });
    expect(await post('test', { id })).toMatchObject({ data: { ok: false, error: 'refused: rejected' } });
    answers = () => ({ status: 500, body: 'no' });
    const failed = await post<{ error: string }>('test', { id });
    expect(failed.data).toMatchObject({ ok: false, error: expect.stringMatching(/^unknown: /) });
    await at.upstreams.idle();
    const { upstream, errors, hours } = await detailOf(id);
    expect(upstream).toMatchObject({ requests24h: 3, failures24h: 2, averageMs: expect.any(Number) });
    expect(errors).toEqual(
      expect.arrayContaining([
        { error: 'refused: rejected', count: 1 },
        { error: failed.data?.error, count: 1 },
      ]),
    );
    expect(hours).toMatchObject([{ requests: 3, failures: 2 }]);
    expect(await post('test', { id: 999 })).toMatchObject({ error: 'not_found' });
  });
});

describe('an upstream that fails again and again', () => {
  it('pauses by itself, tells those who can act on it, and returns by itself', async () => {
    const id = await added('Eta');
    await post('resume', { id, reason: 'tested' });
    const engineer = await at.app.addOperator('engineer');
    await sql`update users set staff_roles = '{engineer}' where user_id = ${engineer}`.execute(at.app.db);
    const jobs = upstreamReturnJobs({ ...at.app, upstreams: at.upstreams, log: silentLog });
    const run = async () => {
      for (const job of jobs) await job.run();
    };
    const told = async () => {
      const { rows } = await sql<{ kind: string }>`
        select kind from notices where user_id = ${engineer} and kind like 'upstream_%' order by notice_id`.execute(
        at.app.db,
      );
      return rows.map(({ kind }) => kind);
    };
    await at.app.setSettings({ upstreamPauseAfter: 3 });
    at.app.clock.advance(1_000);
    answers = () => ({ status: 500, body: 'no' });
    const fail = async (times: number) => {
      for (let time = 0; time < times; time += 1) await post('test', { id });
      await at.upstreams.idle();
    };
    await fail(2);
    answers = () => ({ status: 200, body: '{"code":-3}' });
    // A refusal is an answer: it ends the run.
    await fail(1);
    answers = () => ({ status: 500, body: 'no' });
    await fail(2);
    expect(await rowOf(id)).toMatchObject({ state: 'open' });
    await fail(1);
    expect(await rowOf(id)).toMatchObject({ state: 'closed', pausedBy: 'failures', nextCheckAt: expect.any(String) });
    await run();
    await run();
    expect(await told()).toEqual(['upstream_paused']);
    at.app.clock.advance(60_000);
    await run();
    expect(await rowOf(id)).toMatchObject({ state: 'closed', pausedBy: 'failures' });
    answers = () => good;
    await run();
    expect(await rowOf(id)).toMatchObject({ state: 'closed' });
    at.app.clock.advance(60_000);
    await run();
    expect(await rowOf(id)).toMatchObject({ state: 'open', pausedBy: null });
    expect(await told()).toEqual(['upstream_paused', 'upstream_returned']);
  });

  it('is not opened again by itself when an operator has paused it', async () => {
    const id = await added('Theta');
    answers = () => good;
    at.app.clock.advance(50 * 60_000);
    for (const job of upstreamReturnJobs({ ...at.app, upstreams: at.upstreams, log: silentLog })) await job.run();
    expect(await rowOf(id)).toMatchObject({ state: 'closed', pausedBy: 'operator' });
  });
});

describe('/operator/upstream/list', () => {
  it('sorts, filters and cuts, and names the connectors with their fields', async () => {
    await added('List one');
    await post('resume', { id: await added('List two'), reason: 'x' });
    const names = async (filter: object) => (await listOf({ q: 'list', ...filter })).list.map(({ name }) => name);
    expect(await names({})).toEqual(['List one', 'List two']);
    expect(await names({ sort: 'name', order: 'desc' })).toEqual(['List two', 'List one']);
    expect(await names({ state: 'open' })).toEqual(['List two']);
    expect(await names({ limit: 1, page: 2 })).toEqual(['List two']);
    const { connectors } = (await listOf()).extend;
    expect(connectors.map(({ name }) => name)).toEqual(['sandbox', 'countinghouse', 'epay']);
    expect(connectors[1]?.fields.find(({ name }) => name === 'privateKey')).toEqual({
      name: 'privateKey',
      kind: 'lines',
      secret: true,
      options: [],
      when: { name: 'signType', values: ['RSA-SHA256'] },
    });
  });
});
