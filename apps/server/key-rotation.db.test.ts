/** Keys are replaced while programs sign with them, over two processes. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ask,
  isVerifiable,
  type Keys,
  type OneProcess,
  type Shop,
  twoProcesses,
  type TwoProcesses,
  withPin,
} from './two-processes-for-tests.ts';

let at: TwoProcesses;
beforeAll(async () => {
  at = await twoProcesses();
});
afterAll(() => at.close());

const rotate = async (process: OneProcess, { person }: Shop, overlapHours: number): Promise<string> => {
  const { data, text } = await ask<{ md5Key: string }>(
    process,
    person,
    '/apisettings/rotate',
    withPin({ overlapHours }),
  );
  if (!data) throw new Error(text);
  return data.md5Key;
};

test('under load, no signed request is refused and no callback arrives that no known key verifies', async () => {
  const shop = await at.shop({ signTypes: ['MD5', 'HMAC-SHA256'], requestIps: ['198.51.100.0/24'] });
  const processes = [at.here, at.there];
  const keys: Keys = { used: [shop.key], known: [shop.key] };
  const wrong: string[] = [];
  let [requests, callbacks] = [0, 0];
  const programs = [true, true, true, false, false, false].map((isNewest, index) => async (turn: number) => {
    const key = (isNewest ? keys.used[0] : keys.used.at(-1)) ?? '';
    const signType = turn % 3 === 0 ? 'MD5' : 'HMAC-SHA256';
    const process = processes[(turn + index) % 2] ?? at.here;
    const { code, error } = await at.gateway(process, { ...shop, key }, '/balance', {}, { signType });
    requests += 1;
    if (code !== 1) wrong.push(`${isNewest ? 'newest' : 'oldest'} key: ${error}`);
  });
  const deliveries = processes.map((process) => async (turn: number) => {
    const signType = turn % 2 === 0 ? 'MD5' : 'HMAC-SHA256';
    callbacks += 1;
    // A callback has a signature by each key that is valid, so it needs none that ends.
    if (!(await isVerifiable(process, shop.memberNo, keys.used, signType))) wrong.push('a callback');
  });
  await at.rotateUnderLoad(keys, (process) => rotate(process, shop, 1), [...programs, ...deliveries]);
  process.stdout.write(`rotation: ${requests} requests, ${callbacks} callbacks, ${wrong.length} wrong\n`);
  expect(wrong).toEqual([]);
  expect(requests).toBeGreaterThan(200);
  expect(callbacks).toBeGreaterThan(200);
}, 30_000);

test('a new key that is used before every process knows it would be refused, so the answer waits', async () => {
  const shop = await at.shop();
  expect(await at.gateway(at.there, shop)).toMatchObject({ code: 1 });
  const key = await at.db.transaction((tx) => at.here.app.keys.rotate(tx, shop.memberNo, 1));
  expect(await at.gateway(at.there, { ...shop, key })).toMatchObject({ error: 'bad_signature' });
  await at.here.app.keys.spread(shop.memberNo);
  expect(await at.gateway(at.there, { ...shop, key })).toMatchObject({ code: 1 });
});

test('a key that ends is refused on every process within a second, and so it is when the overlap runs out', async () => {
  const shop = await at.shop();
  const key = await rotate(at.here, shop, 24);
  for (const process of [at.here, at.there]) {
    expect(await at.gateway(process, shop)).toMatchObject({ code: 1 });
    expect(await at.gateway(process, { ...shop, key })).toMatchObject({ code: 1 });
  }
  const ending = ask(at.there, shop.person, '/apisettings/endOverlap', withPin());
  let refusedAt = 0;
  const began = performance.now();
  while (refusedAt === 0) {
    const answers = [await at.gateway(at.here, shop), await at.gateway(at.there, shop)];
    expect(answers.filter(({ code, error }) => code !== 1 && error !== 'key_ended')).toEqual([]);
    if (answers.every(({ error }) => error === 'key_ended')) refusedAt = performance.now();
  }
  expect(await ending).toMatchObject({ code: 1 });
  process.stdout.write(`ended everywhere after ${Math.round(refusedAt - began)} ms\n`);
  for (const process of [at.here, at.there])
    expect(await at.gateway(process, { ...shop, key })).toMatchObject({ code: 1 });

  const newest = await rotate(at.here, { ...shop, key }, 1);
  at.pass(3_600_000 - 10_000);
  expect(await at.gateway(at.there, { ...shop, key })).toMatchObject({ code: 1 });
  at.pass(10_000);
  expect(await at.gateway(at.there, { ...shop, key })).toMatchObject({ error: 'key_ended' });
  expect(await at.gateway(at.there, { ...shop, key: newest })).toMatchObject({ code: 1 });
}, 20_000);

test('without an overlap the old key ends at once, and a callback carries one signature', async () => {
  const shop = await at.shop();
  const key = await rotate(at.there, shop, 0);
  for (const process of [at.here, at.there]) {
    expect(await at.gateway(process, shop)).toMatchObject({ code: 0, error: 'key_ended' });
    expect(await at.gateway(process, { ...shop, key })).toMatchObject({ code: 1 });
    expect(await isVerifiable(process, shop.memberNo, [shop.key], 'HMAC-SHA256')).toBe(false);
    expect(await isVerifiable(process, shop.memberNo, [key], 'HMAC-SHA256')).toBe(true);
  }
});

test('an ended key is recognized from an allowed address only, for thirty days, the last two of them', async () => {
  const shop = await at.shop({ requestIps: ['198.51.100.1'] });
  const stranger = { ip: '203.0.113.9' };
  const second = await rotate(at.here, shop, 24);
  const third = await rotate(at.here, shop, 24);
  const asked = (key: string, from = {}) => at.gateway(at.there, { ...shop, key }, '/balance', {}, from);
  // The second replacement ended the first key before its time.
  expect(await asked(shop.key)).toMatchObject({ error: 'key_ended', msg: expect.stringContaining('revoked') });
  expect(await asked(shop.key, stranger)).toMatchObject({ error: 'bad_signature' });
  expect(await asked('a-key-that-never-was-0123456789')).toMatchObject({ error: 'bad_signature' });
  expect(await asked(second)).toMatchObject({ code: 1 });
  const fourth = await rotate(at.here, shop, 0);
  expect([(await asked(shop.key)).error, (await asked(second)).error, (await asked(third)).error]).toEqual([
    'bad_signature',
    'key_ended',
    'key_ended',
  ]);
  const erase = at.here.app.jobs.find(({ name }) => name === 'merchant-keys erase-ended');
  at.pass(29 * 86_400_000);
  await erase?.run();
  expect((await asked(third)).error).toBe('key_ended');
  at.pass(86_400_000 + 60_000);
  await erase?.run();
  at.pass(1_000);
  expect((await asked(third)).error).toBe('bad_signature');
  expect(await asked(fourth)).toMatchObject({ code: 1 });
  const { rows } = await at.db.pool.query(
    'select previous_key_sealed, ended_key_sealed from merchant_keys where member_no = $1',
    [shop.memberNo],
  );
  expect(rows).toEqual([{ previous_key_sealed: null, ended_key_sealed: null }]);
}, 20_000);
