/**
 * Withdrawals and payouts for database tests: the real verbs on a fresh database, an upstream that pays, and members
 * with money. Only tests import this.
 */
import { createHash } from 'node:crypto';
import { SettableClock } from '#foundation/core/clock.ts';
import { SystemNumbers } from '#foundation/core/system-number.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { createOutgoing } from '#foundation/server/outgoing/outgoing.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { callbackVerbs } from '#features/callbacks/server/verbs.ts';
import { checkBooks } from '#features/ledger/server/checking.ts';
import { ledgerVerbs } from '#features/ledger/server/verbs.ts';
import { memberVerbs } from '#features/members/server/verbs.ts';
import { platformVerbs } from '#features/platform/server/verbs.ts';
import { type UpstreamVerbs, upstreamVerbs } from '#features/upstreams/server/verbs.ts';
import { usersForTests } from '#features/accounts/server/users-for-tests.ts';
import type { Disbursement, DisbursementKey, NewDisbursement, Terms } from '../disbursement.ts';
import { type DisbursementVerbs, disbursementVerbs } from './verbs.ts';

export const SANDBOX = 1;

export type DisbursementsApp = Awaited<ReturnType<typeof disbursementsApp>>;

interface AppOptions {
  /** Another process on the same database. */
  sharing?: { db: TestDatabase; clock: SettableClock };
  /** Replaces the sandbox. */
  upstreams?: Pick<UpstreamVerbs, 'createPayout' | 'queryPayout'>;
  systemNumbers?: SystemNumbers;
}

export async function disbursementsApp({ sharing, upstreams: others, systemNumbers: numbers }: AppOptions = {}) {
  const db = sharing?.db ?? (await testDatabase());
  const clock = sharing?.clock ?? new SettableClock('2026-11-20T04:00:00.000Z');
  const log = silentLog;
  const sealer = new Sealer(Buffer.alloc(32, 1));
  const outgoing = createOutgoing({ allow: [] });
  const platform = platformVerbs({ db, clock });
  const ledger = ledgerVerbs({ db, clock });
  const members = memberVerbs({ db, platform });
  const callbacks = callbackVerbs({ db, clock });
  const sandbox = upstreamVerbs({ db, clock, sealer, outgoing, publicUrl: 'http://127.0.0.1:9', log });
  const systemNumbers = numbers ?? new SystemNumbers(clock);
  const changed: DisbursementKey[] = [];
  const users = usersForTests({ db, clock, sealer, platform, numbers: systemNumbers });
  const upstreams = others ?? sandbox;
  const deps = { db, clock, log, sealer, systemNumbers, platform, users, ledger, callbacks, upstreams };
  const disbursements: DisbursementVerbs = disbursementVerbs({
    ...deps,
    changed: (records) => changed.push(...records),
  });
  if (!sharing) {
    await addSandbox(db, sandbox, disbursements);
    // Always open, because the tests move the clock freely.
    await db.transaction((tx) => platform.setSettings(tx, { withdrawalWindow: { from: '00:00', to: '00:00' } }));
  }

  return {
    db,
    clock,
    sealer,
    platform,
    ledger,
    callbacks,
    disbursements,
    told: changed,
    /** Adds a certified member with this balance. */
    async addMember(balanceMinor: bigint): Promise<bigint> {
      const memberNo = await db.transaction(async (tx) => {
        const settlement = { mode: 'D', days: 0, sameDayRatioE4: 1_000_000 } as const;
        const member = await members.add(tx, { kind: 'merchant', name: 'Shop', settlement, createdAt: clock.now() });
        await members.change(tx, member.memberNo, { certification: 'approved' });
        await ledger.open(tx, member.memberNo, 'CNY');
        return member.memberNo;
      });
      if (balanceMinor > 0n)
        await ledger.adjust({
          memberNo,
          reference: systemNumbers.next(),
          currency: 'CNY',
          amountMinor: balanceMinor,
          remark: 'start',
        });
      return memberNo;
    },
    /** The wallet's balance and the amount in transit. */
    async money(memberNo: bigint): Promise<{ wallet: bigint; transit: bigint }> {
      const { rows } = await db.pool.query<{ wallet: bigint; transit: bigint }>(
        'select wallet, transit from wallets where member_no = $1',
        [memberNo],
      );
      if (!rows[0]) throw new Error('no wallet');
      return rows[0];
    },
    async findOrThrow({
      memberNo,
      systemNo,
      kind,
    }: Pick<Disbursement, 'memberNo' | 'systemNo' | 'kind'>): Promise<Disbursement> {
      const found = await disbursements.find(memberNo, { systemNo }, kind);
      if (!found) throw new Error('not found');
      return found;
    },
    setTerms: (memberNo: bigint, changes: Partial<Terms>) =>
      db.transaction((tx) => disbursements.setTerms(tx, memberNo, 'payout', { ...freeTerms, ...changes })),
    /** Advances the clock, runs the worker and waits until its exchanges are stored. */
    async pass(ms: number): Promise<void> {
      clock.advance(ms);
      await disbursements.submitDue();
      await sandbox.idle();
    },
    wrongBooks: async () => (await checkBooks(db)).map(({ check, violations }) => [check.name, violations]),
    async close(): Promise<void> {
      await sandbox.idle();
      await outgoing.close();
      if (!sharing) await db.close();
    },
  };
}

