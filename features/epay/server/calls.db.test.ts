import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callbackVerbs } from '#features/callbacks/server/verbs.ts';
import { channelVerbs } from '#features/channels/server/verbs.ts';
import { disbursementVerbs } from '#features/disbursements/server/verbs.ts';
import { gatewayVerbs } from '#features/gateway/server/verbs.ts';
import { platformKeyVerbs } from '#features/merchant-keys/server/platform-keys.ts';
import { merchantKeyVerbs } from '#features/merchant-keys/server/verbs.ts';
import { orderVerbs } from '#features/orders/server/verbs.ts';
import { credentialsOf } from '#features/accounts/server/credentials-for-tests.ts';
import { people, type PeopleApp, type Person } from '#features/accounts/server/people-for-tests.ts';
import { upstreamVerbs } from '#features/upstreams/server/verbs.ts';
import { createOutgoing } from '#foundation/server/outgoing/outgoing.ts';
import { sql } from '#foundation/server/postgres/sql.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import type { EpaySettingsView } from '../contract.ts';
import { epayHandlers } from './calls.ts';
import { type EpayVerbs, epayVerbs } from './verbs.ts';

const PIN = '246810';
const PUBLIC_URL = 'https://pay.example';
let at: Awaited<ReturnType<typeof people>>;
let verbs: ReturnType<typeof verbsOf>;
let count = 0;

function verbsOf(built: PeopleApp) {
  const { db, clock, sealer, platform, numbers } = built;
  const shared = { ...built, log: silentLog, systemNumbers: numbers, publicUrl: PUBLIC_URL };
  const outgoing = createOutgoing({ allow: [] });
  const callbacks = callbackVerbs({ db, clock });
  const channels = channelVerbs({ db, clock, platform });
  const upstreams = upstreamVerbs({ ...shared, outgoing });
  const disbursements = disbursementVerbs({ ...shared, callbacks, upstreams });
  const orders = orderVerbs({ ...shared, callbacks, channels, upstreams });
  const { platformKeys } = platformKeyVerbs({ db, sealer });
  const keys = merchantKeyVerbs({ ...shared, platformKeys });
  const gateway = gatewayVerbs({ ...shared, keys, disbursements, orders, outgoing });
  const epay: EpayVerbs = epayVerbs({ ...shared, keys, channels, orders, callbacks, gateway, outgoing });
  return { ...shared, outgoing, channels, upstreams, orders, gateway, epay };
}

beforeAll(async () => {
  at = await people({
    more: (built) => {
      verbs = verbsOf(built);
      return [epayHandlers(verbs)];
    },
  });
  const { db, upstreams, channels } = verbs;
  await db.transaction(async (tx) => {
    await upstreams.addUpstream(tx, {
      upstreamId: 1,
      connector: 'sandbox',
      name: 'S',
      settings: { key: 'a-sandbox-key-of-sufficient-length-000' },
    });
    for (const [index, [code, mode]] of (
      [
        ['qr', 'qr'],
        ['wire', 'bank'],
      ] as const
    ).entries())
      await channels.addChannel(tx, {
        channelId: index + 1,
        code,
        mode,
        name: { en: code, zh: code, es: code, th: code },
        minAmountMinor: 100n,
        maxAmountMinor: 5_000_000n,
        dailyLimitMinor: null,
        recharge: true,
        rate: { percentE4: 0, fixedMinor: 0n, minFeeMinor: null, maxFeeMinor: null },
        routes: [{ upstreamId: 1, position: 1, weight: 1 }],
      });
  });
});
afterAll(async () => {
  await verbs.gateway.settled();
  await verbs.upstreams.idle();
  await verbs.outgoing.close();
  await at.close();
});

async function shop() {
  const username = `shop_${(count += 1)}`;
  const { member, userId } = await at.addMember({ username });
  await sql`update users set pay_password_hash = ${await at.users.hashPassword(PIN)} where user_id = ${userId}`.execute(
    at.db,
  );
  await sql`update members set certification = 'approved' where member_no = ${member.memberNo}`.execute(at.db);
  const person = at.person();
  await person.logIn(username);
  return { person, userId, memberNo: member.memberNo };
}

