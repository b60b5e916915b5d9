import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { readPage, unzip } from '#foundation/server/sheets/workbook-for-tests.ts';
import type { JobQueue } from '#foundation/server/jobs/queue.ts';
import type { DownloadRow } from '../contract.ts';
import { DOWNLOADS_KEPT_MS, MAX_UNFINISHED } from '../rules.ts';
import { type DownloadsStage, downloadsStage, sessionOf } from './downloads-for-tests.ts';

let stage: DownloadsStage;
beforeAll(async () => {
  stage = await downloadsStage();
  await stage.db.pool.query(
    `insert into settings (name, value) values ('exportJobFrom', '2'::jsonb), ('downloadsKept', '10'::jsonb)`,
  );
});
afterAll(() => stage.close());

const workers: JobQueue[] = [];
async function work(): Promise<JobQueue> {
  const worker = await stage.worker();
  workers.push(worker);
  return worker;
}
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  delete stage.gate.before;
  stage.people.set(1n, sessionOf(1n));
  await stage.db.pool.query('delete from downloads');
  await stage.db.pool.query('delete from pgboss.job');
  await stage.db.pool.query('delete from notices');
  await stage.db.pool.query('delete from attempt_windows');
});

const pieceCount = async (): Promise<number> =>
  (await stage.db.pool.query('select from download_pieces')).rowCount ?? 0;
const linesOf = (file: Buffer | string | undefined): number =>
  Buffer.isBuffer(file) ? file.toString('utf8').trimEnd().split('\r\n').length : -1;
/** Lets a list pause at a batch until the test goes on. */
function pauseAt(at: number): { reached: Promise<void>; go: () => void } {
  const reached = Promise.withResolvers<void>();
  const going = Promise.withResolvers<void>();
  stage.gate.before = async (batch) => {
    if (batch !== at) return;
    reached.resolve();
    await going.promise;
  };
  return { reached: reached.promise, go: () => going.resolve() };
}

describe('a large export', () => {
  it('is written after its user has left, announced in the bell, and taken as one file', async () => {
    const id = await stage.ask(25_000);
    expect(await stage.rows()).toMatchObject([
      {
        id,
        name: 'money-log_until-2026-11-21.csv',
        kind: 'moneylog',
        format: 'csv',
        state: 'waiting',
        rows: 25_000,
        size: null,
        progress: 0,
      },
    ]);
    expect(await stage.take(id)).toBe('download_not_ready');
    await work();
    await expect.poll(() => stage.stateOf(id)).toBe('ready');
    const file = await stage.take(id);
    expect(linesOf(file)).toBe(25_001);
    const { rows } = await stage.db.pool.query<{ hash: string; size: bigint }>(
      `select encode(content_hash, 'hex') as hash, size from downloads`,
    );
    expect(rows).toEqual([
      {
        hash: createHash('sha256')
          .update(file as Buffer)
          .digest('hex'),
        size: BigInt((file as Buffer).length),
      },
    ]);
    expect(await stage.rows()).toMatchObject([
      {
        rows: 25_000,
        size: (file as Buffer).length,
        progress: 100,
        fault: null,
        expiresAt: '2026-11-27T16:30:00.000Z',
      },
    ]);
    const told = await stage.db.pool.query('select kind, text_values as values, sms_to as "smsTo" from notices');
    expect(told.rows).toEqual([
      { kind: 'download_ready', values: { name: 'money-log_until-2026-11-21.csv' }, smsTo: null },
    ]);
  });

  it('is a workbook too, and the same list is the same bytes', async () => {
    await work();
    const ids = [await stage.ask(1_234, { format: 'xlsx' }), await stage.ask(1_234, { format: 'xlsx' })];
    for (const id of ids) await expect.poll(() => stage.stateOf(id)).toBe('ready');
    const [one, two] = await Promise.all(ids.map((id) => stage.take(id)));
    expect(readPage(unzip(one as Buffer))).toHaveLength(1_235);
    expect((one as Buffer).equals(two as Buffer)).toBe(true);
  });

  it('shows its progress and its filter in words', async () => {
    const pause = pauseAt(13);
    const id = await stage.ask(25_000, { format: 'xlsx' });
    await work();
    await pause.reached;
    await expect.poll(async () => (await stage.rows())[0]?.rows).toBe(25_000);
    expect(await stage.rows()).toMatchObject([{ state: 'running', filter: '' }]);
    pause.go();
    await expect.poll(() => stage.stateOf(id)).toBe('ready');
    const range = { from: '2026-10-31T16:00:00.000Z', to: '2026-11-15T04:05:00.000Z' };
    await stage.call('/user/export', { kind: 'moneylog', format: 'csv', filter: { upTo: 4, range } });
    expect((await stage.rows()).map(({ filter }) => filter)).toContain('Time: 2026-11-01 – 2026-11-15 12:05');
  });

  it('waits while another one of the same user is written, and not for those of others', async () => {
    const pause = pauseAt(1);
    const first = await stage.ask(3);
    await work();
    await pause.reached;
    delete stage.gate.before;
    const second = await stage.ask(3);
    const other = await stage.ask(3, { userId: 2n });
    await expect.poll(() => stage.stateOf(other, 2n)).toBe('ready');
    expect([await stage.stateOf(first), await stage.stateOf(second)]).toEqual(['running', 'waiting']);
    pause.go();
    await expect.poll(() => stage.stateOf(second)).toBe('ready');
    expect(await stage.stateOf(first)).toBe('ready');
  });

  it('is refused while too many of the user wait', async () => {
    for (let count = 0; count < MAX_UNFINISHED; count += 1) expect(await stage.ask(3)).toMatch(/^[0-9a-f-]{36}$/);
    expect(await stage.call('/user/export', { kind: 'moneylog', format: 'csv' })).toMatchObject({
      code: 0,
      error: 'downloads_waiting',
    });
    expect((await stage.call('/user/downloads')).data).toMatchObject({ total: 10, extend: { unfinished: 10 } });
  });
});

