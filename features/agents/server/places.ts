/** Where a member is in an agent's tree, and names. Everything that an agent asks about others goes through here. */
import { sql } from '#foundation/server/postgres/sql.ts';
import { arrayLiteral } from '#foundation/server/postgres/array-literals.ts';
import type { Database, Queryable } from '#foundation/server/postgres/database.ts';
import type { MemberKind } from '#features/members/member.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import { WHOLE_TREE } from './projection/row.ts';
import { selectPaths } from './projection/store.ts';

/** The part of an agent's tree that a call is about. */
export interface Place {
  /** `WHOLE_TREE`, or a member below the agent. */
  subjectNo: bigint;
  kind: MemberKind;
  /** At which levels below the agent the member is or was; 1: a direct member. Empty for the whole tree. */
  levels: readonly number[];
}

export interface PlaceDeps {
  db: Database;
  members: Pick<MemberVerbs, 'find'>;
}

/** Returns undefined for a member that is not below the agent, whether or not it exists. */
export async function placeOf(
  { db, members }: PlaceDeps,
  agentNo: bigint,
  memberNo: bigint = agentNo,
): Promise<Place | undefined> {
  const [member, paths] = await Promise.all([members.find(memberNo), selectPaths(db, [memberNo])]);
  if (memberNo === agentNo) return { subjectNo: WHOLE_TREE, kind: 'agent', levels: [] };
  if (!member?.uplines.includes(agentNo)) return undefined;
  const all = [member.uplines, ...paths.map(({ uplines }) => uplines)];
  const levels = new Set(all.map((uplines) => uplines.indexOf(agentNo) + 1).filter((level) => level > 0));
  return { subjectNo: memberNo, kind: member.kind, levels: [...levels] };
}

/** The names of members, by number. */
export async function selectNames(on: Queryable, memberNos: readonly bigint[]): Promise<Map<bigint, string>> {
  if (memberNos.length === 0) return new Map();
  const { rows } = await sql<{ memberNo: bigint; name: string }>`
    select member_no as "memberNo", name from members where member_no = any(${arrayLiteral(memberNos)}::bigint[])`.execute(
    on,
  );
  return new Map(rows.map(({ memberNo, name }) => [memberNo, name]));
}
