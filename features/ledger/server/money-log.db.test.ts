import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SettableClock } from '#foundation/core/clock.ts';
import { SystemNumbers } from '#foundation/core/system-number.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { type MoneyLogType, moneyLogTypes } from '../money-log-types.ts';
import { reversalJournal } from '../reversal.ts';
import { type Hold, type JournalDraft, type JournalKind, paymentJournal } from '../rules.ts';
import { openBooks } from './books.ts';
import { type MoneyLogEntry, type MoneyLogQuery, selectMoneyLog, typeOfKind } from './money-log.ts';
import { type LedgerVerbs, ledgerVerbs } from './verbs.ts';

let db: TestDatabase;
let ledger: LedgerVerbs;
let lastMemberNo = 40_000_000n;
const clock = new SettableClock('2026-11-01T00:00:00Z');
const numbers = new SystemNumbers(clock);

beforeAll(async () => {
  db = await testDatabase();
  ledger = ledgerVerbs({ db, clock });
});
afterAll(() => db.close());

async function addMember(): Promise<bigint> {
  const memberNo = (lastMemberNo += 1n);
  // Members belong to a feature above this one; their wallets only need a row to refer to.
  await db.pool.query(`insert into members (member_no, kind, name, created_at) values ($1, 'merchant', 'Shop', $2)`, [
    memberNo,
    clock.now(),
  ]);
  await db.transaction((tx) => ledger.open(tx, memberNo, 'CNY'));
  return memberNo;
}

async function payIn(
  memberNo: bigint,
  amountMinor: bigint,
  feeMinor: bigint,
  kind: 'payin' | 'recharge',
  hold?: Hold,
): Promise<bigint> {
  const systemNo = numbers.next();
  await book(
    paymentJournal({
      memberNo,
      systemNo,
      kind,
      currency: 'CNY',
      upstreamId: 1,
      amountMinor,
      feeMinor,
      commissionMinor: 0n,
      hold,
    }),
  );
  return systemNo;
}

async function book(draft: JournalDraft): Promise<void> {
  await db.transaction(async (tx) => {
    const books = await openBooks(tx, [draft.memberNo], 'CNY');
    books.post(draft, clock.now());
    await books.write();
  });
}

describe('the money log', () => {
  let memberNo: bigint;
  let all: MoneyLogEntry[];

  beforeAll(async () => {
    memberNo = await addMember();
    const otherMember = await addMember();
    for (let step = 0; step < 120; step += 1) {
      clock.advance((step % 9) * 3_600_000);
      if (step % 7 === 3)
        await ledger.adjust({
          memberNo,
          reference: numbers.next(),
          currency: 'CNY',
          amountMinor: step % 2 ? 500n : -700n,
          remark: 'by hand',
        });
      else await payIn(memberNo, BigInt(1_000 + step), BigInt(step % 13), step % 11 === 0 ? 'recharge' : 'payin');
      if (step % 20 === 0) await payIn(otherMember, 5n, 0n, 'payin');
    }
    const { rows } = await db.pool.query<MoneyLogEntry>(
      `select reference, kind, wallet_seq as seq, amount as "amountMinor", fee as "feeMinor", wallet_before as "beforeMinor", wallet_after as "afterMinor", remark, created_at as "createdAt"
       from journals where member_no = $1 order by wallet_seq desc`,
      [memberNo],
    );
    all = rows;
  }, 60_000);

  const ranges: [string, Pick<MoneyLogQuery, 'from' | 'to'>][] = [
    ['all time', {}],
    ['since a time', { from: new Date('2026-11-10T01:30:00Z') }],
    ['until a time', { to: new Date('2026-11-10T01:30:00Z') }],
    ['between two times', { from: new Date('2026-11-05T00:00:00Z'), to: new Date('2026-11-12T00:00:00Z') }],
    ['before anything happened', { to: new Date('2026-01-01T00:00:00Z') }],
    ['the future', { from: new Date('2027-01-01T00:00:00Z') }],
  ];
  const types: (MoneyLogType[] | undefined)[] = [
    undefined,
    ['payin'],
    ['recharge'],
    ['adjustment'],
    ['withdrawal'],
    ['payin', 'adjustment'],
    ['recharge', 'adjustment'],
    [...moneyLogTypes],
  ];

  test.each(ranges.flatMap(([name, range]) => types.map((wantedTypes) => [name, wantedTypes, range] as const)))(
    'over %s and with type %s has every entry once, with exact balances and sums',
    async (_, types, range) => {
      const inRange = all.filter(
        ({ createdAt }) => (!range.from || createdAt >= range.from) && (!range.to || createdAt < range.to),
      );
      const before = all.filter(({ createdAt }) => range.from && createdAt < range.from)[0];
      const wanted = inRange.filter(({ kind }) => types === undefined || types.includes(typeOfKind(kind)));
      for (const order of ['desc', 'asc'] as const) {
        const shown: MoneyLogEntry[] = [];
        for (let page = 1; page <= Math.ceil(wanted.length / 9) + 1; page += 1) {
          const found = await selectMoneyLog(db, { memberNo, page, limit: 9, order, types, ...range });
          shown.push(...found.entries);
          const sum = (entries: MoneyLogEntry[], of: (one: MoneyLogEntry) => bigint): bigint =>
            entries.reduce((total, one) => total + of(one), 0n);
          const opening = range.from ? (before?.afterMinor ?? 0n) : 0n;
          expect(found).toMatchObject({
            total: wanted.length,
            openingMinor: opening,
            closingMinor: inRange[0]?.afterMinor ?? opening,
            inMinor: sum(
              wanted.filter(({ amountMinor }) => amountMinor > 0n),
              ({ amountMinor }) => amountMinor,
            ),
            outMinor: -sum(
              wanted.filter(({ amountMinor }) => amountMinor < 0n),
              ({ amountMinor }) => amountMinor,
            ),
            feesMinor: sum(wanted, ({ feeMinor }) => feeMinor),
          });
        }
        expect(shown).toEqual(order === 'desc' ? wanted : wanted.toReversed());
      }
    },
  );

  test('returns the entries of one number', async () => {
    const wanted = all[17];
    const found = await selectMoneyLog(db, {
      memberNo,
      page: 1,
      limit: 10,
      order: 'desc',
      references: [wanted?.reference ?? 0n],
    });
    expect(found.entries).toEqual([wanted]);
    expect(await selectMoneyLog(db, { memberNo, page: 1, limit: 10, order: 'desc', references: [] })).toMatchObject({
      total: 0,
      entries: [],
    });
  });

  test('is a chain: each entry begins with the balance after the one before', () => {
    for (let index = 0; index + 1 < all.length; index += 1)
      expect(all[index]?.beforeMinor).toBe(all[index + 1]?.afterMinor);
  });
});

