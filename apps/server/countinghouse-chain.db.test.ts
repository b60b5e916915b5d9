/** Another installation's schedule posts our money log of each day: our reconciliation matches it by itself. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LoggedEntry, moneyLogCsv, reportFields } from '#features/upstreams/server/money-log-for-tests.ts';
import { addDays, startOfDay } from '#foundation/core/time-zone.ts';
import { chain, type Chain, OTHER_UPSTREAM, UPSTREAM } from './chain-for-tests.ts';

const timeZone = 'Asia/Shanghai';
const DAY_MS = 86_400_000;
let at: Chain;
beforeAll(async () => {
  at = await chain();
  await at.schedule();
});
afterAll(() => at.close());

const select = async <Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row[]> =>
  (await at.ours.db.pool.query<Row>(sql, [...values])).rows;
const differences = (day: string) =>
  select(
    `select d.kind, d.state, coalesce(d.our_no, d.upstream_no) as no from upstream_differences d where d.upstream_id = $1 and d.day = $2::date order by 1`,
    [UPSTREAM, day],
  );
/** The statements of a day, the one that counts last. */
const statements = (day: string) =>
  select(
    `select f.state, f.rows, f.opening, f.closing, (select count(*)::integer from upstream_matches m where m.upstream_id = f.upstream_id and m.file_id = f.file_id) as paired
     from upstream_files f where f.upstream_id = $1 and f.day = $2::date order by f.uploaded_at`,
    [UPSTREAM, day],
  );
const linesOf = (day: string) =>
  select(
    `select l.kind, l.status, l.amount, l.fee from upstream_files f join upstream_lines l using (upstream_id, file_id)
     where f.upstream_id = $1 and f.day = $2::date and f.state <> 'replaced' order by l.upstream_no, l.amount`,
    [UPSTREAM, day],
  );
/** What a report could change. */
const kept = async () => ({
  reports: await select('select * from upstream_reports order by received_at, report_id'),
  files: await select('select * from upstream_files where upstream_id = any($1) order by file_id', [
    [UPSTREAM, OTHER_UPSTREAM],
  ]),
});
const rangeOf = (day: string, last = day) => ({
  from: startOfDay(day, timeZone),
  to: startOfDay(addDays(last, 1), timeZone),
});
/** Half past midnight and a minute, when the schedule of the day before is due. */
async function nextMorning(day: string): Promise<void> {
  at.pass(startOfDay(day, timeZone).getTime() + 31 * 60_000 - at.ours.clock.now().getTime());
  const before = (await at.posted()).length;
  await at.startFiles();
  await expect.poll(() => at.posted(), { timeout: 20_000 }).toHaveLength(before + 1);
  await expect.poll(async () => (await at.posted()).includes(null), { timeout: 20_000 }).toBe(false);
}

test('each entry of a day finds its order by itself: pay-ins, a payout, and one that was given back', async () => {
  for (const amountMinor of [12_800n, 5_000n, 999n]) await at.pay(await at.order(amountMinor));
  await at.payout(7_000n);
  await at.payout(7_044n);
  await at.work();
  await at.giveBack();
  await at.work();
  // It is not there yet, and is asked for again.
  await nextMorning('2026-11-22');
  expect(await at.posted()).toEqual([1]);
  await at.reconcile();
  expect(await differences('2026-11-21')).toEqual([]);
  expect(await linesOf('2026-11-21')).toEqual([
    { kind: 'payin', status: 'success', amount: 12_800n, fee: 77n },
    { kind: 'payin', status: 'success', amount: 5_000n, fee: 30n },
    { kind: 'payin', status: 'success', amount: 999n, fee: 6n },
    { kind: 'payout', status: 'success', amount: -7_000n, fee: 107n },
    { kind: 'payout', status: 'failed', amount: -7_044n, fee: 107n },
    { kind: 'other', status: 'failed', amount: 7_044n, fee: 107n },
  ]);
  expect(await statements('2026-11-21')).toEqual([
    { state: 'matched', rows: 6, paired: 4, opening: 100_000_000n, closing: 100_011_579n },
  ]);
});

