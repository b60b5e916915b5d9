/** Orders that a typed number, or a rare notify status, may mean: found by the index of that thing, at most a cap of them. */
import { sql } from 'kysely';
import { systemNoPrefixRange } from '#foundation/core/system-number.ts';
import type { Queryable } from '#foundation/server/database.ts';
import { COUNT_CAP, PREFIX_CAP } from '../rules.ts';
import type { OrderQuery } from './filter.ts';

export interface Candidates {
  systemNos: bigint[];
  /** There are more than were looked at. */
  capped: boolean;
}

export async function candidatesOf(on: Queryable, query: OrderQuery): Promise<Candidates> {
  if (query.q) return selectByNumber(on, query.memberNo, query.q);
  const { rows } = await sql<{ system_no: bigint }>`
    select system_no from callbacks where member_no = ${query.memberNo} and subject = 'payin'
      and ${query.notifyStatus === 'failed' ? sql`status = 'failed'` : sql`status = 'pending'`}
    order by system_no desc limit ${COUNT_CAP + 1}`.execute(on);
  return { systemNos: rows.slice(0, COUNT_CAP).map(({ system_no }) => system_no), capped: rows.length > COUNT_CAP };
}

/** Either number, whole or its beginning. */
async function selectByNumber(on: Queryable, memberNo: bigint, typed: string): Promise<Candidates> {
  const range = systemNoPrefixRange(typed);
  const most = PREFIX_CAP + 1;
  const [byOrderNo, bySystemNo] = await Promise.all([
    sql<{ system_no: bigint }>`
      select system_no from order_numbers where member_no = ${memberNo} and order_no like ${`${typed.replace(/_/g, '\\_')}%`}
      order by order_no using ~>~ limit ${most}`.execute(on),
    range
      ? sql<{ system_no: bigint }>`
        select system_no from orders where member_no = ${memberNo} and system_no >= ${range.from} and system_no < ${smaller(range.to, 2n ** 63n - 1n)}
        order by system_no desc limit ${most}`.execute(on)
      : { rows: [] },
  ]);
  const found = new Set([...byOrderNo.rows, ...bySystemNo.rows].map(({ system_no }) => system_no));
  return { systemNos: [...found], capped: byOrderNo.rows.length === most || bySystemNo.rows.length === most };
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
