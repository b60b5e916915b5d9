/**
 * The ledger's rules, as pure functions: what a journal is, how it changes a wallet, and what is available. A journal's
 * legs sum to zero. A debit never exceeds what is available, unless it is a forced reversal. Nothing here does I/O.
 */
import { sum } from '#foundation/core/money.ts';

export const accountKinds = [
  'wallet',
  'transit',
  'clearing',
  'fees',
  'commission',
  'adjustment',
  'interMember',
] as const;
export type AccountKind = (typeof accountKinds)[number];

export const journalKinds = [
  'payin',
  'recharge',
  'withdrawal',
  'withdrawal_paid',
  'withdrawal_cancelled',
  'payout',
  'payout_paid',
  'payout_cancelled',
  'commission_sent',
  'commission',
  'adjustment',
  'reversal',
] as const;
export type JournalKind = (typeof journalKinds)[number];

export interface Hold {
  releaseAt: Date;
  amountMinor: bigint;
}

/** A business event that is not yet booked. `reference` together with member and kind is its idempotency key. */
export interface JournalDraft {
  memberNo: bigint;
  reference: bigint;
  kind: JournalKind;
  currency: string;
  /** The signed change of each account in minor units. Missing accounts do not change. */
  legs: Readonly<Partial<Record<AccountKind, bigint>>>;
  /** The upstream whose clearing account changes; required with a clearing leg. */
  upstreamId?: number;
  /** The wallet entry's figures for the money log: wallet leg = amount − fee. */
  amountMinor?: bigint;
  feeMinor?: bigint;
  /** The part of the wallet's leg that settlement holds; negative if a hold is taken back. */
  hold?: Hold | undefined;
  /** Booked even if the wallet does not cover it; only for a reversal by operators. */
  forced?: boolean;
  remark?: string;
}

/** A member's wallet row with its running balances, as locked. */
export interface Wallet {
  memberNo: bigint;
  currency: string;
  balances: Record<AccountKind, bigint>;
  seq: bigint;
  /** The time of the latest entry, or a later one before which none can follow. */
  lastEntryAt: Date | null;
  totalInMinor: bigint;
  totalFeesMinor: bigint;
  holds: Hold[];
  riskHoldMinor: bigint;
  /** A forced reversal took more than was available, and credits since then have not made up for it. */
  overdraftAllowed: boolean;
}

export interface PostedJournal extends JournalDraft {
  createdAt: Date;
  /** Null if there is no wallet leg. */
  entry: { seq: bigint; beforeMinor: bigint; afterMinor: bigint; totalInMinor: bigint; totalFeesMinor: bigint } | null;
}

export interface Balances {
  balanceMinor: bigint;
  frozenMinor: bigint;
  availableMinor: bigint;
  /** The part of what is frozen that the platform holds, until it releases it. */
  riskHoldMinor: bigint;
  /** The next time at which held money becomes available, with the total amount due then. */
  nextRelease: Hold | null;
  /** All such times, the next one first. */
  releases: readonly Hold[];
}

export function balancesOf(wallet: Pick<Wallet, 'balances' | 'holds' | 'riskHoldMinor'>, now: Date): Balances {
  const open = wallet.holds
    .filter(({ releaseAt }) => releaseAt > now)
    .sort((a, b) => a.releaseAt.getTime() - b.releaseAt.getTime());
  const frozenMinor = sum(open.map(({ amountMinor }) => amountMinor)) + wallet.riskHoldMinor;
  return {
    balanceMinor: wallet.balances.wallet,
    frozenMinor,
    availableMinor: wallet.balances.wallet - frozenMinor,
    riskHoldMinor: wallet.riskHoldMinor,
    nextRelease: open[0] ?? null,
    releases: open,
  };
}

/**
 * Books a journal on a locked wallet: changes `wallet` and returns the journal to be written, or refuses if the
 * available amount does not cover the debit. Throws if the journal itself is invalid.
 */