test('what only one side knows comes out, and the rest matches', async () => {
  await at.pay(await at.order(2_000n));
  await at.payThere(3_300n, 'planted-there');
  const onlyHere = await at.order(4_400n);
  await at.payHere(onlyHere);
  at.pass(60_000);
  await at.reconcile();
  expect(await statements('2026-11-22')).toEqual([]);
  await nextMorning('2026-11-23');
  await at.reconcile();
  expect(await statements('2026-11-22')).toMatchObject([{ state: 'matched', rows: 2, paired: 1 }]);
  expect(await differences('2026-11-22')).toEqual([
    { kind: 'missing_here', state: 'open', no: 'planted-there' },
    { kind: 'missing_there', state: 'waiting', no: `${onlyHere.memberNo}-${onlyHere.systemNo}` },
  ]);
  const before = await kept();
  await at.reconcile();
  expect(await kept()).toEqual(before);
});

test('a file that is too large for its report is taken from the address that the report names', async () => {
  await at.pay(await at.order(2_500n));
  await at.adjustThere(300, 2_000);
  await nextMorning('2026-11-24');
  const [{ sealed } = { sealed: 0 }] = await select<{ sealed: number }>(
    'select length(source_sealed) as sealed from upstream_reports order by received_at desc limit 1',
  );
  expect(sealed).toBeLessThan(1_000);
  await at.reconcile();
  expect(await statements('2026-11-23')).toMatchObject([{ state: 'matched', rows: 301, paired: 1 }]);
  expect(await differences('2026-11-23')).toHaveLength(300);
  const before = await kept();
  await at.reconcile();
  expect(await kept()).toEqual(before);
});

const noon = (day: string): Date => new Date(startOfDay(day, timeZone).getTime() + DAY_MS / 2);
const entry = (day: string, changes: Partial<LoggedEntry> = {}): LoggedEntry => ({
  type: 'payin',
  systemNo: '2611230400000000001',
  orderNo: 'unknown-1',
  amountMinor: 1_000n,
  feeMinor: 6n,
  at: noon(day),
  ...changes,
});
async function reportOf(day: string, entries: readonly LoggedEntry[], range = rangeOf(day)) {
  const file = await moneyLogCsv(entries);
  return { ...reportFields(file, range, entries.length), content: file.toString('base64') };
}

