import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyReport } from '@countinghouse/sdk/callbacks';
import type { JobQueue } from '#foundation/server/jobs/queue.ts';
import { httpReceiver, type Receiver } from '#foundation/server/outgoing/receiver-for-tests.ts';
import { MAX_SCHEDULES } from '../rules.ts';
import type { ScheduleRow } from '../schedule-contract.ts';
import { type DownloadsStage, downloadsStage, KEY, sessionOf, SHOP_NO } from './downloads-for-tests.ts';

interface Posted {
  url: string;
  headers: Record<string, string>;
  body: string;
}

let stage: DownloadsStage;
let receiver: Receiver;
let posted: Posted[];
/** What the receiver answers. */
let answers: string[];
const workers: JobQueue[] = [];

beforeAll(async () => {
  receiver = await httpReceiver((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    void once(request, 'end').then(() => {
      posted.push({
        url: request.url ?? '',
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(parts).toString('utf8'),
      });
      response.end(answers.shift() ?? 'success');
    });
  });
  stage = await downloadsStage({ allow: [`127.0.0.1:${receiver.port}`] });
});
afterAll(async () => {
  await stage.close();
  await receiver.stop();
});
beforeEach(() => {
  posted = [];
  answers = [];
  // Saturday, 00:30 in Shanghai.
  stage.clock.set('2026-11-20T16:30:00.000Z');
  stage.hosts.allowed = true;
  stage.hosts.signTypes = ['MD5', 'HMAC-SHA256'];
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  stage.people.set(1n, sessionOf(1n));
  for (const table of ['downloads', 'schedules', 'notices', 'pgboss.job'])
    await stage.db.pool.query(`delete from ${table}`);
});

const daily = { kind: 'moneylog', format: 'csv', every: 'day', at: '08:00', filter: { upTo: 2 } };
/** Each a millisecond after the one before, so that the list has an order. */
const save = (input: object, userId = 1n) => {
  const saved = stage.call<{ id: string }>('/schedule/save', input, userId);
  return saved.finally(() => stage.clock.advance(1));
};
const list = async (userId = 1n): Promise<ScheduleRow[]> =>
  (await stage.call<{ list: ScheduleRow[] }>('/schedule/list', undefined, userId)).data.list;
async function work(): Promise<void> {
  workers.push(await stage.worker());
}
/** Names and filters of the files that schedules have made, oldest first. */
const made = async (): Promise<{ name: string; range: { from: string; to: string } }[]> =>
  (
    await stage.db.pool.query<{ name: string; range: { from: string; to: string } }>(
      `select name, filter->'range' as range from downloads order by created_at, period_from`,
    )
  ).rows;

