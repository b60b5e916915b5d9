/** ePay keys are replaced while shops sign with them, over two processes. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ask,
  HOME_IP,
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
  // No request of these tests is one too many.
  await at.db.transaction((tx) => at.here.app.platform.setSettings(tx, { gatewayRatePerSecond: 5_000 }));
});
afterAll(() => at.close());

const WRONG = '签名校验失败，请返回重试！';
const WRONG_KEY = '商户密钥错误';

interface EpayShop extends Shop {
  epayKey: string;
}

async function epayShop(): Promise<EpayShop> {
  const shop = await at.shop();
  const [channel] = await at.here.app.channels.allTerms(shop.memberNo);
  const typeMap = { alipay: channel?.code ?? '' };
  const changed = await ask(at.here, shop.person, '/apisettings/epay', withPin({ enabled: true, typeMap }));
  expect(changed).toMatchObject({ code: 1 });
  const { data, text } = await ask<{ epayKey: string }>(at.there, shop.person, '/apisettings/epayKey', withPin());
  if (!data) throw new Error(text);
  return { ...shop, epayKey: data.epayKey };
}

async function rotate(process: OneProcess, { person }: Shop, overlapHours: number): Promise<string> {
  const { data, text } = await ask<{ epayKey: string }>(
    process,
    person,
    '/apisettings/epayRotate',
    withPin({ overlapHours }),
  );
  if (!data) throw new Error(text);
  return data.epayKey;
}

/** As a plugin computes it, from the protocol's description. */
function signatureOf(fields: Readonly<Record<string, string>>, key: string): string {
  const pairs = Object.keys(fields)
    .filter((name) => name !== 'sign' && name !== 'sign_type' && fields[name] !== '')
    .sort()
    .map((name) => `${name}=${fields[name]}`);
  return createHash('md5')
    .update(pairs.join('&') + key)
    .digest('hex');
}

interface Answer {
  code: number;
  msg?: string;
  trade_no?: string;
}