const read = async (person: Person) => (await person.post<EpaySettingsView>('/apisettings/epay', {})).data;
const change = (person: Person, input: object) =>
  person.post<EpaySettingsView>('/apisettings/epay', { payPassword: PIN, ...input });
const keyOf = async (person: Person) =>
  (await person.post<{ epayKey: string }>('/apisettings/epayKey', { payPassword: PIN })).data?.epayKey ?? '';
const rotate = (person: Person, overlapHours: number) =>
  person.post<{ epayKey: string }>('/apisettings/epayRotate', { payPassword: PIN, overlapHours });
const auditOf = async (userId: bigint) =>
  (await credentialsOf(at).auditOf(userId)).filter((what) => !what.startsWith('login'));

describe('/apisettings/epay', () => {
  it('reads without a proof, and shows what to paste', async () => {
    const { person, memberNo, userId } = await shop();
    expect(await read(person)).toEqual({
      enabled: false,
      pid: memberNo.toString(),
      key: { hint: null, state: 'none', until: null },
      address: 'https://pay.example/epay/',
      addresses: expect.arrayContaining([
        { plugin: 'kit', text: 'https://pay.example/epay/' },
        { plugin: 'panel', text: 'https://pay.example/epay' },
        { plugin: 'submit', text: 'https://pay.example/epay/submit.php' },
      ]),
      typeMap: { alipay: 'qr', wxpay: 'qr', bank: 'wire' },
      lastRequests: [],
    });
    expect(await auditOf(userId)).toEqual([]);
  });

  it('changes with the payment password, notifies and logs, and keeps what is not given', async () => {
    const { person, memberNo, userId } = await shop();
    expect(await change(person, { enabled: true, typeMap: { alipay: 'wire', bank: '', usdt: 'qr' } })).toMatchObject({
      code: 1,
      data: { enabled: true, key: { state: 'active' }, typeMap: { alipay: 'wire', wxpay: 'qr', bank: '', usdt: 'qr' } },
    });
    expect(await change(person, { enabled: false })).toMatchObject({
      data: { enabled: false, typeMap: { alipay: 'wire' } },
    });
    expect(await auditOf(userId)).toEqual([`epay_changed ${memberNo}`, `epay_changed ${memberNo}`]);
    const { rows } = await sql`select kind from notices where user_id = ${userId} and kind like 'epay%'`.execute(at.db);
    expect(rows).toEqual([{ kind: 'epay_changed' }, { kind: 'epay_changed' }]);
  });

  it.each([
    ['without the payment password', { enabled: true, payPassword: undefined }, { payPassword: 'Required' }],
    ['with a wrong one', { enabled: true, payPassword: '000000' }, { payPassword: 'The payment password is wrong' }],
    ['for an unknown channel', { typeMap: { alipay: 'none' } }, { 'typeMap.alipay': 'Channel not found' }],
  ])('refuses a change %s', async (_what, input, fields) => {
    const { person } = await shop();
    expect(await change(person, input)).toMatchObject({ code: -1, fields });
    expect(await read(person)).toMatchObject({ enabled: false });
  });
});

