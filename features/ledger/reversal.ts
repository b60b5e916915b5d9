/** The journals that take a paid order back. Pure. */
import type { Hold, JournalDraft } from './rules.ts';

/** A paid order's payment, and where its commission is by now. */
export interface TakenBack {
  memberNo: bigint;
  systemNo: bigint;
  currency: string;
  upstreamId: number;
  amountMinor: bigint;
  feeMinor: bigint;
  /** Still owed to agents. */
  owedMinor: bigint;
  /** In agents' wallets. */
  receivedMinor: bigint;
  /** What settlement holds of it, if it still does. */
  held: Hold | undefined;
  forced: boolean;
  reason: string;
}

/**
 * Reversal: the opposite of the payment. What agents are owed is owed no longer, what they have received comes back
 * from them.
 */
export function reversalJournal(taken: TakenBack): JournalDraft {
  const {
    memberNo,
    systemNo,
    currency,
    upstreamId,
    amountMinor,
    feeMinor,
    owedMinor,
    receivedMinor,
    held,
    forced,
    reason,
  } = taken;
  return {
    memberNo,
    reference: systemNo,
    kind: 'reversal',
    currency,
    upstreamId,
    amountMinor: -amountMinor,
    feeMinor: -feeMinor,
    hold: opposite(held),
    forced,
    remark: reason,
    legs: {
      clearing: amountMinor,
      wallet: feeMinor - amountMinor,
      fees: owedMinor + receivedMinor - feeMinor,
      ...(owedMinor > 0n ? { commission: -owedMinor } : {}),
      ...(receivedMinor > 0n ? { interMember: -receivedMinor } : {}),
    },
  };
}

/** … and what an agent had received of it. */
export function commissionReversalJournal(
  taken: Pick<TakenBack, 'systemNo' | 'currency' | 'amountMinor' | 'held' | 'forced' | 'reason'> & { agentNo: bigint },
): JournalDraft {
  const { systemNo, currency, agentNo, amountMinor, held, forced, reason } = taken;
  return {
    memberNo: agentNo,
    reference: systemNo,
    kind: 'reversal',
    currency,
    amountMinor: -amountMinor,
    feeMinor: 0n,
    remark: reason,
    hold: opposite(held),
    forced,
    legs: { interMember: amountMinor, wallet: -amountMinor },
  };
}

function opposite(held: Hold | undefined): Hold | undefined {
  return held && { releaseAt: held.releaseAt, amountMinor: -held.amountMinor };
}
