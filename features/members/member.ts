/** A member: the merchant or agent that owns a wallet. Its logins are users. */
import type { SettlementTerms } from '#features/ledger/settlement.ts';

export type MemberKind = 'merchant' | 'agent';
export const memberStates = ['active', 'disabled'] as const;
export type MemberState = (typeof memberStates)[number];
export const certifications = ['none', 'pending', 'approved', 'rejected'] as const;
export type Certification = (typeof certifications)[number];

export interface Member {
  /** Eight digits; an agent's number is also its invitation code. */
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
  /** A specific number; if absent, a free random one is used. */
  memberNo?: bigint;
  kind: MemberKind;
  /** The agent directly above the member, if any. */
  uplineNo?: bigint | null;
  name: string;
  settlement: SettlementTerms;
  /** What the agent directly above notes about the member. */
  remark?: string;
  createdAt: Date;
}

/** What operators can switch off for one member. */
export const stops = ['withdrawal', 'payout_batch', 'payout_gateway'] as const;
export type Stop = (typeof stops)[number];

export interface MemberFlags {
  /** In the order of `stops`. Payments that the member applied for before go on. */
  switchedOff: readonly Stop[];
  /** Whether its new cards are approved without review; null: as the platform's setting says. */
  cardsAutomatic: boolean | null;
}

/** What the platform can change about a member later. */
export type MemberChanges = Partial<Pick<Member, 'name' | 'level' | 'state' | 'certification' | 'settlement'>>;