describe('the entries of a release time', () => {
  const DAY_MS = 86_400_000;
  let release: Date;
  let later: Date;
  let memberNo: bigint;
  let references: bigint[];

  beforeAll(async () => {
    memberNo = await addMember();
    const other = await addMember();
    release = new Date(clock.now().getTime() + 5 * DAY_MS);
    later = new Date(release.getTime() + DAY_MS);
    const held = (amountMinor: bigint, releaseAt: Date): Hold => ({ amountMinor, releaseAt });
    const whole = await payIn(memberNo, 1_000n, 6n, 'payin', held(994n, release));
    await payIn(memberNo, 500n, 3n, 'payin', held(497n, later));
    await payIn(other, 800n, 8n, 'payin', held(792n, release));
    // Found by the time of booking, and not by the index of long holds.
    clock.advance(3 * DAY_MS);
    const part = await payIn(memberNo, 300n, 0n, 'recharge', held(120n, release));
    await payIn(memberNo, 70n, 0n, 'payin');
    const takenBack = await payIn(memberNo, 40n, 1n, 'payin', held(39n, release));
    await book(
      reversalJournal({
        memberNo,
        systemNo: takenBack,
        currency: 'CNY',
        upstreamId: 1,
        amountMinor: 40n,
        feeMinor: 1n,
        owedMinor: 0n,
        receivedMinor: 0n,
        held: held(39n, release),
        forced: false,
        reason: 'by hand',
      }),
    );
    references = [takenBack, takenBack, part, whole];
  });

  const ask = (changes: Partial<MoneyLogQuery> = {}) =>
    selectMoneyLog(db, { memberNo, page: 1, limit: 3, order: 'desc', releaseAt: release, ...changes });

  test('are those that make up what the balance shows as released then', async () => {
    const { releases } = await ledger.balances(memberNo, 'CNY', clock.now());
    expect(releases).toEqual([
      { releaseAt: release, amountMinor: 1_114n },
      { releaseAt: later, amountMinor: 497n },
    ]);
    const [first, second] = [await ask(), await ask({ page: 2 })];
    const entries = [...first.entries, ...second.entries];
    expect(entries.map(({ reference }) => reference)).toEqual(references);
    expect(entries.map(({ heldMinor }) => heldMinor)).toEqual([-39n, 39n, 120n, 994n]);
    expect(first).toMatchObject({ total: 4, heldMinor: 1_114n, inMinor: 1_340n, outMinor: 40n, feesMinor: 6n });
  });

  test.each<[after: string, at: () => Date, total: number, heldMinor: bigint]>([
    ['now', () => clock.now(), 5, 1_611n],
    ['the first release', () => release, 1, 497n],
    ['just before the last release', () => new Date(later.getTime() - 1), 1, 497n],
    ['the last release', () => later, 0, 0n],
  ])('with what is held after %s', async (_, at, total, heldMinor) => {
    const found = await ask({ releaseAt: undefined, releaseAfter: at() });
    expect(found).toMatchObject({ total, heldMinor });
    expect(found.entries).toHaveLength(Math.min(3, total));
  });

  test.each<[narrowed: string, changes: () => Partial<MoneyLogQuery>, total: number, heldMinor: bigint]>([
    ['types', () => ({ types: ['payin', 'reversal'] }), 3, 994n],
    ['a number', () => ({ references: references.slice(-1) }), 1, 994n],
    ['a time range', () => ({ from: later }), 0, 0n],
    ['another release time', () => ({ releaseAt: later }), 1, 497n],
    ['what is held for longer too', () => ({ releaseAfter: later }), 0, 0n],
  ])('can be narrowed by %s', async (_, changes, total, heldMinor) => {
    expect(await ask(changes())).toMatchObject({ total, heldMinor });
  });
});