async function answer({ server }: OneProcess, file: string, fields: Record<string, string>): Promise<Answer> {
  const reply = await server.inject({
    method: 'POST',
    url: `/epay/${file}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
    remoteAddress: HOME_IP,
  });
  return reply.json<Answer>();
}

let orders = 0;

function create(process: OneProcess, { memberNo }: Pick<Shop, 'memberNo'>, key: string): Promise<Answer> {
  const fields = {
    pid: memberNo.toString(),
    type: 'alipay',
    out_trade_no: `R-${(orders += 1)}`,
    notify_url: 'https://shop.example/notify',
    return_url: '',
    name: 'Tea',
    money: '10.00',
  };
  return answer(process, 'mapi.php', { ...fields, sign: signatureOf(fields, key), sign_type: 'MD5' });
}

const query = (process: OneProcess, { memberNo }: Pick<Shop, 'memberNo'>, key: string): Promise<Answer> =>
  answer(process, 'api.php', { act: 'query', pid: memberNo.toString(), key });

/** Signs the notification of an order as the process does, and returns whether a shop with these keys verifies it. */
async function isVerifiable({ app }: OneProcess, memberNo: bigint, tradeNo: string, keys: readonly string[]) {
  const { rows } = await at.db.pool.query<{ keyNo: number }>(
    'select key_no as "keyNo" from epay_orders where member_no = $1 and system_no = $2',
    [memberNo, tradeNo],
  );
  const fields = { pid: memberNo.toString(), trade_no: tradeNo, money: '10.00', trade_status: 'TRADE_SUCCESS' };
  const signed = await app.epay.signNotification(memberNo, { fields, keyNo: rows[0]?.keyNo ?? 0 });
  return keys.some((key) => signed['sign'] === signatureOf(signed, key));
}

test('under load, no request of a shop is refused and no notification arrives that neither key verifies', async () => {
  const shop = await epayShop();
  const { memberNo } = shop;
  const processes = [at.here, at.there];
  const keys: Keys = { used: [shop.epayKey], known: [shop.epayKey] };
  const tradeNos: string[] = [];
  const wrong: string[] = [];
  let [requests, notifications] = [0, 0];
  const programs = [true, true, false, false].map((isNewest, index) => async (turn: number) => {
    const key = (isNewest ? keys.used[0] : keys.used.at(-1)) ?? '';
    const process = processes[(turn + index) % 2] ?? at.here;
    const { code, msg, trade_no: tradeNo } = await (turn % 2 === 0 ? create : query)(process, shop, key);
    requests += 1;
    if (code !== 1) wrong.push(`${isNewest ? 'newest' : 'oldest'} key: ${msg}`);
    if (tradeNo !== undefined) tradeNos.push(tradeNo);
  });
  const deliveries = processes.map((process) => async (turn: number) => {
    // Orders of keys that have ended in the meantime are paid too.
    const tradeNo = turn % 2 === 0 ? tradeNos.at(-1) : tradeNos[turn % 20];
    if (tradeNo === undefined) return;
    notifications += 1;
    if (!(await isVerifiable(process, memberNo, tradeNo, keys.known))) wrong.push('a notification');
  });
  await at.rotateUnderLoad(keys, (process) => rotate(process, shop, 1), [...programs, ...deliveries]);
  process.stdout.write(`ePay rotation: ${requests} requests, ${notifications} notifications, ${wrong.length} wrong\n`);
  expect(wrong).toEqual([]);
  expect(requests).toBeGreaterThan(200);
  expect(notifications).toBeGreaterThan(200);
}, 30_000);

test('a new key that is used before every process knows it would be refused, so the answer waits', async () => {
  const shop = await epayShop();
  expect(await create(at.there, shop, shop.epayKey)).toMatchObject({ code: 1 });
  const key = await at.db.transaction((tx) => at.here.app.epay.settings.rotate(tx, shop.memberNo, 1));
  expect(await create(at.there, shop, key)).toMatchObject({ code: -1, msg: WRONG });
  await at.here.app.epay.settings.spread(shop.memberNo);
  expect(await create(at.there, shop, key)).toMatchObject({ code: 1 });
});

test('a key that ends is refused on every process within a second, and so it is when the overlap runs out', async () => {
  const shop = await epayShop();
  const key = await rotate(at.here, shop, 24);
  for (const process of [at.here, at.there])
    for (const one of [shop.epayKey, key]) expect(await create(process, shop, one)).toMatchObject({ code: 1 });
  const began = performance.now();
  const ending = ask(at.there, shop.person, '/apisettings/epayEndOverlap', withPin());
  let refusedAt = 0;
  while (refusedAt === 0) {
    const answers = [await create(at.here, shop, shop.epayKey), await create(at.there, shop, shop.epayKey)];
    expect(answers.filter(({ code, msg }) => code !== 1 && msg !== WRONG)).toEqual([]);
    if (answers.every(({ msg }) => msg === WRONG)) refusedAt = performance.now();
  }
  expect(await ending).toMatchObject({ code: 1 });
  process.stdout.write(`ended everywhere after ${Math.round(refusedAt - began)} ms\n`);
  for (const process of [at.here, at.there]) {
    expect(await query(process, shop, shop.epayKey)).toMatchObject({ code: -3, msg: WRONG_KEY });
    expect(await query(process, shop, key)).toMatchObject({ code: 1 });
    expect(await create(process, shop, key)).toMatchObject({ code: 1 });
  }

  const newest = await rotate(at.here, shop, 1);
  at.pass(3_600_000 - 10_000);
  expect(await create(at.there, shop, key)).toMatchObject({ code: 1 });
  at.pass(10_000);
  for (const process of [at.here, at.there]) {
    expect(await create(process, shop, key)).toMatchObject({ code: -1, msg: WRONG });
    expect(await create(process, shop, newest)).toMatchObject({ code: 1 });
  }
}, 20_000);

test('without an overlap the old key ends at once, and orders of its time are notified by the new one', async () => {
  const shop = await epayShop();
  const { trade_no: tradeNo = '' } = await create(at.here, shop, shop.epayKey);
  const key = await rotate(at.there, shop, 0);
  for (const process of [at.here, at.there]) {
    expect(await create(process, shop, shop.epayKey)).toMatchObject({ code: -1, msg: WRONG });
    expect(await create(process, shop, key)).toMatchObject({ code: 1 });
    expect(await isVerifiable(process, shop.memberNo, tradeNo, [shop.epayKey])).toBe(false);
    expect(await isVerifiable(process, shop.memberNo, tradeNo, [key])).toBe(true);
  }
});
