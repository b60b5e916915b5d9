/**
 * Fills a database with two agents: one with 1,000 direct merchants and their orders, copied and summed as the job would
 * have done it, made by SQL in a few minutes; and one with a tree of many members.
 */
import type { App } from '#apps/server/compose.ts';
import { addBigMember, type BigMember } from './big-member.ts';

export interface BigTree extends BigMember {
  /** `memberNo` is the merchant with half of the orders. */
  agentNo: bigint;
  merchants: number;
}

const SUMS = `created_count, created_amount, success_count, success_amount, success_fee, success_commission, expired_count, expired_amount,
  paid_count, paid_amount, paid_fee, paid_commission, earned_count, earned_amount, earned, returned_count, returned, held`;

/** `merchantNos` are 1,000 members without orders. */
export async function addBigTree(
  app: App,
  agentNo: bigint,
  merchantNos: readonly bigint[],
  orders: number,
  translate: (text: string) => void,
): Promise<BigTree> {
  const [memberNo = 0n] = merchantNos;
  const big = await addBigMember(app, memberNo, orders / 2, translate);
  const client = await app.db.pool.connect();
  const run = async (name: string, text: string, values: unknown[] = []): Promise<void> => {
    const begin = performance.now();
    await client.query(text, values);
    translate(`${name}: ${((performance.now() - begin) / 1_000).toFixed(0)} s`);
  };
  try {
    await client.query(
      "set synchronous_commit = off; set work_mem = '256MB'; set maintenance_work_mem = '1GB'; set statement_timeout = 0",
    );
    await client.query(`update members set uplines = array[$1::bigint] where member_no = any($2::bigint[])`, [
      agentNo,
      merchantNos,
    ]);
    await client.query(
      'insert into agent_paths (member_no, from_system_no, uplines) select member_no, 0, uplines from members',
    );
    await client.query(
      `insert into agent_feed (member_no, last_seq, last_system_no, settled_system_no, paid_out)
       select m.member_no, coalesce(w.seq, 0), 9000000000000000000, 9000000000000000000, m.member_no % 100000 from members m left join wallets w using (member_no)`,
    );
    await run(
      'copied orders',
      `
      insert into agent_orders (member_no, system_no, merchant_no, via, order_no, kind, channel_id, currency, amount, fee, status, notify_status, created_at, expires_at,
        paid_at, paid_late, commission, held, release_at, booked_at, returned_at)
      select $1::bigint, o.system_no, o.member_no, array[o.member_no], o.order_no, o.kind, o.channel_id, o.currency, o.amount, o.fee,
        case when o.paid_at is not null and o.amount % 997 = 3 then 'reversed' else o.status end, coalesce(c.status, 'none'), o.created_at, o.expires_at, o.paid_at, o.paid_late,
        o.amount * 2 / 1000, case when o.paid_at is null then 0 else o.amount * 2 / 1000 end, case when o.paid_at is null then null else date_trunc('day', o.paid_at) + interval '40 hours' end,
        o.paid_at + interval '5 seconds', case when o.paid_at is not null and o.amount % 997 = 3 then o.paid_at + interval '30 hours' end
      from orders o left join callbacks c on c.member_no = o.member_no and c.system_no = o.system_no and c.subject = 'payin'
      where o.member_no = any($2::bigint[])`,
      [agentNo, merchantNos],
    );
    for (const span of ['hour', 'day', 'month'] as const) await run(`copied roll-ups by ${span}`, rollupSql(span));
    await run(
      'copied holds',
      `insert into agent_rollups (member_no, span, bucket, subject_no, parent_no, channel_id, held)
       select member_no, 'release', release_at, coalesce(merchant_no, 0), case when merchant_no is null then 0 else member_no end, coalesce(channel_id, 0), sum(held)
       from agent_orders where booked_at is not null and held > 0 and returned_at is null
       group by member_no, release_at, grouping sets ((merchant_no, channel_id), (merchant_no), (channel_id), ())`,
    );
    await run('analyze', 'vacuum analyze agent_orders, agent_rollups, agent_feed, agent_paths, members, wallets');
  } finally {
    client.release();
  }
  return { ...big, agentNo, merchants: merchantNos.length };
}

