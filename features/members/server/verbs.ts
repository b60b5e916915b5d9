/** What the house may have members do: be found, be added to the tree. */
import { randomInt } from 'node:crypto';
import type { Database, Queryable, Tx } from '#foundation/server/database.ts';
import type { SettlementTerms } from '#features/ledger/settlement.ts';
import type { Member, MemberChanges, NewMember } from '../member.ts';
import { drawnMemberNo, uplinesUnder } from '../rules.ts';
import { insertMember, lockMember, selectMember, selectSettlements, updateMember } from './store.ts';

export interface MemberVerbs {
  find(memberNo: bigint): Promise<Member | undefined>;
  /** Member → when what it earns is released. */
  settlements(on: Queryable, memberNos: readonly bigint[]): Promise<Map<bigint, SettlementTerms>>;
  /** `uplineNo` must name an agent. Wallet and login are added by others in the same transaction. */
  add(tx: Tx, member: NewMember): Promise<Member>;
  /** Nobody else changes it until the transaction ends; what refers to it may go on. */
  lock(tx: Tx, memberNo: bigint): Promise<Member | undefined>;
  /** An unknown member throws. */
  change(tx: Tx, memberNo: bigint, changes: MemberChanges): Promise<void>;
}

export interface MemberDeps {
  db: Database;
  /** An integer from 0 to `below − 1`, not to be guessed: member numbers are invitation codes. */
  draw?: (below: number) => number;
}

/** With half of all numbers given away, one addition in a million would meet so many taken ones in a row. */
const MOST_DRAWS = 20;

export function memberVerbs({ db, draw = randomInt }: MemberDeps): MemberVerbs {
  return {
    find: (memberNo) => selectMember(db.kysely, memberNo),
    settlements: selectSettlements,
    lock: lockMember,
    async change(tx, memberNo, changes) {
      if (!(await updateMember(tx, memberNo, changes))) throw new Error(`member ${memberNo} does not exist`);
    },
    async add(tx, { memberNo, uplineNo = null, ...rest }) {
      const agent = uplineNo === null ? undefined : await selectMember(tx, uplineNo);
      if (uplineNo !== null && agent?.kind !== 'agent')
        throw new Error(`member ${uplineNo} is no agent and can't have members under it`);
      const uplines = uplinesUnder(agent);
      for (let draws = 0; draws < (memberNo === undefined ? MOST_DRAWS : 1); draws += 1) {
        const added = await insertMember(tx, { ...rest, memberNo: memberNo ?? drawnMemberNo(draw), uplines });
        if (added) return added;
      }
      throw new Error(
        memberNo === undefined ? 'no free member number was found' : `member number ${memberNo} is taken`,
      );
    },
  };
}