export function post(wallet: Wallet, draft: JournalDraft, now: Date): PostedJournal | 'balance_insufficient' {
  assertSound(wallet, draft);
  const change = draft.legs.wallet;
  if (change !== undefined && change < 0n && draft.forced !== true && missingFor(wallet, draft, now) > 0n)
    return 'balance_insufficient';
  const createdAt = wallet.lastEntryAt && wallet.lastEntryAt > now ? wallet.lastEntryAt : now;
  const beforeMinor = wallet.balances.wallet;
  for (const kind of accountKinds) wallet.balances[kind] += draft.legs[kind] ?? 0n;
  if (change === undefined) return { ...draft, createdAt, entry: null };

  wallet.seq += 1n;
  wallet.lastEntryAt = createdAt;
  wallet.totalInMinor += (draft.amountMinor ?? 0n) > 0n ? (draft.amountMinor ?? 0n) : 0n;
  wallet.totalFeesMinor += draft.feeMinor ?? 0n;
  wallet.holds = withHold(wallet.holds, draft.hold, now);
  wallet.overdraftAllowed =
    (wallet.overdraftAllowed || draft.forced === true) && balancesOf(wallet, now).availableMinor < 0n;
  const entry = {
    seq: wallet.seq,
    beforeMinor,
    afterMinor: wallet.balances.wallet,
    totalInMinor: wallet.totalInMinor,
    totalFeesMinor: wallet.totalFeesMinor,
  };
  return { ...draft, createdAt, entry };
}

/** How much is missing from the available amount for a debit. Zero or less means that it is covered. */
export function missingFor(wallet: Wallet, { legs, hold }: Pick<JournalDraft, 'legs' | 'hold'>, now: Date): bigint {
  const releasedMinor = hold && hold.amountMinor < 0n && hold.releaseAt > now ? -hold.amountMinor : 0n;
  return -(balancesOf(wallet, now).availableMinor + releasedMinor + (legs.wallet ?? 0n));
}

/** Books a paid pay-in or recharge: clearing −A · wallet A−F · fees F−ΣC · commission ΣC. */
export function paymentJournal(paid: {
  memberNo: bigint;
  systemNo: bigint;
  kind: 'payin' | 'recharge';
  currency: string;
  upstreamId: number;
  amountMinor: bigint;
  feeMinor: bigint;
  commissionMinor: bigint;
  hold: Hold | undefined;
}): JournalDraft {
  const { memberNo, systemNo, kind, currency, upstreamId, amountMinor, feeMinor, commissionMinor, hold } = paid;
  return {
    memberNo,
    reference: systemNo,
    kind,
    currency,
    upstreamId,
    amountMinor,
    feeMinor,
    hold,
    legs: {
      clearing: -amountMinor,
      wallet: amountMinor - feeMinor,
      fees: feeMinor - commissionMinor,
      ...(commissionMinor > 0n ? { commission: commissionMinor } : {}),
    },
  };
}

/** Books a manual credit (positive) or debit (negative). */
export function adjustmentJournal(adjusted: {
  memberNo: bigint;
  reference: bigint;
  currency: string;
  amountMinor: bigint;
  remark: string;
}): JournalDraft {
  const { amountMinor, ...rest } = adjusted;
  return {
    ...rest,
    kind: 'adjustment',
    amountMinor,
    feeMinor: 0n,
    legs: { wallet: amountMinor, adjustment: -amountMinor },
  };
}

/** A withdrawal or payout. The wallet is debited its amount plus the fee. */
export interface Disbursed {
  memberNo: bigint;
  systemNo: bigint;
  kind: 'withdrawal' | 'payout';
  currency: string;
  amountMinor: bigint;
  feeMinor: bigint;
}

/** Books an applied disbursement: wallet −(W+F) · transit W+F. */
export function disbursementJournal({
  memberNo,
  systemNo,
  kind,
  currency,
  amountMinor,
  feeMinor,
}: Disbursed): JournalDraft {
  const debitMinor = amountMinor + feeMinor;
  return {
    memberNo,
    reference: systemNo,
    kind,
    currency,
    amountMinor: -amountMinor,
    feeMinor,
    legs: { wallet: -debitMinor, transit: debitMinor },
  };
}