describe('a schedule', () => {
  it('is saved, listed with its next run, changed and removed, each with a line in the log', async () => {
    const { data } = await save(daily);
    expect(await list()).toEqual([
      {
        id: data.id,
        kind: 'moneylog',
        filter: { upTo: 2 },
        filterText: '',
        format: 'csv',
        every: 'day',
        at: '08:00',
        notifyUrl: null,
        nextAt: '2026-11-21T00:00:00.000Z',
        lastAt: null,
        createdAt: '2026-11-20T16:30:00.000Z',
      },
    ]);
    expect(await save({ ...daily, id: data.id, every: 'month', format: 'xlsx', filter: {} })).toMatchObject({ data });
    expect(await list()).toMatchObject([
      { every: 'month', format: 'xlsx', filter: {}, nextAt: '2026-12-01T00:00:00.000Z' },
    ]);
    expect(await stage.call('/schedule/remove', { id: data.id })).toMatchObject({ code: 1 });
    expect(await list()).toEqual([]);
    const { rows } = await stage.db.pool.query<{ action: string }>('select action from audit_log order by seq');
    expect(rows.map(({ action }) => action)).toEqual(['schedule_saved', 'schedule_saved', 'schedule_removed']);
  });

  it('waits until its period is complete, ten minutes after midnight', async () => {
    stage.clock.set('2026-11-20T15:00:00.000Z');
    await save({ ...daily, at: '00:00' });
    stage.clock.set('2026-11-20T16:00:30.000Z');
    await stage.startDue();
    expect(await made()).toEqual([]);
    expect(await list()).toMatchObject([{ nextAt: '2026-11-20T16:10:00.000Z', lastAt: null }]);
    stage.clock.set('2026-11-20T16:10:00.000Z');
    await stage.startDue();
    expect(await made()).toMatchObject([
      { range: { from: '2026-11-19T16:00:00.000Z', to: '2026-11-20T16:00:00.000Z' } },
    ]);
    expect(await list()).toMatchObject([{ nextAt: '2026-11-21T16:00:00.000Z', lastAt: '2026-11-20T16:10:00.000Z' }]);
  });

  it('has the host in the log to which its files are posted, and no more of the address', async () => {
    expect(await save({ ...daily, notifyUrl: 'https://shop.example/report?secret=1' })).toMatchObject({ code: 1 });
    const { rows } = await stage.db.pool.query('select object from audit_log order by seq desc limit 1');
    expect(rows).toEqual([{ object: 'moneylog csv day 08:00 shop.example' }]);
  });

  it('belongs to its user', async () => {
    const { data } = await save(daily);
    expect(await list(2n)).toEqual([]);
    expect(await save({ ...daily, id: data.id }, 2n)).toMatchObject({ error: 'not_found' });
    expect(await save({ ...daily, id: 'x' })).toMatchObject({ error: 'not_found' });
    expect(await stage.call('/schedule/remove', { id: data.id }, 2n)).toMatchObject({ error: 'not_found' });
    expect(await stage.call('/schedule/remove', { id: 'x' })).toMatchObject({ error: 'not_found' });
    expect(await save(daily, 9n)).toMatchObject({ error: 'not_found' });
    expect(await list()).toHaveLength(1);
  });

  it('is one of at most twenty, also when several are saved at once', async () => {
    const answersOfAll = await Promise.all(Array.from({ length: MAX_SCHEDULES + 3 }, () => save(daily)));
    expect(answersOfAll.filter(({ code }) => code === 1)).toHaveLength(MAX_SCHEDULES);
    expect(answersOfAll.find(({ code }) => code === 0)).toMatchObject({
      error: 'schedules_full',
      msg: 'You already have 20 schedules; remove one first',
    });
  });

  it.each([
    ['an unknown step', { every: 'year' }, 'every'],
    ['a time that no clock shows', { at: '24:00' }, 'at'],
    ['a field that the list does not have', { filter: { x: 1 } }, 'filter.x'],
    ['an address that is none', { notifyUrl: 'shop.example' }, 'notifyUrl'],
    ['a private address', { notifyUrl: 'http://10.0.0.1/x' }, 'notifyUrl'],
  ])('is refused with %s', async (_, wrong, field) => {
    expect(await save({ ...daily, ...wrong })).toMatchObject({ code: -1, fields: { [field]: expect.any(String) } });
    expect(await list()).toEqual([]);
  });

  it('is refused with a host that can not be notified', async () => {
    stage.hosts.allowed = false;
    expect(await save({ ...daily, notifyUrl: 'https://shop.example/report' })).toMatchObject({
      code: -1,
      fields: { notifyUrl: 'Reports go only to hosts on your list of allowed callback hosts; see API' },
    });
  });
});