/** Adds an upstream that pays out without a limit. */
export async function addSandbox(
  db: Database,
  upstreams: UpstreamVerbs,
  disbursements: DisbursementVerbs,
): Promise<void> {
  await db.transaction(async (tx) => {
    const settings = { key: 'a-sandbox-key-of-sufficient-length-000' };
    await upstreams.addUpstream(tx, { upstreamId: SANDBOX, connector: 'sandbox', name: 'Sandbox', settings });
    await disbursements.setPayoutRoute(tx, { upstreamId: SANDBOX, position: 1, dailyLimitMinor: null });
  });
}

/** No fee, any amount. */
const freeTerms: Terms = {
  percentE4: 0,
  fixedMinor: 0n,
  minFeeMinor: null,
  maxFeeMinor: null,
  minAmountMinor: 1n,
  maxAmountMinor: 10n ** 12n,
  reviewFromMinor: null,
  window: null,
  enabled: true,
};

let counted = 0;

export function newPayout(memberNo: bigint, changes: Partial<NewDisbursement> = {}): NewDisbursement {
  const payout: NewDisbursement = {
    memberNo,
    kind: 'payout',
    source: 'gateway',
    orderNo: `P${(counted += 1)}`,
    amountMinor: 10_000n,
    beneficiary: { type: 'bank', holder: 'Lin Wei', bank: 'ICBC', branch: null, account: '6222020200112233440' },
    requestHash: Buffer.alloc(0),
    signType: 'none',
    notifyUrl: null,
    attach: null,
    remark: null,
    ...changes,
  };
  const { orderNo, amountMinor, beneficiary } = payout;
  return {
    ...payout,
    requestHash:
      changes.requestHash ?? createHash('sha256').update(`${orderNo}|${amountMinor}|${beneficiary.account}`).digest(),
  };
}

export async function applied(disbursements: DisbursementVerbs, wanted: NewDisbursement): Promise<Disbursement> {
  const outcome = await disbursements.apply(wanted);
  if (outcome.outcome === 'refused') throw new Error(outcome.error);
  return outcome.disbursement;
}

/** Makes payouts of 10.00 to 12.00 on any app: one paid, one cancelled, one in progress. */
export async function payOutInEveryState(
  app: Omit<Parameters<typeof disbursementVerbs>[0], 'log'> & { clock: SettableClock; upstreams: UpstreamVerbs },
  memberNo: bigint,
): Promise<void> {
  const payouts = disbursementVerbs({ ...app, log: silentLog });
  await app.db.transaction((tx) =>
    payouts.setPayoutRoute(tx, { upstreamId: SANDBOX, position: 1, dailyLimitMinor: null }),
  );
  await applied(payouts, newPayout(memberNo, { amountMinor: 1_000n }));
  await payouts.submitDue();
  app.clock.advance(3_000);
  await payouts.submitDue();
  const cancelled = await applied(payouts, newPayout(memberNo, { amountMinor: 1_100n }));
  await payouts.change(cancelled, { event: 'cancel' });
  await applied(payouts, newPayout(memberNo, { amountMinor: 1_200n }));
}
