/** The journals that reverse a paid order. Pure. */
import type { Hold, JournalDraft } from './rules.ts';

/** A paid order to reverse, and where its commission is now. */
export interface TakenBack {
  memberNo: bigint;
  systemNo: bigint;
  currency: string;
  upstreamId: number;
  amountMinor: bigint;
  feeMinor: bigint;
  /** Commission still owed to agents. */
  owedMinor: bigint;
  /** Commission already in agents' wallets. */
  receivedMinor: bigint;
  /** The part that settlement still holds, if any. */
  held: Hold | undefined;
  forced: boolean;
  reason: string;
}

/**
 * Books the opposite of the payment. Commission still owed to agents is no longer owed; commission they have received
 * is returned by them.
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

/** Takes back the commission that an agent has received for the order. */
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