describe('a due schedule', () => {
  it('makes a file of the period that just ended, once, and not before its time', async () => {
    await save(daily);
    await save({ ...daily, every: 'week', at: '00:45' });
    await save({ ...daily, every: 'month', at: '00:00' });
    stage.clock.set('2026-11-20T23:59:59.000Z');
    await stage.startDue();
    expect(await made()).toEqual([]);
    stage.clock.set('2026-11-21T00:00:00.000Z');
    await stage.startDue();
    await stage.startDue();
    expect(await made()).toEqual([
      { name: 'money-log_2026-11-20.csv', range: { from: '2026-11-19T16:00:00.000Z', to: '2026-11-20T16:00:00.000Z' } },
    ]);
    expect(await list()).toMatchObject([
      { nextAt: '2026-11-22T00:00:00.000Z', lastAt: '2026-11-21T00:00:00.000Z' },
      { lastAt: null },
      { lastAt: null },
    ]);
    await work();
    await expect.poll(async () => (await stage.rows())[0]?.state).toBe('ready');
    const [row] = await stage.rows();
    expect(row).toMatchObject({ filter: 'Time: 2026-11-20', rows: 2 });
    expect(String(await stage.take(row?.id ?? ''))).toBe(
      '\ufeffn,from,now\r\n1,2026-11-19T16:00:00.000Z,2026-11-21 00:00:00\r\n2,2026-11-19T16:00:00.000Z,2026-11-21 00:00:00\r\n',
    );
  });

  it('is caught up once by a server that was off for days, with the last period of each', async () => {
    await save(daily);
    await save({ ...daily, every: 'week', at: '00:45' });
    await save({ ...daily, every: 'month', at: '00:00' });
    stage.clock.set('2026-12-09T09:00:00.000Z');
    await stage.startDue();
    await stage.startDue();
    expect((await made()).map(({ name }) => name)).toEqual([
      'money-log_2026-11.csv',
      'money-log_2026-11-30_2026-12-06.csv',
      'money-log_2026-12-08.csv',
    ]);
    expect((await list()).map(({ nextAt }) => nextAt)).toEqual([
      '2026-12-10T00:00:00.000Z',
      '2026-12-13T16:45:00.000Z',
      '2026-12-31T16:00:00.000Z',
    ]);
  });

  it('is started by one of several processes', async () => {
    for (let count = 0; count < 10; count += 1) await save(daily);
    stage.clock.set('2026-11-21T00:00:00.000Z');
    await Promise.all([stage.startDue(), stage.startDue(), stage.startDue()]);
    expect(await made()).toHaveLength(10);
  });

  it.each(['csv', 'xlsx'])('of the same period is the same bytes, whenever it is written (%s)', async (format) => {
    await save({ ...daily, format });
    await work();
    const bytes: unknown[] = [];
    for (const at of ['2026-11-21T00:00:00.000Z', '2026-11-21T15:00:00.000Z']) {
      stage.clock.set(at);
      await stage.db.pool.query('delete from downloads');
      await stage.db.pool.query('update schedules set next_at = $1', [at]);
      await stage.startDue();
      await expect.poll(async () => (await stage.rows())[0]?.state).toBe('ready');
      bytes.push(await stage.take((await stage.rows())[0]?.id ?? ''));
    }
    expect((bytes[0] as Buffer).equals(bytes[1] as Buffer)).toBe(true);
  });

  it('of a user who can not log in makes nothing, and goes on when they can again', async () => {
    await save(daily);
    stage.people.delete(1n);
    stage.clock.set('2026-11-21T00:00:00.000Z');
    await stage.startDue();
    expect(await made()).toEqual([]);
    stage.people.set(1n, sessionOf(1n));
    stage.clock.set('2026-11-22T00:00:00.000Z');
    await stage.startDue();
    expect((await made()).map(({ name }) => name)).toEqual(['money-log_2026-11-21.csv']);
  });
});