test('simultaneous debits take what is available and not a cent more', async () => {
  for (let round = 0; round < 10; round += 1) {
    const memberNo = await addMember();
    await payIn(memberNo, 1_000n, 0n, 'payin');
    const results = await Promise.all(
      Array.from({ length: 50 }, () =>
        ledger.adjust({ memberNo, reference: numbers.next(), currency: 'CNY', amountMinor: -150n, remark: '' }),
      ),
    );
    expect(results.filter((result) => result === 'posted')).toHaveLength(6);
    expect(await ledger.balances(memberNo, 'CNY', clock.now())).toMatchObject({ balanceMinor: 100n });
  }
});

test('200 references × 50 copies, through two sets of verbs, are 200 entries', async () => {
  const memberNo = await addMember();
  const other = ledgerVerbs({ db, clock });
  const references = Array.from({ length: 200 }, () => numbers.next());
  const results = await Promise.all(
    references.flatMap((reference) =>
      Array.from({ length: 50 }, (_, copy) =>
        (copy % 2 ? ledger : other).adjust({ memberNo, reference, currency: 'CNY', amountMinor: 1n, remark: '' }),
      ),
    ),
  );
  expect(results.filter((result) => result === 'posted')).toHaveLength(200);
  expect(results.filter((result) => result === 'already_booked')).toHaveLength(9_800);
  expect(await ledger.balances(memberNo, 'CNY', clock.now())).toMatchObject({ balanceMinor: 200n });
});

describe('the database', () => {
  test.each<[string, string]>([
    [
      'a journal that does not balance',
      `insert into journals (member_no, reference, kind, currency, created_at, transit, fees) values ($1, 1, 'payout_paid', 'CNY', now(), 5, -4)`,
    ],
    [
      'a wallet entry without a number in the chain',
      `insert into journals (member_no, reference, kind, currency, created_at, wallet, adjustment, amount, fee, wallet_before, wallet_after) values ($1, 1, 'adjustment', 'CNY', now(), 5, -5, 5, 0, 0, 5)`,
    ],
    [
      'an entry whose after is not before + amount − fee',
      `insert into journals (member_no, reference, kind, currency, created_at, wallet, adjustment, amount, fee, wallet_seq, wallet_before, wallet_after) values ($1, 1, 'adjustment', 'CNY', now(), 5, -5, 5, 0, 1, 0, 6)`,
    ],
    [
      'a wallet below zero',
      `update wallets set wallet = -1, adjustment = adjustment + wallet + 1 where member_no = $1`,
    ],
    ['accounts that do not sum to zero', `update wallets set fees = fees + 1 where member_no = $1`],
  ])('rejects %s', async (_, statement) => {
    const memberNo = await addMember();
    await db.pool.query(`create table if not exists journals_any partition of journals default`);
    await expect(db.pool.query(statement, [memberNo])).rejects.toMatchObject({ code: '23514' });
  });
});

test('every kind of wallet entry has a type in the money log', () => {
  const withWallet: JournalKind[] = [
    'payin',
    'recharge',
    'withdrawal',
    'withdrawal_cancelled',
    'payout',
    'payout_cancelled',
    'commission',
    'adjustment',
    'reversal',
  ];
  for (const kind of withWallet) expect(typeOfKind(kind)).toBeTypeOf('string');
  expect(() => typeOfKind('payout_paid')).toThrow('payout_paid has no wallet entry');
});