describe('a report', () => {
  const day = '2026-11-24';
  const three = [
    entry(day),
    entry(day, { systemNo: '2611230400000000002', orderNo: 'unknown-2', amountMinor: 500n }),
    entry(day, { systemNo: '2611230400000000003', orderNo: 'unknown-3', amountMinor: 700n }),
  ];
  const withoutSecond = async () => {
    const whole = String(await moneyLogCsv(three));
    const file = Buffer.from(
      whole
        .split('\r\n')
        .filter((line) => !line.includes('unknown-2'))
        .join('\r\n'),
    );
    return { ...reportFields(file, rangeOf(day), 2), content: file.toString('base64') };
  };
  beforeAll(() => {
    at.pass(startOfDay('2026-11-25', timeZone).getTime() + 3_600_000 - at.ours.clock.now().getTime());
  });

  test.each<[string, string, () => Promise<{ answer: string }>]>([
    [
      'signed with another key',
      '401 bad_signature',
      async () => at.report(await reportOf(day, three), { key: 'another-key-between-installations' }),
    ],
    [
      'for another upstream',
      '401 bad_signature',
      async () => at.report(await reportOf(day, three), { signedFor: OTHER_UPSTREAM }),
    ],
    ['from long ago', '401 stale', async () => at.report(await reportOf(day, three), { offS: -301 })],
    [
      'to an upstream whose settings name no time zone',
      '503 unconfigured',
      async () => at.report(await reportOf(day, three), { upstreamId: OTHER_UPSTREAM }),
    ],
    [
      'of a week',
      '422 wrong_day',
      async () => at.report(await reportOf(day, three, rangeOf('2026-11-16', '2026-11-22'))),
    ],
    [
      'of a day of another time zone',
      '422 wrong_day',
      async () =>
        at.report(
          await reportOf(day, three, { from: new Date('2026-11-24T00:00:00Z'), to: new Date('2026-11-25T00:00:00Z') }),
        ),
    ],
    ['of a day that is not over', '422 wrong_day', async () => at.report(await reportOf('2026-11-25', []))],
    [
      'of a day that is not looked for any more',
      '422 wrong_day',
      async () => at.report(await reportOf('2026-11-17', [])),
    ],
    [
      'whose entries are of another day',
      '400 malformed',
      async () => at.report(await reportOf(day, [entry('2026-11-23')])),
    ],
    ['that lacks an entry between two', '400 malformed', async () => at.report(await withoutSecond())],
    [
      'that lacks an entry at its end',
      '400 malformed',
      async () => at.report({ ...(await reportOf(day, three)), rows: '4' }),
    ],
    [
      'of another file than it says',
      '400 malformed',
      async () => at.report({ ...(await reportOf(day, three)), sha256: '0'.repeat(64) }),
    ],
    [
      'of another list',
      '400 malformed',
      async () => {
        const file = Buffer.from('Order number,Amount\r\n1,1.00\r\n');
        return at.report({ ...reportFields(file, rangeOf(day), 1), content: file.toString('base64') });
      },
    ],
    [
      'that is too large',
      '413 too_large',
      async () => at.report({ ...(await reportOf(day, three)), content: 'A'.repeat(1_000_000) }),
    ],
  ])('%s is refused, and nothing changes', async (_what, expected, send) => {
    const before = await kept();
    expect((await send()).answer).toBe(expected);
    await at.reconcile();
    expect(await kept()).toEqual(before);
  });

  test('counts once, however often it comes, and is replaced by a later one of its day', async () => {
    const [first, second] = [await reportOf(day, three.slice(0, 2)), await reportOf(day, three)];
    const sent = await at.report(first);
    // The answer may have been lost: until its day is filed, the same request is acknowledged again.
    expect([sent.answer, await sent.again()]).toEqual(['200 success', '200 success']);
    await at.reconcile();
    expect(await sent.again()).toBe('409 replayed');
    expect(await statements(day)).toMatchObject([{ state: 'matched', rows: 2 }]);
    expect(await differences(day)).toHaveLength(2);
    const before = await kept();
    // It was not acknowledged in time: it comes again, with another signature.
    expect((await at.report(first)).answer).toBe('200 success');
    await at.reconcile();
    expect(await kept()).toEqual(before);

    at.pass(60_000);
    expect((await at.report(second)).answer).toBe('200 success');
    expect([await sent.again(), (await at.report(first)).answer]).toEqual(['409 replayed', '200 success']);
    await at.reconcile();
    expect(await statements(day)).toMatchObject([
      { state: 'replaced', rows: 2 },
      { state: 'matched', rows: 3 },
    ]);
    expect(await differences(day)).toHaveLength(3);
    const after = await kept();
    await at.reconcile();
    expect(await kept()).toEqual(after);
  });

  test('is kept sealed, and for two weeks', async () => {
    const { reports } = await kept();
    expect(reports).toHaveLength(5);
    const texts = await select<{ text: string }>(
      `select encode(source_sealed, 'escape') as text from upstream_reports where source_sealed is not null`,
    );
    expect(texts.filter(({ text }) => text.includes('content'))).toEqual([]);
    at.pass(15 * DAY_MS);
    await at.run('sweep upstream reports');
    expect((await kept()).reports).toEqual([]);
  });
});
