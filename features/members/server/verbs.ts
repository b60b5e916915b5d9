/** Public API of the members feature: find, add, lock and change members. */
import { randomInt } from 'node:crypto';
import type { Database, Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { SettlementTerms } from '#features/ledger/settlement.ts';
import type { Member, MemberChanges, MemberFlags, NewMember } from '../member.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { drawnMemberNo, isTooDeep, type MoveRefusal, moveRefusal, uplinesUnder } from '../rules.ts';
import {
  holdTree,
  insertMember,
  isDirectlyBelow,
  lockMember,
  lockTree,
  type Place,
  selectFlags,
  selectMember,
  selectSettlements,
  selectSubtree,
  type Subtree,
  updateFlags,
  updateMember,
  updateRemark,
  updateUplines,
} from './store.ts';

/** A member that moved, and the agents above it before. */
export interface MovedMember extends Place {
  uplinesBefore: readonly bigint[];
}

/** What a move does: the member and all below it come under these agents. */
export interface MovePlan extends Subtree {
  member: Member;
  /** The agents above it as they would be, nearest first. */
  uplines: readonly bigint[];
}

export interface MemberVerbs {
  find(memberNo: bigint, on?: Queryable): Promise<Member | undefined>;
  /** The settlement terms by member number, which say when collected money is released. */
  settlements(on: Queryable, memberNos: readonly bigint[]): Promise<Map<bigint, SettlementTerms>>;
  /**
   * Adds a member. `uplineNo` must name an agent. The caller adds wallet and login in the same transaction. Throws
   * `TreeTooDeep` for an agent below the platform's last level.
   */
  add(tx: Tx, member: NewMember): Promise<Member>;
  /** No other transaction can change the member until this one ends; rows that refer to it can still be added. */
  lock(tx: Tx, memberNo: bigint): Promise<Member | undefined>;
  /** Throws for an unknown member. */
  change(tx: Tx, memberNo: bigint, changes: MemberChanges): Promise<void>;
  /** What operators have switched off for the member; undefined for an unknown one. */
  flags(memberNo: bigint, on?: Queryable): Promise<MemberFlags | undefined>;
  /** For what the member applies for from then on. The caller locks the member. */
  setFlags(tx: Tx, memberNo: bigint, flags: MemberFlags): Promise<void>;
  /** What it would do to place a member under an agent, or under none (null), or why it can't be. */
  planMove(
    on: Queryable,
    move: { memberNo: bigint; uplineNo: bigint | null; agentDepth: number },
  ): Promise<MovePlan | { readonly refusal: MoveRefusal | 'not_found' }>;
  /**
   * Until the transaction ends, members are added and moved by it alone. Called before `planMove`, whose answer then
   * stays true, and before rows are locked.
   */
  lockTree(tx: Tx): Promise<void>;
  /** Carries out what was planned under `lockTree`, and returns the new places of all who moved. */
  move(tx: Tx, plan: Pick<MovePlan, 'member' | 'uplines'>): Promise<readonly MovedMember[]>;
  /** Changes what an agent notes about a member directly below it. */
  setRemark(
    tx: Tx,
    change: { memberNo: bigint; agentNo: bigint; remark: string },
  ): Promise<'changed' | 'same' | 'not_direct'>;
}

/** A tree would have more levels of agents than the platform allows. */
export class TreeTooDeep extends Error {
  override name = 'TreeTooDeep';
}

export interface MemberDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settingsWithin'>;
  /**
   * Returns an integer from 0 to `below − 1`. It must be unpredictable, because member numbers are invitation codes.
   */
  draw?: (below: number) => number;
}

/** With half of all numbers in use, one addition in a million would draw this many used numbers in a row. */
const MAX_DRAWS = 20;

export function memberVerbs({ db, platform, draw = randomInt }: MemberDeps): MemberVerbs {
  return {
    find: (memberNo, on = db) => selectMember(on, memberNo),
    settlements: selectSettlements,
    lock: lockMember,
    flags: (memberNo, on = db) => selectFlags(on, memberNo),
    setFlags: updateFlags,
    async change(tx, memberNo, changes) {
      if (!(await updateMember(tx, memberNo, changes))) throw new Error(`member ${memberNo} does not exist`);
    },
    async planMove(on, { memberNo, uplineNo, agentDepth }) {
      const member = await selectMember(on, memberNo);
      if (!member) return { refusal: 'not_found' };
      const under = uplineNo === null ? null : await selectMember(on, uplineNo);
      const subtree = await selectSubtree(on, memberNo);
      const refusal = moveRefusal({ member, under, lowestAgent: subtree.lowestAgent, agentDepth });
      return refusal ? { refusal } : { ...subtree, member, uplines: uplinesUnder(under ?? undefined) };
    },
    lockTree,
    async move(tx, { member, uplines }) {
      const placed = await updateUplines(tx, member.memberNo, uplines);
      return placed.map((one) => ({
        ...one,
        uplinesBefore: [...one.uplines.slice(0, one.uplines.length - uplines.length), ...member.uplines],
      }));
    },
    async setRemark(tx, change) {
      if (await updateRemark(tx, change)) return 'changed';
      return (await isDirectlyBelow(tx, change.memberNo, change.agentNo)) ? 'same' : 'not_direct';
    },
    async add(tx, { memberNo, uplineNo = null, remark = '', ...rest }) {
      // The agent's own place counts, which a move in another transaction may be changing.
      if (uplineNo !== null) await holdTree(tx);
      const agent = uplineNo === null ? undefined : await selectMember(tx, uplineNo);
      if (uplineNo !== null && agent?.kind !== 'agent')
        throw new Error(`member ${uplineNo} is not an agent and cannot have members under it`);
      const uplines = uplinesUnder(agent);
      if (rest.kind === 'agent' && isTooDeep(uplines, (await platform.settingsWithin(tx)).agentDepth))
        throw new TreeTooDeep(
          `agents can't be added under ${uplineNo}: the tree has all levels that the platform allows`,
        );
      for (let draws = 0; draws < (memberNo === undefined ? MAX_DRAWS : 1); draws += 1) {
        const added = await insertMember(tx, { ...rest, memberNo: memberNo ?? drawnMemberNo(draw), uplines, remark });
        if (added) return added;
      }
      throw new Error(
        memberNo === undefined ? 'no free member number was found' : `member number ${memberNo} is taken`,
      );
    },
  };
}
