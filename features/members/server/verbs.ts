/** Public API of the members feature: find, add, lock and change members. */
import { randomInt } from 'node:crypto';
import type { Database, Queryable, Tx } from '#foundation/server/postgres/database.ts';
import type { SettlementTerms } from '#features/ledger/settlement.ts';
import type { Member, MemberChanges, NewMember } from '../member.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { drawnMemberNo, isTooDeep, uplinesUnder } from '../rules.ts';
import {
  insertMember,
  isDirectlyBelow,
  lockMember,
  selectMember,
  selectSettlements,
  updateMember,
  updateRemark,
} from './store.ts';

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
    find: (memberNo, on = db.kysely) => selectMember(on, memberNo),
    settlements: selectSettlements,
    lock: lockMember,
    async change(tx, memberNo, changes) {
      if (!(await updateMember(tx, memberNo, changes))) throw new Error(`member ${memberNo} does not exist`);
    },
    async setRemark(tx, change) {
      if (await updateRemark(tx, change)) return 'changed';
      return (await isDirectlyBelow(tx, change.memberNo, change.agentNo)) ? 'same' : 'not_direct';
    },
    async add(tx, { memberNo, uplineNo = null, remark = '', ...rest }) {
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
