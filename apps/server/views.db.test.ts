/** An operator who reads as a member: every call of a member × a view of a merchant and of an agent. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Call, isReading } from '#foundation/core/calls.ts';
import { type Person, stage, type Stage } from './access-stage-for-tests.ts';
import { formsOf } from './call-inputs-for-tests.ts';

let at: Stage;
let support: Person;
let shop: Person;
let agent: Person;
let calls: readonly (readonly [path: string, call: Call])[];
beforeAll(async () => {
  at = await stage();
  support = await at.operator('helper', ['support']);
  agent = await at.add('agent', 'kingsley');
  shop = await at.add('merchant', 'zorina', agent.memberNo);
  await at.app.platformKeys.platformKeys();
  calls = at.app.handlers
    .flatMap(({ contract }) => Object.entries<Call>(contract.calls))
    .filter(([, { who }]) => who !== 'operators' && who !== 'anyone');
});
afterAll(() => at.close());

const ask = (who: Person, path: string, input: object = {}) =>
  at.request(who, path, { who: 'session', summary: '' }, input);
const startView = (who: Person, by = support) =>
  ask(by, '/operator/member/view', { memberNo: String(who.memberNo), reason: 'asked for help' });
async function viewOf(who: Person, by = support): Promise<Person> {
  const { data, text } = await startView(who, by);
  if (!data) throw new Error(text);
  return { ...who, token: (data as { token: string }).token };
}
const logged = async (who: Person) =>
  (
    await at.db.pool.query<{ what: string }>(
      `select action || ' ' || object as what from audit_log where chain = $1 order by seq`,
      [who.userId],
    )
  ).rows.map(({ what }) => what);
const inputOf = (path: string, call: Call, who: Person): object =>
  call.upload && !call.input
    ? { file: 'x' }
    : (formsOf(path, call)[0]?.make((_field, kind) => (kind === 'member' ? String(who.memberNo) : randomUUID())) ?? {});

describe.each(['merchant', 'agent'] as const)('as a %s', (role) => {
  test('every call that changes anything is refused and writes nothing; the others are answered and logged', async () => {
    const who = role === 'merchant' ? shop : agent;
    const wrong: string[] = [];
    let [refused, answered] = [0, 0];
    for (const [path, call] of calls.filter((one) => role === 'agent' || one[1].who !== 'agents')) {
      const view = await viewOf(who);
      await at.writes();
      const before = (await logged(support)).length;
      const { error, status } = await at.request(view, path, call, inputOf(path, call, who));
      const written = await at.writes();
      const news = (await logged(support)).slice(before);
      if (status === 500) wrong.push(`${path} broke`);
      if (written.length > 0) wrong.push(`${path} wrote ${written.map(({ table }) => table).join()}`);
      if (isReading(call) === (error === 'view_only')) wrong.push(`${path}: ${error}`);
      if (isReading(call)) answered += 1;
      else refused += 1;
      const entries = isReading(call) ? [`member_viewed ${who.memberNo} ${path}`] : [];
      if (JSON.stringify(news) !== JSON.stringify(entries)) wrong.push(`${path} logged ${news.join()}`);
    }
    expect(wrong).toEqual([]);
    expect(refused).toBeGreaterThan(40);
    expect(answered).toBeGreaterThan(20);
    // Nothing of it is in the log of the member's own user.
    expect((await logged(who)).filter((what) => !what.startsWith('login'))).toEqual([]);
  }, 120_000);
});

test('a view reads what the member reads, says whose it is, and has no key to the member’s drafts', async () => {
  const view = await viewOf(shop);
  const [own, seen] = [await ask(shop, '/user/info'), await ask(view, '/user/info')];
  const userinfo = (answer: typeof own) => (answer.data as { userinfo: Record<string, unknown> }).userinfo;
  expect(seen.data).toMatchObject({ view: { by: 'helper' } });
  expect(own.data).toMatchObject({ view: null });
  expect({ ...userinfo(seen), draftKey: '' }).toEqual({ ...userinfo(own), draftKey: '' });
  expect(userinfo(seen)['draftKey']).not.toBe(userinfo(own)['draftKey']);
  expect((await ask(view, '/operator/member/list')).error).toBe('not_found');
  const { data } = await ask(shop, '/user/sessions');
  expect(data).toMatchObject({ total: 1 });
});

test('it is logged when it starts and ends, and takes a reason and the right', async () => {
  expect(await logged(support)).toContain(`member_view_started ${agent.memberNo} asked for help`);
  expect((await ask(support, '/operator/member/view', { memberNo: String(shop.memberNo) })).code).toBe(-1);
  const finance = await at.operator('payer', ['finance']);
  expect(await startView(shop, finance)).toMatchObject({ code: 0, error: 'right_missing' });
  expect(await startView({ ...shop, memberNo: 10_000_000n })).toMatchObject({ code: 0, error: 'not_found' });
});

describe('a view ends', () => {
  const isOpen = async (view: Person) => (await ask(view, '/user/info')).code === 1;

  test('when its operator says so', async () => {
    const view = await viewOf(shop);
    expect(await isOpen(view)).toBe(true);
    expect((await ask(support, '/operator/member/endView')).code).toBe(1);
    expect(await isOpen(view)).toBe(false);
    expect((await logged(support)).at(-1)).toMatch(/^member_view_ended/);
    // The member's own session does not end with it.
    expect(await isOpen(shop)).toBe(true);
  });

  test('with its operator’s own session', async () => {
    const view = await viewOf(shop);
    await ask(support, '/user/logout');
    expect(await isOpen(view)).toBe(false);
    support = { ...support, token: await at.tokenOf(support) };
  });

  test('when its operator loses the right, or is disabled', async () => {
    const one = await at.operator('watcher', ['risk']);
    const view = await viewOf(shop, one);
    await at.db.pool.query(`update users set staff_roles = '{finance}' where user_id = $1`, [one.userId]);
    expect(await isOpen(view)).toBe(false);
    await at.db.pool.query(`update users set staff_roles = '{risk}' where user_id = $1`, [one.userId]);
    expect(await isOpen(view)).toBe(true);
    await at.db.pool.query(`update users set state = 'disabled' where user_id = $1`, [one.userId]);
    expect(await isOpen(view)).toBe(false);
  });

  test('after a quarter of an hour', async () => {
    const view = await viewOf(shop);
    at.clock.advance(15 * 60_000 - 1);
    expect(await isOpen(view)).toBe(true);
    at.clock.advance(1);
    expect(await isOpen(view)).toBe(false);
  });
});

test('the list of login addresses binds the member, not who looks at it; a member that is disabled can be looked at', async () => {
  await at.db.transaction(async (tx) => {
    await at.app.keys.ensure(tx, shop.memberNo ?? 0n);
    await at.app.keys.change(tx, shop.memberNo ?? 0n, { loginIps: ['203.0.113.9'] });
  });
  await at.app.keys.spread(shop.memberNo ?? 0n);
  expect((await ask(shop, '/user/info')).error).toBe('login_ip_not_allowed');
  await at.db.transaction((tx) => at.app.members.change(tx, shop.memberNo ?? 0n, { state: 'disabled' }));
  expect((await ask(await viewOf(shop), '/user/info')).code).toBe(1);
});
