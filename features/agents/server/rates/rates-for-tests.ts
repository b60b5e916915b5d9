/**
 * Agents and the members below them, with the calls about rates on a real server. Only tests import this.
 */
import type { Answer } from '#foundation/server/http/visitor-for-tests.ts';
import { credentialsOf } from '#features/accounts/server/credentials-for-tests.ts';
import { people, type Person } from '#features/accounts/server/people-for-tests.ts';
import { channelHandlers } from '#features/channels/server/calls.ts';
import type { Rate } from '#features/channels/rules.ts';
import { checkBooks } from '#features/ledger/server/checking.ts';
import { ordersApp } from '#features/orders/server/orders-for-tests.ts';
import { rechargeHandlers } from '#features/recharges/server/calls.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import type { UserRate } from '../../rate-contract.ts';
import { addingHandlers } from '../members/adding-for-tests.ts';
import { rateHandlers } from './calls.ts';

export interface Somebody {
  memberNo: bigint;
  userId: bigint;
  username: string;
  person: Person;
}

/** An agent below another one, with two direct merchants and an agent below it that has a merchant; and a stranger. */
export interface Family {
  top: Somebody;
  agent: Somebody;
  shop: Somebody;
  other: Somebody;
  below: Somebody;
  deep: Somebody;
  stranger: Somebody;
}

export type RatesApp = Awaited<ReturnType<typeof ratesApp>>;

/**
 * With the channels `qr` at 0.6 %, `bank` at 0.8 % and `shut`, which is closed. Callers must `close` it, which returns
 * what is wrong in the books.
 */
export async function ratesApp() {
  const app = await ordersApp();
  /** What the calls find and lock. */
  const work: string[] = [];
  const crowd = await people({
    sharing: app,
    memberInvited: () => async (tx, member) => void (await app.channels.startRates(tx, { ...member, rates: [] })),
    more: (built) => [
      rateHandlers({
        ...built,
        channels: app.channels,
        members: {
          find: (memberNo) => (work.push('find'), built.members.find(memberNo)),
          lock: (tx, memberNo) => (work.push('lock'), built.members.lock(tx, memberNo)),
        },
      }),
      addingHandlers(built),
      channelHandlers({ ...built, channels: app.channels }),
      rechargeHandlers({ ...built, channels: app.channels, orders: app.orders, publicUrl: 'https://pay.example' }),
    ],
  });
  const credentials = credentialsOf(crowd);
  await app.addChannel();
  await app.addChannel({ code: 'bank', channelId: 2, percentE4: 8_000 });
  await app.addChannel({ code: 'shut', channelId: 3 });
  await sql`update channels set state = 'closed' where code = 'shut'`.execute(app.db);

  let families = 0;
  async function somebody(name: string, kind: 'merchant' | 'agent', upline?: Somebody): Promise<Somebody> {
    const username = `${name}${families}`;
    const { member, userId } = await crowd.addMember({ username, kind, uplineNo: upline?.memberNo ?? null });
    const person = crowd.person();
    await person.logIn(username);
    return { memberNo: member.memberNo, userId, username, person };
  }
  /** Sets a rate as an operator does: without a look at the rates below. */
  async function setOwn({ memberNo }: Somebody, own: Rate, channelId = 1): Promise<void> {
    await sql`
      insert into member_rates (member_no, channel_id, percent, fixed, min_fee, max_fee)
      values (${memberNo}, ${channelId}, ${own.percentE4}, ${own.fixedMinor}, ${own.minFeeMinor}, ${own.maxFeeMinor})
      on conflict (member_no, channel_id) do update
        set percent = excluded.percent, fixed = excluded.fixed, min_fee = excluded.min_fee, max_fee = excluded.max_fee`.execute(
      app.db,
    );
    app.clock.advance(1_000);
  }
  const ratesOf = async (who: Pick<Somebody, 'memberNo'>, by: Somebody): Promise<UserRate[]> => {
    const answer = await by.person.post<{ rates: UserRate[] }>('/agent/userrate', { memberNo: numberOf(who) });
    if (!answer.data) throw new Error(answer.msg);
    return answer.data.rates;
  };
  return {
    app,
    crowd,
    credentials,
    work,
    setOwn,
    ratesOf,
    /** The agent’s own rate on `qr` is 0.45 %, that of the agent above it 0.3 %. */
    async family(): Promise<Family> {
      families += 1;
      const top = await somebody('top', 'agent');
      const agent = await somebody('agent', 'agent', top);
      const below = await somebody('below', 'agent', agent);
      await setOwn(top, rate(3_000));
      await setOwn(agent, rate(4_500));
      return {
        top,
        agent,
        below,
        shop: await somebody('shop', 'merchant', agent),
        other: await somebody('other', 'merchant', agent),
        deep: await somebody('deep', 'merchant', below),
        stranger: await somebody('stranger', 'merchant'),
      };
    },
    async rateOf(who: Somebody, by: Somebody): Promise<UserRate> {
      const found = (await ratesOf(who, by)).find(({ channel: { code } }) => code === 'qr');
      if (!found) throw new Error('no such channel');
      return found;
    },
    set: (
      who: Somebody,
      rates: readonly object[],
      by: Somebody,
      more: object = {},
    ): Promise<Answer<{ rates: UserRate[] }>> =>
      by.person.post('/agent/setuserrate', { memberNo: numberOf(who), rates, ...more }),
    async storedRates({ memberNo }: Pick<Somebody, 'memberNo'>): Promise<object[]> {
      const { rows } = await sql<object>`
        select channel_id as channel, percent, fixed, min_fee as min, max_fee as max, closed
        from member_rates where member_no = ${memberNo} order by channel_id`.execute(app.db);
      return rows;
    },
    logOf: async ({ userId }: Somebody): Promise<string[]> =>
      (await credentials.auditOf(userId)).filter((what) => what.startsWith('rates_set ')),
    async close() {
      const wrong = (await checkBooks(app.db)).map(({ check, violations }) => [check.name, violations]);
      await crowd.close();
      await app.close();
      return wrong;
    },
  };
}

export const numberOf = ({ memberNo }: Pick<Somebody, 'memberNo'>): string => memberNo.toString();

/** A row of a request about the channel `qr`. */
export const row = (percent: string, more: object = {}): object => ({ channel: 'qr', percent, ...more });

export function rate(
  percentE4: number,
  fixedMinor = 0n,
  minFeeMinor: bigint | null = null,
  maxFeeMinor: bigint | null = null,
): Rate {
  return { percentE4, fixedMinor, minFeeMinor, maxFeeMinor };
}