function rollupSql(span: 'hour' | 'day' | 'month'): string {
  const bucketOf = (at: string): string =>
    span === 'hour'
      ? `date_trunc('hour', ${at})`
      : `date_trunc('${span}', ${at} at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`;
  const kept = `case when status = 'success' then commission else 0 end`;
  return `
    insert into agent_rollups (member_no, span, bucket, subject_no, parent_no, channel_id, ${SUMS})
    select member_no, '${span}', bucket, coalesce(merchant_no, 0), case when merchant_no is null then 0 else member_no end, coalesce(channel_id, 0),
      sum(c1), sum(c2), sum(s1), sum(s2), sum(s3), sum(s4), sum(e1), sum(e2), sum(p1), sum(p2), sum(p3), sum(p4), sum(b1), sum(b2), sum(b3), sum(r1), sum(r2), 0
    from (
      select member_no, merchant_no, channel_id, ${bucketOf('created_at')} as bucket, 1 as c1, amount as c2, (paid_at is not null)::int as s1, case when paid_at is null then 0 else amount end as s2,
        case when paid_at is null then 0 else fee end as s3, ${kept} as s4, (status = 'expired')::int as e1, case when status = 'expired' then amount else 0 end as e2,
        0 as p1, 0 as p2, 0 as p3, 0 as p4, 0 as b1, 0 as b2, 0 as b3, 0 as r1, 0 as r2 from agent_orders
      union all select member_no, merchant_no, channel_id, ${bucketOf('paid_at')}, 0, 0, 0, 0, 0, 0, 0, 0, 1, amount, fee, ${kept}, 0, 0, 0, 0, 0 from agent_orders where paid_at is not null
      union all select member_no, merchant_no, channel_id, ${bucketOf('booked_at')}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, amount, commission, 0, 0 from agent_orders where booked_at is not null
      union all select member_no, merchant_no, channel_id, ${bucketOf('returned_at')}, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, commission from agent_orders where returned_at is not null) e
    group by member_no, bucket, grouping sets ((merchant_no, channel_id), (merchant_no), (channel_id), ())`;
}

/** A root with 100 agents below it, and the other members below those. */
export async function addManyMembers({ db }: App, rootNo: bigint, members: number): Promise<void> {
  const [agents, first] = [100, 40_000_000n];
  const values = [first, rootNo, agents, members];
  await db.pool.query(
    `insert into members (member_no, kind, uplines, name, certification, created_at)
     select $1::bigint + n, case when n < $3::int then 'agent' else 'merchant' end,
       case when n < $3::int then array[$2::bigint] else array[$1::bigint + n % $3::int, $2::bigint] end, 'Shop ' || md5(n::text), 'approved', now() - make_interval(secs => n)
     from generate_series(0, $4::int - 1) n`,
    values,
  );
  await db.pool.query(
    `insert into users (user_id, role, member_no, username, password_hash, nickname, created_at)
     select $1::bigint + n, case when n < $3::int then 'agency' else 'member' end, $1::bigint + n, 'user_' || n, '', '', now() from generate_series(0, $4::int - 1) n where $2::bigint > 0`,
    values,
  );
  await db.pool.query(
    `insert into wallets (member_no, currency) select $1::bigint + n, 'CNY' from generate_series(0, $2::int - 1) n`,
    [first, members],
  );
  await db.pool.query(
    `insert into agent_feed (member_no, direct_merchants, tree_merchants) select member_no, case when kind = 'agent' then 999 else 0 end, case when kind = 'agent' then 999 else 0 end
     from members where member_no >= $1::bigint and member_no < $1::bigint + $2::int`,
    [first, members],
  );
  await db.pool.query('vacuum analyze members, users, wallets, agent_feed');
}