it('no more files of a user wait than may, however many are asked for at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: MAX_UNFINISHED + 5 }, () => stage.call('/user/export', { kind: 'moneylog', format: 'csv' })),
  );
  expect(answers.filter(({ code }) => code === 1)).toHaveLength(MAX_UNFINISHED);
  expect(await pieceCount()).toBe(0);
});

it('a process that lost its file to another one does not let it fail', async () => {
  const pause = pauseAt(5);
  const id = await stage.ask(20_000);
  await stage.db.pool.query('update pgboss.job set retry_limit = 0');
  await work();
  await pause.reached;
  await stage.db.pool.query('update downloads set run_id = gen_random_uuid()');
  stage.gate.before = () => Promise.reject(new Error('the network'));
  pause.go();
  await expect
    .poll(async () => (await stage.db.pool.query('select state from pgboss.job')).rows)
    .toEqual([{ state: 'failed' }]);
  expect(await stage.stateOf(id)).toBe('running');
});

describe('cancelling', () => {
  it('is done once, however often it is asked for at once', async () => {
    const id = await stage.ask(3);
    const answers = await Promise.all([1, 2, 3].map(() => stage.call('/user/downloads/cancel', { id })));
    expect(answers.map(({ error }) => error ?? 'done').toSorted()).toEqual([
      'done',
      'download_ended',
      'download_ended',
    ]);
  });

  it('ends a file that waits, which no process writes then', async () => {
    const id = await stage.ask(3);
    expect(await stage.call('/user/downloads/cancel', { id })).toMatchObject({ code: 1 });
    const next = await stage.ask(3);
    await work();
    await expect.poll(() => stage.stateOf(next)).toBe('ready');
    expect(await stage.stateOf(id)).toBe('cancelled');
    expect(await stage.take(id)).toBe('not_found');
  });

  it('ends a file that is being written, deletes its pieces and lets the next one begin', async () => {
    const pause = pauseAt(20);
    const id = await stage.ask(1_000_000);
    await work();
    await pause.reached;
    expect(await stage.call('/user/downloads/cancel', { id })).toMatchObject({ code: 1 });
    pause.go();
    delete stage.gate.before;
    const next = await stage.ask(3);
    await expect.poll(() => stage.stateOf(next)).toBe('ready');
    expect(await stage.stateOf(id)).toBe('cancelled');
    expect(await pieceCount()).toBe(1);
  });

  it('refuses a file that has ended, and does not know that of another user', async () => {
    const id = await stage.ask(3);
    await work();
    await expect.poll(() => stage.stateOf(id)).toBe('ready');
    expect(await stage.call('/user/downloads/cancel', { id })).toMatchObject({ code: 0, error: 'download_ended' });
    expect(await stage.call('/user/downloads/cancel', { id }, 2n)).toMatchObject({ code: 0, error: 'not_found' });
    expect(await stage.call('/user/downloads/cancel', { id: 'x' })).toMatchObject({ code: 0, error: 'not_found' });
  });
});

