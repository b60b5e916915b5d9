/** A member: the merchant or agent that owns a wallet. Who logs in for it is a user. */
import type { SettlementTerms } from '#features/ledger/settlement.ts';

export type MemberKind = 'merchant' | 'agent';
export type MemberState = 'active' | 'disabled';
export type Certification = 'none' | 'pending' | 'approved' | 'rejected';

export interface Member {
  /** Eight digits; an agent's is also its invitation code. */
  memberNo: bigint;
  kind: MemberKind;
  /** Nearest agent first, up to the root. */
  uplines: bigint[];
  name: string;
  level: number;
  state: MemberState;
  certification: Certification;
  settlement: SettlementTerms;
  createdAt: Date;
}

export interface NewMember {
  /** Only where it must be a certain one; else a free one is drawn. */
  memberNo?: bigint;
  kind: MemberKind;
  /** The agent that the member is placed under, if any. */
  uplineNo?: bigint | null;
  name: string;
  settlement: SettlementTerms;
  createdAt: Date;
}

/** What the platform may change about a member later. */
export type MemberChanges = Partial<Pick<Member, 'level' | 'state' | 'certification' | 'settlement'>>;
