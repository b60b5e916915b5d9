/** Random trees of agents and merchants with rates, for database tests. Only tests import this. */
import type { OrdersApp } from '#features/orders/server/orders-for-tests.ts';

/** A repeatable source of numbers from 0 to 1. */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface TestTree {
  root: bigint;
  /** The root included. */
  agents: bigint[];
  merchants: bigint[];
  /** The agents above each member, nearest first. */
  uplines: Map<bigint, bigint[]>;
}

/** A tree whose members each pay more than the agent above them. Every second merchant's money is held for a day. */
export async function randomTree(
  app: OrdersApp,
  random: () => number,
  size: { agents: number; merchants: number; depth: number },
): Promise<TestTree> {
  const root = await app.addMember({ kind: 'agent' });
  const uplines = new Map<bigint, bigint[]>([[root, []]]);
  const percents = new Map<bigint, number>([[root, 1_000]]);
  const agents = [root];
  const merchants: bigint[] = [];
  const add = async (kind: 'agent' | 'merchant'): Promise<void> => {
    const above = agents.filter((one) => (uplines.get(one)?.length ?? 0) < size.depth - (kind === 'agent' ? 1 : 0));
    const uplineNo = above[Math.floor(random() * above.length)] ?? root;
    const memberNo = await app.addMember({
      kind,
      uplineNo,
      settlement: { mode: 'D', days: random() < 0.5 ? 0 : 1, sameDayRatioE4: 1_000_000 },
    });
    const percentE4 = (percents.get(uplineNo) ?? 0) + Math.floor(random() * 4) * 500;
    await app.db.transaction(async (tx) => {
      for (const code of ['qr', 'bank'])
        await app.channels.setRates(tx, {
          memberNo,
          rates: [{ channel: code, rate: { percentE4, fixedMinor: 0n, minFeeMinor: null, maxFeeMinor: null } }],
        });
    });
    uplines.set(memberNo, [uplineNo, ...(uplines.get(uplineNo) ?? [])]);
    percents.set(memberNo, percentE4);
    (kind === 'agent' ? agents : merchants).push(memberNo);
  };
  await app.db.transaction(async (tx) => {
    for (const code of ['qr', 'bank'])
      await app.channels.setRates(tx, {
        memberNo: root,
        rates: [{ channel: code, rate: { percentE4: 1_000, fixedMinor: 0n, minFeeMinor: null, maxFeeMinor: null } }],
      });
  });
  for (let added = 1; added < size.agents; added += 1) await add('agent');
  for (let added = 0; added < size.merchants; added += 1) await add('merchant');
  return { root, agents, merchants, uplines };
}

/** Every agent's share of every paid order, with when it is released: sent, or still owed. */
const SHARES = `
  select member_no, reference, agent_no, held, release_at, transfer from commission_shares
  union all
  select d.member_no, d.system_no, d.agent_no, held.amount, case when held.amount > 0 then w.release_at end, null
  from audit.owed_commission d join owed_commission w on w.member_no = d.member_no and d.system_no = any(w.system_nos)
  cross join lateral (values (d.amount_minor - (d.amount_minor * w.available + 500000) / 1000000)) as held (amount)`;

/**
 * Selects columns of every order `o` for every agent `u` above its member `m`, by the members' own tables: its callback
 * `c`, the agent's share `s`, when that was booked `b` and returned `r`, and its amount `earned`. Only for trees in which
 * no member moved. Orders and what agents booked for them are in different members' shards, so each table is read by
 * itself before it is joined.
 */
export function seenByAgents(columns: string): string {
  return `
    with o as materialized (select * from orders), m as materialized (select member_no, uplines from members),
    c as materialized (select member_no, system_no, status from callbacks where subject = 'payin'),
    s as materialized (${SHARES}),
    b as materialized (select member_no, reference, created_at from journals where kind = 'commission'),
    r as materialized (select member_no, reference, created_at from journals where kind = 'reversal' and clearing is null)
    select ${columns}
    from o join m using (member_no) cross join lateral unnest(m.uplines) with ordinality as u (agent_no, position)
    cross join lateral (
      select coalesce(sum((share ->> 'amount')::bigint), 0)::bigint as amount from jsonb_array_elements(o.commissions) share
      where (share ->> 'agentNo')::bigint = u.agent_no) as earned
    left join c on c.member_no = o.member_no and c.system_no = o.system_no
    left join s on s.member_no = o.member_no and s.reference = o.system_no and s.agent_no = u.agent_no
    left join b on b.member_no = u.agent_no and b.reference = s.transfer
    left join r on r.member_no = u.agent_no and r.reference = o.system_no`;
}
