import { createHash } from 'node:crypto';
import { sql } from '#foundation/server/postgres/sql.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OutputOf } from '#foundation/core/calls.ts';
import type { ChannelRoutes, operatorRoutingCalls, Preview, RoutingState, Trial } from '../../routing-contract.ts';
import { type Operator, type OperatorApp, operatorApp } from '../operators-for-tests.ts';

type Calls = (typeof operatorRoutingCalls)['calls'];

let at: OperatorApp;
let boss: Operator;
let memberNo: string;
beforeAll(async () => {
  at = await operatorApp();
  boss = await at.operator('boss');
  memberNo = (await at.merchant()).memberNo.toString();
  await sql`
    insert into channels (channel_id, code, name, mode, min_amount, max_amount, percent)
    values (77, 'routed', '{"en":"Routed","zh":"R","es":"R","th":"R"}', 'qr', 100, 100000, 6000)`.execute(at.app.db);
  await sql`
    insert into upstreams (upstream_id, connector, name, settings_sealed)
    select n, 'sandbox', 'U' || n, '\\x00' from generate_series(11, 13) n`.execute(at.app.db);
});
beforeEach(async () => {
  await post('discard', {});
  await sql`update upstreams set state = 'open'`.execute(at.app.db);
});
afterAll(async () => expect(await at.close()).toEqual([]));

const post = <Data = unknown>(path: string, input: object = {}) =>
  boss.person.post<Data>(`/operator/routing/${path}`, input);
const stateOf = async (): Promise<RoutingState> => {
  const { data } = await post<RoutingState>('get');
  if (!data) throw new Error('no routes');
  return data;
};
const route = (upstreamId: number, changes: object = {}): ChannelRoutes['routes'][number] => ({
  upstreamId,
  position: upstreamId,
  weight: 1,
  open: true,
  costPercent: '0.3',
  costFixed: '0.00',
  dailyLimit: null,
  ...changes,
});
const draft = (changes: Partial<ChannelRoutes> = {}) =>
  post('draftChannel', { code: 'routed', routing: 'single', routes: [route(11)], members: [], ...changes });
const digest = async () => (await stateOf()).draft?.digest ?? '';
const publish = async (reason = 'as planned') =>
  post<{ version: number }>('publish', { digest: await digest(), reason });
const partOf = ({ published }: RoutingState) => published.channels.find(({ code }) => code === 'routed');
const logOf = async (action: string) =>
  (await at.owners.auditOf(boss.userId)).filter((what) => what.startsWith(`${action} `));
let made = 0;
const order = async (amountMinor: bigint): Promise<number | undefined> => {
  at.app.clock.advance(1_000);
  const orderNo = `r${(made += 1)}`;
  await at.orders.create({
    memberNo: BigInt(memberNo),
    kind: 'payin',
    orderNo,
    amountMinor,
    channelCode: 'routed',
    subject: null,
    notifyUrl: null,
    returnUrl: null,
    clientIp: null,
    attach: null,
    expireMinutes: 30,
    signType: 'none',
    requestHash: createHash('sha256').update(orderNo).digest(),
  });
  const { rows } = await sql<{ id: number }>`select upstream_id as id from orders where order_no = ${orderNo}`.execute(
    at.app.db,
  );
  return rows[0]?.id;
};
const tried = async (amount: string) => (await post<Trial>('try', { memberNo, code: 'routed', amount })).data;