describe('a process that ends', () => {
  it('gives its file back, and another one begins it again', async () => {
    const pause = pauseAt(5);
    const id = await stage.ask(20_000);
    const first = await work();
    await pause.reached;
    const stopped = first.stop();
    pause.go();
    await stopped;
    expect(await stage.stateOf(id)).toBe('waiting');
    delete stage.gate.before;
    await work();
    await expect.poll(() => stage.stateOf(id)).toBe('ready');
    expect(linesOf(await stage.take(id))).toBe(20_001);
  });

  it('without a word, because it was killed, loses its file to another one within seconds', async () => {
    const id = await stage.ask(20_000);
    const child = spawn(
      process.execPath,
      ['features/downloads/server/worker-for-tests.ts', stage.db.connectionString],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    await once(child.stdout, 'data');
    expect(await stage.stateOf(id)).toBe('running');
    child.kill('SIGKILL');
    await once(child, 'exit');
    await work();
    await expect.poll(() => stage.stateOf(id), { timeout: 60_000 }).toBe('ready');
    expect(linesOf(await stage.take(id))).toBe(20_001);
  });

  it('in the last run of a file lets it fail, and its user is notified', async () => {
    const id = await stage.ask(3);
    await stage.db.pool.query(`update pgboss.job set state = 'failed', completed_on = now()`);
    await stage.endLost();
    expect(await stage.stateOf(id)).toBe('waiting');
    stage.clock.advance(120_000);
    await stage.endLost();
    expect(await stage.rows()).toMatchObject([
      { state: 'failed', fault: 'This failed several times. Please try again later' },
    ]);
    expect((await stage.db.pool.query('select kind from notices')).rows).toEqual([{ kind: 'download_failed' }]);
    stage.clock.advance(-120_000);
  });
});

it('a fault is repeated, and the file has each row once', async () => {
  let faults = 0;
  stage.gate.before = async (batch) => {
    if (batch < 15 || faults > 0) return;
    faults += 1;
    throw new Error('the network');
  };
  const id = await stage.ask(20_000);
  await work();
  await expect.poll(() => stage.stateOf(id)).toBe('ready');
  expect([faults, linesOf(await stage.take(id))]).toEqual([1, 20_001]);
});

describe('a file is there only', () => {
  it('for its user, who can still see the list, as the same member', async () => {
    const id = await stage.ask(3);
    await work();
    await expect.poll(() => stage.stateOf(id)).toBe('ready');
    expect(await stage.take(id, 2n)).toBe('not_found');
    expect(await stage.rows(2n)).toEqual([]);
    expect(await stage.take('00000000-0000-0000-0000-000000000000')).toBe('not_found');
    stage.people.set(1n, sessionOf(1n, 'operator'));
    expect(await stage.take(id)).toBe('not_found');
    stage.people.set(1n, { ...sessionOf(1n), memberNo: 10_000_009n } as ReturnType<typeof sessionOf>);
    expect(await stage.take(id)).toBe('not_found');
    stage.people.delete(1n);
    expect(await stage.take(id)).toMatch(/logged_out|50008/);
    stage.people.set(1n, sessionOf(1n));
    expect(linesOf(await stage.take(id))).toBe(4);
  });

  it('if its user could still see the list when it was written', async () => {
    const id = await stage.ask(3);
    stage.people.delete(1n);
    await work();
    await expect
      .poll(async () => (await stage.db.pool.query('select state, fault from downloads')).rows)
      .toEqual([{ state: 'failed', fault: 'not_allowed' }]);
    stage.people.set(1n, sessionOf(1n));
    expect(await stage.take(id)).toBe('not_found');
  });

  it('for seven days', async () => {
    const id = await stage.ask(3);
    const worker = await work();
    await expect.poll(() => stage.stateOf(id)).toBe('ready');
    await worker.stop();
    stage.clock.advance(DOWNLOADS_KEPT_MS - 1);
    await stage.expire();
    expect(linesOf(await stage.take(id))).toBe(4);
    stage.clock.advance(1);
    expect(await stage.take(id)).toBe('not_found');
    await stage.expire();
    expect([await stage.rows(), await pieceCount()]).toEqual([[], 0]);
    stage.clock.advance(-DOWNLOADS_KEPT_MS);
  });
});

async function* piecesOf(text: string): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from(text);
}