describe('a schedule with an address', () => {
  it('posts a signed report with the file until it is acknowledged', async () => {
    answers = ['not yet'];
    await save({ ...daily, notifyUrl: `http://127.0.0.1:${receiver.port}/reports?shop=1` });
    stage.clock.set('2026-11-21T00:00:00.000Z');
    await stage.startDue();
    const host = `127.0.0.1:${receiver.port}`;
    expect((await stage.rows())[0]?.report).toEqual({ host, acknowledgedAt: null });
    await work();
    await expect
      .poll(async () => (await stage.db.pool.query('select from downloads where reported_at is not null')).rowCount)
      .toBe(1);
    expect(posted).toHaveLength(2);
    const [row] = await stage.rows();
    expect(row?.report).toEqual({ host, acknowledgedAt: '2026-11-21T00:00:00.000Z' });
    const file = (await stage.take(row?.id ?? '')) as Buffer;
    for (const { url, headers, body } of posted) {
      const result = await verifyReport({
        headers,
        rawBody: body,
        url,
        merchantNo: SHOP_NO.toString(),
        signTypes: ['HMAC-SHA256'],
        key: KEY,
        now: () => stage.clock.now().getTime(),
      });
      expect(result).toMatchObject({
        ok: true,
        callback: {
          notifyId: `report-${row?.id}`,
          downloadId: row?.id,
          name: 'money-log_2026-11-20.csv',
          format: 'csv',
          from: '2026-11-19T16:00:00.000Z',
          to: '2026-11-20T16:00:00.000Z',
          rows: '2',
          size: String(file.length),
          sha256: createHash('sha256').update(file).digest('hex'),
          content: file.toString('base64'),
        },
      });
    }
  });

  it('posts files of every length to a member who takes MD5 alone, which can’t sign the end of base64', async () => {
    stage.hosts.signTypes = ['MD5'];
    for (const upTo of [2, 3, 4, 11, 12, 13])
      await save({ ...daily, filter: { upTo }, notifyUrl: `http://127.0.0.1:${receiver.port}/` });
    stage.clock.set('2026-11-21T00:00:00.000Z');
    await stage.startDue();
    await work();
    await expect.poll(() => posted.length).toBe(6);
    const lengths = new Set<number>();
    for (const { url, headers, body } of posted) {
      const terms = { merchantNo: SHOP_NO.toString(), signTypes: ['MD5'] as const, key: KEY };
      const result = await verifyReport({
        headers,
        rawBody: body,
        url,
        ...terms,
        now: () => stage.clock.now().getTime(),
      });
      if (!result.ok) throw new Error(result.failure);
      const file = Buffer.from(result.callback.content ?? '', 'base64');
      lengths.add(file.length % 3);
      expect(createHash('sha256').update(file).digest('hex')).toBe(result.callback.sha256);
    }
    expect(lengths.size).toBeGreaterThan(1);
  });

  it('announces a larger file without its content, at an address that serves it while it is there', async () => {
    await save({ ...daily, filter: { upTo: 20_000 }, notifyUrl: `http://127.0.0.1:${receiver.port}/` });
    await save({ ...daily, filter: { upTo: 2 } });
    stage.clock.set('2026-11-21T00:00:00.000Z');
    await stage.startDue();
    await work();
    await expect.poll(() => posted.length).toBe(1);
    await expect.poll(async () => (await stage.rows()).every(({ state }) => state === 'ready')).toBe(true);
    const fields = new URLSearchParams(posted[0]?.body);
    expect([fields.get('rows'), fields.get('content')]).toEqual(['20000', null]);
    const url = fields.get('url') ?? '';
    const file = await stage.fileAt(url);
    expect([
      String(file?.length),
      createHash('sha256')
        .update(file ?? '')
        .digest('hex'),
    ]).toEqual([fields.get('size'), fields.get('sha256')]);
    const other = (await stage.rows()).find(({ id }) => !url.includes(id))?.id ?? '';
    const id = fields.get('downloadId') ?? '';
    for (const wrong of [`${url}x`, url.slice(0, -1), url.replace(id, other), url.replace(/\..{43}$/, '')])
      expect(await stage.fileAt(wrong)).toBeUndefined();
    stage.hosts.allowed = false;
    expect(await stage.fileAt(url)).toBeUndefined();
    stage.hosts.allowed = true;
    stage.people.delete(1n);
    expect(await stage.fileAt(url)).toBeUndefined();
    stage.people.set(1n, sessionOf(1n));
    expect((await stage.fileAt(url))?.length).toBe(file?.length);
    stage.clock.set('2026-11-28T00:10:00.000Z');
    expect(await stage.fileAt(url)).toBeUndefined();
  });

  it('posts nothing once its host can no longer be notified', async () => {
    await save({ ...daily, notifyUrl: `http://127.0.0.1:${receiver.port}/` });
    stage.hosts.allowed = false;
    stage.clock.set('2026-11-21T00:00:00.000Z');
    await stage.startDue();
    await work();
    await expect
      .poll(
        async () =>
          (await stage.db.pool.query(`select from pgboss.job where name = 'download-reports' and state = 'completed'`))
            .rowCount,
      )
      .toBe(1);
    expect(posted).toEqual([]);
  });
});
