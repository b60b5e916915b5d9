/**
 * Opens an account in the caller's transaction: the member, its wallet, what later features add to a new member, and
 * the member's user. Used by registration and by agents who add members.
 */
import type { LedgerVerbs } from '#features/ledger/server/verbs.ts';
import type { Member, MemberKind } from '#features/members/member.ts';
import { type MemberVerbs, TreeTooDeep } from '#features/members/server/verbs.ts';
import type { PlatformSettings } from '#features/platform/settings.ts';
import type { SystemNumbers } from '#foundation/core/system-number.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';
import { insertUser, type NewUser } from './store.ts';

export interface OpeningDeps {
  members: Pick<MemberVerbs, 'add'>;
  ledger: Pick<LedgerVerbs, 'open'>;
  numbers: SystemNumbers;
  /**
   * Called for each new member, in the transaction that creates it. Features that build on this one add theirs: gateway
   * keys.
   */
  memberAdded(tx: Tx, memberNo: bigint): Promise<void>;
}

export interface NewAccount {
  kind: MemberKind;
  /** Default: the username. */
  name?: string;
  username: string;
  passwordHash: string;
  mobile: string;
  /** The agent directly above the member, if any. */
  agentNo: bigint | undefined;
  remark?: string;
  /** The agent chose the password and the number: the user must replace the one and confirm the other. */
  given: boolean;
  createdAt: Date;
}

export type OpenedAccount =
  | { readonly outcome: 'opened'; readonly memberNo: bigint; readonly user: NewUser }
  | { readonly outcome: 'username_taken' | 'mobile_taken' | 'tree_too_deep' };

/** On any outcome but `opened` the caller must roll back. */
export async function openAccount(
  deps: OpeningDeps,
  tx: Tx,
  settings: PlatformSettings,
  account: NewAccount,
): Promise<OpenedAccount> {
  const { kind, username, name = username, passwordHash, mobile, agentNo, remark = '', given, createdAt } = account;
  const member = await addMember(deps, tx, {
    kind,
    name,
    uplineNo: agentNo ?? null,
    remark,
    settlement: firstSettlement(settings),
    createdAt,
  });
  if (!member) return { outcome: 'tree_too_deep' };
  const { memberNo } = member;
  await deps.ledger.open(tx, memberNo, settings.currency);
  await deps.memberAdded(tx, memberNo);
  const user: NewUser = {
    userId: deps.numbers.next(),
    role: kind === 'agent' ? 'agency' : 'member',
    memberNo,
    username,
    nickname: username,
    passwordHash,
    payPasswordHash: null,
    mobile,
    given,
    createdAt,
    staffRoles: null,
  };
  const outcome = await insertUser(tx, user);
  return outcome === 'added' ? { outcome: 'opened', memberNo, user } : { outcome };
}

async function addMember(
  { members }: OpeningDeps,
  tx: Tx,
  member: Parameters<MemberVerbs['add']>[1],
): Promise<Member | undefined> {
  try {
    return await members.add(tx, member);
  } catch (error) {
    if (error instanceof TreeTooDeep) return undefined;
    throw error;
  }
}

function firstSettlement({ settlementMode, settlementDays, sameDayRatio }: PlatformSettings): Member['settlement'] {
  return { mode: settlementMode, days: settlementDays, sameDayRatioE4: sameDayRatio };
}