describe('of the files that have ended', () => {
  const stored = async (name: string, userId = 1n): Promise<string> => {
    const downloadId = randomUUID();
    stage.clock.advance(1);
    await stage.downloads.store(
      {
        downloadId,
        userId,
        memberNo: 10_000_001n,
        kind: 'recordCheck',
        name,
        format: 'csv',
        contentType: 'text/csv',
        language: 'en',
        rows: 1,
      },
      piecesOf(name),
    );
    return downloadId;
  };

  const rows = async (userId = 1n): Promise<DownloadRow[]> =>
    (await stage.call<{ list: DownloadRow[] }>('/user/downloads', { limit: 50 }, userId)).data.list;

  it('a user keeps the newest as many as the setting says, and those that are not finished', async () => {
    const others = await stored('other.csv', 2n);
    for (let number = 1; number <= 10; number += 1) await stored(`${number}.csv`);
    stage.clock.advance(1);
    const waiting = await stage.ask(3);
    const first = (await rows()).at(-1);
    expect(first?.name).toBe('1.csv');
    await stored('11.csv');
    expect((await rows()).filter(({ state }) => state === 'ready').map(({ name }) => name)).toEqual(
      [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((number) => `${number}.csv`),
    );
    expect(await stage.take(first?.id ?? '')).toBe('not_found');
    // One that is cancelled has ended too.
    expect(await stage.call('/user/downloads/cancel', { id: waiting })).toMatchObject({ code: 1 });
    expect((await rows()).map(({ name, state }) => (state === 'ready' ? name : state))).toEqual([
      '11.csv',
      'cancelled',
      ...[10, 9, 8, 7, 6, 5, 4, 3].map((number) => `${number}.csv`),
    ]);
    expect((await rows(2n)).map(({ id }) => id)).toEqual([others]);
  });
});

describe('a file that another feature stores', () => {
  const id = 'd5f1a3c2-5b0e-4f0a-9d0e-0123456789ab';
  const file = {
    downloadId: id,
    userId: 1n,
    memberNo: 10_000_001n,
    kind: 'recordCheck',
    name: 'differences.csv',
    format: 'csv',
    contentType: 'text/csv',
    language: 'en',
    rows: 7,
  } as const;

  it('is found and taken like others, whatever the size of its pieces', async () => {
    const bytes = Buffer.alloc(1_300_000, 'abcdefg');
    await stage.downloads.store(
      file,
      (async function* pieces() {
        for (let from = 0; from < bytes.length; from += 700_001) yield bytes.subarray(from, from + 700_001);
      })(),
    );
    expect(await stage.rows()).toMatchObject([{ id, kind: 'recordCheck', state: 'ready', rows: 7, size: 1_300_000 }]);
    expect((await stage.take(id)) as Buffer).toEqual(bytes);
    expect(await stage.take(id, 2n)).toBe('not_found');
  });

  it('breaks off if it is deleted while it is taken, and does not look whole', async () => {
    await stage.downloads.store(
      file,
      (async function* pieces() {
        yield Buffer.alloc(1_300_000);
      })(),
    );
    await stage.db.pool.query('delete from download_pieces where piece_no = 1');
    await expect(stage.take(id)).rejects.toThrow('terminated');
  });

  it('is stored once, and by the last of its runs', async () => {
    const [begun, goesOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const first = stage.downloads.store(
      file,
      (async function* pieces() {
        yield Buffer.alloc(600_000, 'a');
        begun.resolve();
        await goesOn.promise;
        yield Buffer.alloc(600_000, 'a');
      })(),
    );
    await begun.promise;
    await stage.downloads.store(file, piecesOf('second'));
    goesOn.resolve();
    await expect(first).rejects.toThrow('another run');
    await stage.downloads.store(file, piecesOf('third'));
    expect(await stage.rows()).toMatchObject([{ id, state: 'ready', size: 6 }]);
    expect(await pieceCount()).toBe(1);
    expect((await stage.take(id))?.toString()).toBe('second');
  });

  it('is not shown when it breaks off, and is deleted later', async () => {
    await expect(
      stage.downloads.store(
        file,
        (async function* pieces() {
          yield Buffer.alloc(600_000);
          throw new Error('broken off');
        })(),
      ),
    ).rejects.toThrow('broken off');
    expect(await stage.rows()).toEqual([]);
    stage.clock.advance(3_700_000);
    await stage.expire();
    stage.clock.advance(-3_700_000);
    expect(await pieceCount()).toBe(0);
  });
});