describe('a draft', () => {
  it('changes nothing until it is published, and then every order', async () => {
    expect(await draft({ routes: [route(12), route(11)] })).toMatchObject({ code: 1 });
    const drafted = await stateOf();
    expect(partOf(drafted)?.routes).toEqual([]);
    expect(drafted.draft).toMatchObject({ editedBy: 'boss', outdated: false });
    expect(await order(1_000n)).toBeUndefined();
    const { data } = await publish();
    const state = await stateOf();
    expect(state).toMatchObject({ version: data?.version, draft: null });
    expect(partOf(state)?.routes.map(({ upstreamId }) => upstreamId)).toEqual([11, 12]);
    expect(await order(1_000n)).toBe(11);
    expect((await logOf('routing_published')).at(-1)).toMatch(
      new RegExp(`^routing_published ${data?.version}: routed \\{.* → \\{.*"upstreamId":11.*\\} \\(as planned\\)$`),
    );
  });

  it('is refused for what it can’t be', async () => {
    expect(await draft({ code: 'nowhere' })).toMatchObject({ error: 'not_found' });
    const fault = async (changes: Partial<ChannelRoutes>) => ((await draft(changes)) as { fields?: object }).fields;
    expect(await fault({ routes: [route(11), route(11)] })).toEqual({ routes: 'An upstream is there twice' });
    expect(await fault({ routes: [route(99)] })).toEqual({ routes: 'Upstream not found' });
    expect(await fault({ routes: [route(11, { costPercent: '100.1' })] })).toHaveProperty(['routes.0.costPercent']);
    expect(await fault({ routes: [route(11, { costFixed: '0.001' })] })).toHaveProperty(['routes.0.costFixed']);
    expect(await fault({ routes: [route(11, { dailyLimit: '0' })] })).toHaveProperty(['routes.0.dailyLimit']);
    const pin = { memberNo, upstreamId: 11 };
    expect(await fault({ members: [pin, pin] })).toEqual({ members: 'A member is there twice' });
    expect(await fault({ members: [{ memberNo: '11111111', upstreamId: 11 }] })).toEqual({
      members: 'There is no member 11111111',
    });
    expect(await fault({ members: [{ memberNo, upstreamId: 12 }] })).toEqual({
      members: `${memberNo}’s upstream isn’t among the routes`,
    });
    const payouts = [{ upstreamId: 99, position: 1, open: true, dailyLimit: null }];
    expect(await post('draftPayouts', { payouts })).toMatchObject({ fields: { payouts: 'Upstream not found' } });
    const none = [{ upstreamId: 1, position: 1, open: true, dailyLimit: '0' }];
    expect(await post('draftPayouts', { payouts: none })).toMatchObject({ code: -1 });
    expect((await stateOf()).draft).toBeNull();
  });

  it('can’t be published when it or the routes have changed, nor without one', async () => {
    expect(await post('publish', { digest: 'x', reason: 'x' })).toMatchObject({ error: 'draft_missing' });
    expect(await post('preview')).toMatchObject({ error: 'draft_missing' });
    await draft({ routes: [route(13)] });
    const seen = await digest();
    await draft({ routes: [route(12)] });
    expect(await post('publish', { digest: seen, reason: 'x' })).toMatchObject({ error: 'draft_changed' });
    await sql`update channel_routes set weight = weight + 1 where channel_id = 77`.execute(at.app.db);
    expect((await stateOf()).draft).toMatchObject({ outdated: true });
    expect(await publish()).toMatchObject({ error: 'routing_changed' });
    expect(await draft()).toMatchObject({ error: 'routing_changed' });
    const payouts = { payouts: [] };
    expect(await post('draftPayouts', payouts)).toMatchObject({ error: 'routing_changed' });
    await sql`update channel_routes set weight = weight - 1 where channel_id = 77`.execute(at.app.db);
    expect(await post('discard')).toMatchObject({ code: 1 });
    expect(await draft()).toMatchObject({ code: 1 });
  });
});

describe('publishing', () => {
  it('sets payouts’ routes too, and an earlier version comes back as a new one', async () => {
    const before = await stateOf();
    await post('draftPayouts', { payouts: [{ upstreamId: 12, position: 2, open: false, dailyLimit: '500.00' }] });
    await draft({ routing: 'turn', routes: [route(12), route(13)] });
    const { data: next } = await publish();
    const changed = await stateOf();
    expect(changed.published.payouts).toEqual([{ upstreamId: 12, position: 2, open: false, dailyLimit: '500.00' }]);
    const back = await post<{ version: number }>('rollBack', { version: before.version, reason: 'too dear' });
    expect(back.data?.version).toBe((next?.version ?? 0) + 1);
    expect((await stateOf()).published).toEqual(before.published);
    const list = await post<OutputOf<Calls['/operator/routing/versions']>>('versions', { limit: 2 });
    expect(list.data).toMatchObject({
      total: back.data?.version,
      list: [
        { version: back.data?.version, backTo: before.version, reason: 'too dear', publishedBy: 'boss' },
        { version: next?.version, backTo: null },
      ],
    });
    expect(await post('rollBack', { version: 999, reason: 'x' })).toMatchObject({ error: 'not_found' });
  });

  it('keeps what was there before the first version as version 1', async () => {
    await draft({ routing: 'weighted' });
    await publish();
    const { data } = await post<OutputOf<Calls['/operator/routing/versions']>>('versions', { order: 'asc', limit: 1 });
    expect(data?.list).toMatchObject([{ version: 1, publishedBy: null, reason: '' }]);
  });

  it('refuses a version whose channel is called otherwise now', async () => {
    await draft({ routes: [route(13)] });
    const { data } = await publish();
    await sql`update channels set code = 'renamed' where channel_id = 77`.execute(at.app.db);
    const answer = await post('rollBack', { version: data?.version, reason: 'x' });
    await sql`update channels set code = 'routed' where channel_id = 77`.execute(at.app.db);
    expect(answer).toMatchObject({ error: 'version_unfit' });
  });
});