describe('the key', () => {
  it('is made once, shown with the payment password, and otherwise only hinted at', async () => {
    const { person, memberNo, userId } = await shop();
    const key = await keyOf(person);
    expect(key).toMatch(/^[A-Za-z0-9]{32}$/);
    expect(await keyOf(person)).toBe(key);
    expect((await read(person))?.key).toEqual({
      hint: `${key.slice(0, 4)}…${key.slice(-4)}`,
      state: 'active',
      until: null,
    });
    expect(await auditOf(userId)).toEqual([`epay_key_shown ${memberNo}`, `epay_key_shown ${memberNo}`]);
    const { rows } = await sql<{
      text: string;
    }>`select epay_settings::text as text from epay_settings where member_no = ${memberNo}`.execute(at.db);
    expect(rows[0]?.text).not.toContain(key);
  });

  it('is replaced with an overlap, which can be ended', async () => {
    const { person, memberNo, userId } = await shop();
    const old = await keyOf(person);
    const replaced = (await rotate(person, 48)).data?.epayKey;
    expect(replaced).not.toBe(old);
    const until = new Date(at.clock.now().getTime() + 48 * 3_600_000).toISOString();
    expect((await read(person))?.key).toMatchObject({ state: 'overlap', until });
    expect(await verbs.epay.settings.read(memberNo)).toMatchObject({
      current: { keyNo: 2 },
      previous: { keyNo: 1, key: old },
    });
    expect(await person.post('/apisettings/epayEndOverlap', { payPassword: PIN })).toMatchObject({ code: 1 });
    expect((await read(person))?.key).toMatchObject({ state: 'active', until: null });
    // A second time there is nothing to end, and nothing is recorded.
    expect(await person.post('/apisettings/epayEndOverlap', { payPassword: PIN })).toMatchObject({ code: 1 });
    expect(await keyOf(person)).toBe(replaced);
    expect((await auditOf(userId)).map((what) => what.split(' ')[0])).toEqual([
      'epay_key_shown',
      'epay_key_rotated',
      'epay_overlap_ended',
      'epay_key_shown',
    ]);
    expect((await rotate(person, 0)).code).toBe(1);
    expect((await verbs.epay.settings.read(memberNo))?.previous).toBeUndefined();
    expect(await rotate(person, 721)).toMatchObject({
      code: -1,
      fields: { overlapHours: 'Enter whole hours from 0 to 720' },
    });
  });

  it('before the last one is erased when its overlap is over', async () => {
    const { person, memberNo } = await shop();
    await rotate(person, 1);
    at.clock.advance(3_600_001);
    const { epayJobs } = await import('./jobs.ts');
    for (const job of epayJobs(verbs)) await job.run();
    const { rows } = await sql`select previous_key_sealed from epay_settings where member_no = ${memberNo}`.execute(
      at.db,
    );
    expect(rows).toEqual([{ previous_key_sealed: null }]);
  });
});

describe('/apisettings/epayCheck', () => {
  it('refuses while the door is off', async () => {
    const { person } = await shop();
    expect(await person.post('/apisettings/epayCheck')).toMatchObject({ code: 0, error: 'epay_off' });
  });

  it('says in words why an order is refused, and shows it among the last requests', async () => {
    const { person, memberNo } = await shop();
    await change(person, { enabled: true });
    await sql`update members set certification = 'none' where member_no = ${memberNo}`.execute(at.db);
    const reply = await person.post<{ steps: object[] }>('/apisettings/epayCheck');
    const text = 'This merchant isn’t certified and can’t take payments';
    expect(reply.data?.steps).toEqual([
      { step: 'mapi', state: 'failed', text, orderNo: expect.stringMatching(/^CHECK-/) },
      { step: 'submit', state: 'failed', text, orderNo: expect.stringMatching(/^CHECK-/) },
    ]);
    await verbs.gateway.settled();
    const requests = (await read(person))?.lastRequests;
    expect(requests).toHaveLength(2);
    expect(requests?.[0]).toMatchObject({ result: 'not_certified', orderNo: expect.stringMatching(/^CHECK-/) });
  });

  it('makes orders for a member only a few times a minute', async () => {
    const { person, memberNo } = await shop();
    await change(person, { enabled: true });
    await sql`update members set certification = 'none' where member_no = ${memberNo}`.execute(at.db);
    const answers: unknown[] = [];
    for (let pressed = 0; pressed < 7; pressed += 1) answers.push(await person.post('/apisettings/epayCheck'));
    expect(answers.slice(0, 6)).toMatchObject(Array.from({ length: 6 }, () => ({ code: 1 })));
    expect(answers[6]).toMatchObject({ code: 0, error: 'rate_limited' });
  });

  it('stops with a sandbox that can’t be reached', async () => {
    const { person } = await shop();
    await change(person, { enabled: true });
    const reply = await person.post<{ steps: { step: string; state: string }[] }>('/apisettings/epayCheck');
    expect(reply.data?.steps.map(({ step, state }) => `${step} ${state}`)).toEqual([
      'mapi ok',
      'submit ok',
      'pay failed',
    ]);
    await verbs.gateway.settled();
    expect((await read(person))?.lastRequests).toMatchObject([{ result: 'ok' }, { result: 'ok' }]);
  });
});