/** Books a disbursement that an upstream has paid: transit −(W+F) · clearing W · fees F. */
export function disbursementPaidJournal({
  memberNo,
  systemNo,
  kind,
  currency,
  amountMinor,
  feeMinor,
  upstreamId,
}: Disbursed & { upstreamId: number }): JournalDraft {
  const legs = { transit: -(amountMinor + feeMinor), clearing: amountMinor, fees: feeMinor };
  return { memberNo, reference: systemNo, kind: `${kind}_paid`, currency, upstreamId, legs };
}

/** Books a cancelled disbursement: amount and fee go back to the wallet. */
export function disbursementCancelledJournal({
  memberNo,
  systemNo,
  kind,
  currency,
  amountMinor,
  feeMinor,
}: Disbursed): JournalDraft {
  const debitMinor = amountMinor + feeMinor;
  const legs = { transit: -debitMinor, wallet: debitMinor };
  return { memberNo, reference: systemNo, kind: `${kind}_cancelled`, currency, amountMinor, feeMinor: -feeMinor, legs };
}

export interface CommissionTransfer {
  memberNo: bigint;
  reference: bigint;
  agentNo: bigint;
  currency: string;
  amountMinor: bigint;
  hold: Hold | undefined;
}

/** Moves commission out of the merchant's books. */
export function commissionSentJournal({
  memberNo,
  reference,
  currency,
  amountMinor,
}: CommissionTransfer): JournalDraft {
  return {
    memberNo,
    reference,
    kind: 'commission_sent',
    currency,
    legs: { commission: -amountMinor, interMember: amountMinor },
  };
}

/** Credits commission to the agent's wallet, held like the orders that earned it. */
export function commissionJournal({
  memberNo,
  reference,
  agentNo,
  currency,
  amountMinor,
  hold,
}: CommissionTransfer): JournalDraft {
  return {
    memberNo: agentNo,
    reference,
    kind: 'commission',
    currency,
    amountMinor,
    feeMinor: 0n,
    remark: memberNo.toString(),
    hold,
    legs: { interMember: -amountMinor, wallet: amountMinor },
  };
}

function assertSound(wallet: Wallet, draft: JournalDraft): void {
  const legs = accountKinds.flatMap((kind) => draft.legs[kind] ?? []);
  if (sum(legs) !== 0n) throw new Error(`journal ${draft.kind} ${draft.reference} does not balance`);
  if (legs.length < 2) throw new Error(`journal ${draft.kind} ${draft.reference} has fewer than two entries`);
  if (wallet.memberNo !== draft.memberNo || wallet.currency !== draft.currency)
    throw new Error(`journal ${draft.kind} ${draft.reference} does not belong to this wallet`);
  if (draft.legs.clearing !== undefined && draft.upstreamId === undefined)
    throw new Error(`journal ${draft.kind} ${draft.reference} names no upstream`);
  const walletLeg = draft.amountMinor === undefined ? undefined : draft.amountMinor - (draft.feeMinor ?? 0n);
  if (draft.legs.wallet !== walletLeg)
    throw new Error(`journal ${draft.kind} ${draft.reference}: wallet is not amount − fee`);
  if (draft.hold && !isWithin(draft.hold.amountMinor, draft.legs.wallet ?? 0n))
    throw new Error(`journal ${draft.kind} ${draft.reference} holds more than it brings`);
}

function isWithin(part: bigint, whole: bigint): boolean {
  return whole < 0n ? part <= 0n && part >= whole : part >= 0n && part <= whole;
}

/** Adds a hold to those not yet due, or subtracts a negative one. Returns one hold per release time, in time order. */
function withHold(holds: readonly Hold[], added: Hold | undefined, now: Date): Hold[] {
  const open = holds.filter(({ releaseAt }) => releaseAt > now);
  if (!added || added.amountMinor === 0n || added.releaseAt <= now) return open;
  const { releaseAt } = added;
  const others = open.filter((hold) => hold.releaseAt.getTime() !== releaseAt.getTime());
  const amountMinor = (open.find((hold) => !others.includes(hold))?.amountMinor ?? 0n) + added.amountMinor;
  if (amountMinor < 0n)
    throw new Error(`a hold until ${releaseAt.toISOString()} is smaller than the amount to take back`);
  return amountMinor === 0n
    ? others
    : [...others, { releaseAt, amountMinor }].sort((a, b) => a.releaseAt.getTime() - b.releaseAt.getTime());
}