describe('daily limits, members of one upstream, and trials', () => {
  it('send the rest of a day elsewhere, and an expired order gives back', async () => {
    at.app.clock.advance(86_400_000);
    await boss.person.logIn('boss');
    await draft({ routes: [route(11, { dailyLimit: '25.00' }), route(12)] });
    await publish();
    expect([await order(1_000n), await order(1_000n), await order(1_000n), await order(500n)]).toEqual([
      11, 11, 12, 11,
    ]);
    expect((await tried('1.00'))?.routes).toEqual([
      { upstreamId: 11, standing: 'limit', share: '0' },
      { upstreamId: 12, standing: 'taken', share: '100' },
    ]);
    at.app.clock.advance(1_900_000);
    await at.orders.expireDue();
    expect((await tried('25.00'))?.upstreamId).toBe(11);
  });

  it('a member of one upstream goes there alone, also while that is paused', async () => {
    await draft({ routing: 'turn', routes: [route(11), route(12)], members: [{ memberNo, upstreamId: 12 }] });
    await publish();
    expect((await stateOf()).members).toMatchObject([{ memberNo }]);
    expect([await order(1_000n), await order(1_000n)]).toEqual([12, 12]);
    await sql`update upstreams set state = 'closed' where upstream_id = 12`.execute(at.app.db);
    at.app.clock.advance(1_000);
    expect(await tried('10.00')).toMatchObject({
      upstreamId: null,
      refused: 'channel_closed',
      because: 'no_route',
      routes: [{ standing: 'pinned_elsewhere' }, { standing: 'paused' }],
    });
  });

  it('a weighted rule is tried as shares', async () => {
    await draft({
      routing: 'weighted',
      routes: [route(11, { weight: 3 }), route(12, { weight: 1 }), route(13, { open: false })],
    });
    await publish();
    at.app.clock.advance(1_000);
    expect((await tried('10.00'))?.routes).toEqual([
      { upstreamId: 11, standing: 'possible', share: '75' },
      { upstreamId: 12, standing: 'possible', share: '25' },
      { upstreamId: 13, standing: 'closed', share: '0' },
    ]);
    expect(await post('try', { memberNo, code: 'nowhere', amount: '1.00' })).toMatchObject({ error: 'not_found' });
    expect(await post('try', { memberNo, code: 'routed', amount: '0' })).toMatchObject({ code: -1 });
  });
});

describe('a preview', () => {
  it('replays the newest orders: where each would go, what would be refused, and the cost to the cent', async () => {
    await draft({ routes: [route(11, { costPercent: '0.5' })] });
    await publish();
    for (const amount of [1_000n, 2_000n, 3_000n]) await order(amount);
    await draft({ routes: [route(12, { costPercent: '0.2', dailyLimit: '40.00' }), route(13, { open: false })] });
    const { data } = await post<Preview>('preview');
    const ofDraft = data?.differing.slice(0, 3);
    // Of the day's earlier orders, all would have gone to 12 as long as it had room.
    expect(ofDraft?.every(({ after, because }) => (after === null ? because === 'no_route' : after === 12))).toBe(true);
    expect(data?.orders).toBe(made - 1);
    expect(data?.moved).toBeGreaterThan(0);
    expect(data?.refused).toBeGreaterThan(0);
    expect((data?.moved ?? 0) + (data?.refused ?? 0)).toBeLessThanOrEqual(data?.orders ?? 0);
    const { rows } = await sql<{ cost: string }>`select sum(cost)::text as cost from orders`.execute(at.app.db);
    expect(data?.costBefore.replace('.', '')).toBe((rows[0]?.cost ?? '').padStart(3, '0'));
    const before = data?.upstreams.find(({ upstreamId }) => upstreamId === 11);
    expect(before).toMatchObject({ ordersAfter: 0, costAfter: '0.00' });
    const after = data?.upstreams.find(({ upstreamId }) => upstreamId === 12);
    expect(after?.ordersAfter).toBe(data?.upstreams.reduce((sum, { ordersAfter }) => sum + ordersAfter, 0));
    expect(after?.costAfter).toBe(data?.costAfter);
  });
});
