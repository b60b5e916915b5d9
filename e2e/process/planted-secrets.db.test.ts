/** Users, operators and programs use a real server with known secrets; none of them may remain readable. */
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@countinghouse/sdk';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { GATEWAY_BASE } from '#features/gateway/contract.ts';
import { retainedPurposes, sealedColumns } from '#apps/server/sealed-columns.ts';
import { composeVerbs, type Verbs } from '#apps/server/verbs.ts';
import { systemClock } from '#foundation/core/clock.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { resealColumn } from '#foundation/server/secrets/resealing.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { readSettings } from '#foundation/server/process/settings.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { freePort } from '#foundation/server/http/port-for-tests.ts';
import { codeOf, PlantedPerson } from './planted-people-for-tests.ts';
import { start } from './program-for-tests.ts';
import { dumpOf, PlantedSecrets } from './secrets-for-tests.ts';

const planted = new PlantedSecrets();
const masterKey = planted.plant('master key', randomBytes(32));
const sealer = new Sealer(masterKey);
const PHONES = ['13800138001', '13800138002', '13800138003'] as const;

let db: TestDatabase;
let dataDir: string;
let baseUrl: string;
let child: ChildProcessWithoutNullStreams;
let verbs: Verbs;
let logged = '';

const client = (name: string): PlantedPerson => new PlantedPerson(name, { planted, db, baseUrl, dataDir });

beforeAll(async () => {
  db = await testDatabase({ size: 3 });
  dataDir = await mkdtemp(join(tmpdir(), 'countinghouse-planted-'));
  const port = await freePort();
  baseUrl = `http://127.0.0.1:${port}`;
  const env = {
    DATABASE_URL: db.connectionString,
    DATA_DIR: dataDir,
    MASTER_KEY: masterKey.toString('base64'),
    PORT: String(port),
    LOG_LEVEL: 'debug',
    DEMO: 'off',
  };
  for (const purpose of ['seal', 'captcha', 'sms code', ...retainedPurposes])
    planted.plant(`derived key: ${purpose}`, sealer.derive(purpose));
  verbs = composeVerbs({
    settings: readSettings(env),
    db,
    sealer,
    clock: systemClock,
    log: silentLog,
    publish: () => undefined,
  });
  child = start('apps/server/main.ts', env);
  await new Promise<void>((resolve, reject) => {
    const take = (chunk: Buffer): void => {
      logged += chunk.toString();
      if (logged.includes('is ready at')) resolve();
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('close', () => reject(new Error(logged)));
  });
});
afterAll(async () => {
  child.kill('SIGKILL');
  await verbs.outgoing.close();
  await db.close();
  await rm(dataDir, { recursive: true });
});

/** Random noise, so that no two pictures are alike, with a word in its metadata. */
async function photo(name: string): Promise<Buffer> {
  const raw = { width: 120, height: 80, channels: 3 } as const;
  const exif = { IFD0: { Copyright: planted.word(`${name}: metadata`) } };
  const bytes = await sharp(randomBytes(120 * 80 * 3), { raw })
    .withExif(exif)
    .jpeg()
    .toBuffer();
  planted.plant(`${name}: as uploaded`, bytes.subarray(-200, -100));
  return bytes;
}

/** Adds the check digit. */
function idNumber(name: string, head: string): string {
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  return planted.plant(
    name,
    head + '10X98765432'.charAt(weights.reduce((sum, weight, index) => sum + weight * Number(head[index]), 0) % 11),
  );
}

/** A merchant with a phone, an authenticator, both passwords and certification papers. Returns its member number. */
async function merchant(): Promise<bigint> {
  const anna = client('anna');
  const first = await anna.register('anna', PHONES[0]);
  const { secret } = await anna.done<{ secret: string }>('/user/getGoogleQrcode');
  planted.plant('anna: secret of the authenticator', secret);
  const bind = { secret, code: anna.appCode(secret), verifyType: 'sms', verifyCode: await anna.smsCode('verify') };
  const { recoveryCodes } = await anna.done<{ recoveryCodes: string[] }>('/user/bindGoogleQrcode', bind);
  recoveryCodes.forEach((code, index) => planted.plant(`anna: recovery code ${index}`, code));
  const payPassword = planted.digits('anna: payment password');
  const pay = { loginPassword: first, password: payPassword, confirmPassword: payPassword };
  await anna.done('/user/setPayPassword', { ...pay, verifyType: 'google', verifyCode: anna.appCode(secret, 1) });
  const second = planted.word('anna: second password');
  const change = { oldPassword: first, password: second, confirmPassword: second };
  await anna.done('/user/changePassword', { ...change, verifyType: 'sms', verifyCode: await anna.smsCode('verify') });
  await anna.enter('/user/login', { account: 'anna', password: second, googlecode: recoveryCodes[0] ?? '' });

  const [photoFront, photoBack] = [await anna.upload(await photo('front')), await anna.upload(await photo('back'))];
  const papers = { name: 'Anna', industry: 'Books', photoFront, photoBack };
  await anna.post('/user/auth', {
    ...papers,
    idNumber: planted.plant('anna: mistyped ID number', '110105194912310021'),
  });
  await anna.done('/user/auth', { ...papers, idNumber: idNumber('anna: ID number', '11010519491231002') });
  const kept = Buffer.from(await (await anna.send(`/user/file/${photoFront}`, { method: 'GET' })).arrayBuffer());
  planted.plant('front: as stored', kept.subarray(-200, -100));
  const card = {
    type: 'bank',
    holder: 'Anna',
    bank: 'ICBC',
    account: planted.plant('anna: account number', '6222027405139685279'),
  };
  // A time step counts once, and the next one is up to half a minute away.
  await db.pool.query('update authenticators set last_step = 0');
  await anna.done('/bankcard/add', { ...card, payPassword, verifyType: 'google', verifyCode: codeOf(secret) });
  const { userinfo } = await anna.done<{ userinfo: { memberNo: string } }>('/user/info', {});
  return BigInt(userinfo.memberNo);
}

/** A user who forgets the password, and an operator who helps; both with unfinished business. */
async function operatorAndForgetful(): Promise<void> {
  const [ben, boss] = [client('ben'), client('boss')];
  await ben.register('ben', PHONES[1]);
  const password = planted.word('boss: password');
  const passwordHash = await verbs.users.hashPassword(password);
  await db.transaction((tx) =>
    verbs.users.addUser(tx, {
      role: 'operator',
      memberNo: null,
      username: 'boss',
      nickname: 'boss',
      passwordHash,
      createdAt: new Date(),
    }),
  );
  await boss.enter('/user/login', { account: 'boss', password });
  const { list } = await boss.done<{ list: { id: string }[] }>('/operator/user/list', { q: 'ben' });
  const linkFor = async (name: string): Promise<string> => {
    const { link } = await boss.done<{ link: string }>('/operator/user/startReset', { id: list[0]?.id ?? '' });
    return planted.plant(`ben: ${name}`, /[\w-]{30,}$/.exec(link)?.[0] ?? '');
  };
  const fresh = planted.word('ben: new password');
  const reset = { password: fresh, confirmPassword: fresh };
  await ben.done('/user/resetPassword', { ...reset, token: await linkFor('link that was used') });
  await linkFor('link that waits');
  planted.plant(
    'boss: secret that was only shown',
    (await boss.done<{ secret: string }>('/user/getGoogleQrcode')).secret,
  );
  const certifications = await boss.done<{ list: { id: string }[] }>('/operator/certification/list');
  await boss.done('/operator/certification/decide', { id: certifications.list[0]?.id ?? '', status: 'approved' });
  // Last, because from then on each of these actions asks for a code.
  await boss.done('/user/bindmobile', {
    mobile: PHONES[2],
    code: await boss.smsCode('bindphone', { mobile: PHONES[2] }),
  });
}

/** Merchants' programs with each sign type, and an upstream with its own key. */
async function programs(memberNo: bigint): Promise<void> {
  const rsa = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const settings = { key: planted.word('upstream: key') + planted.word('upstream: end of the key') };
  const before = planted.plant('gateway: key of before', (await verbs.keys.find(memberNo))?.key ?? '');
  const key = await db.transaction(async (tx) => {
    await verbs.keys.change(tx, memberNo, {
      publicKey: rsa.publicKey,
      signTypes: ['MD5', 'HMAC-SHA256', 'RSA-SHA256'],
      requestIps: ['127.0.0.1'],
    });
    await verbs.upstreams.addUpstream(tx, { upstreamId: 1, connector: 'sandbox', name: 'Sandbox', settings });
    return verbs.keys.rotate(tx, memberNo, 24);
  });
  planted.plant('gateway: key', key);
  planted.plant('gateway: private key of the merchant', pemCore(rsa.privateKey));
  const { privateKey, publicKeyPem } = await verbs.platformKeys.platformKeys();
  planted.plant('gateway: private key of the platform', pemCore(privateKey.export({ type: 'pkcs8', format: 'pem' })));
  const common = { baseUrl: baseUrl + GATEWAY_BASE, merchantNo: memberNo.toString(), retries: 0 };
  const order = { orderNo: 'A1', channel: 'nowhere', amount: '5.00', notifyUrl: 'https://shop.example/notify' };
  // The server can cache the merchant's keys for up to a second.
  await expect
    .poll(() => createClient({ ...common, signType: 'MD5', key }).balance())
    .toMatchObject({ currency: 'CNY' });
  for (const signType of ['MD5', 'HMAC-SHA256'] as const) {
    for (const used of [key, before])
      expect((await createClient({ ...common, signType, key: used }).balance()).currency).toBe('CNY');
    await expect(createClient({ ...common, signType, key }).payCreate(order)).rejects.toThrow('channel');
    await expect(
      createClient({ ...common, signType, key: planted.word(`gateway: wrong key by ${signType}`).repeat(2) }).balance(),
    ).rejects.toThrow('signature');
  }
  const byRsa = createClient({
    ...common,
    signType: 'RSA-SHA256',
    privateKey: rsa.privateKey,
    platformPublicKey: publicKeyPem,
  });
  expect((await byRsa.balance()).currency).toBe('CNY');
  const epayKey = await db.transaction(async (tx) => {
    await verbs.epay.settings.create(tx, memberNo, { enabled: true });
    return verbs.epay.settings.key(tx, memberNo);
  });
  const epayQuery = async (of: string): Promise<unknown> =>
    (await fetch(`${baseUrl}/epay/api.php?act=query&pid=${memberNo}&key=${of}`)).json();
  expect(await epayQuery(planted.plant('ePay: key', epayKey))).toMatchObject({ code: 1, orders: 0 });
  expect(await epayQuery(planted.word('ePay: wrong key').repeat(2))).toMatchObject({ code: -3 });
  // A signature is no secret: the merchant's log shows it.
  const body = JSON.stringify({ merchantNo: memberNo.toString(), sign: 'made up' });
  await fetch(`${common.baseUrl}/balance`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

/** Mistakes of users: secrets in the wrong place, form or moment. */
async function mistakes(): Promise<void> {
  const carl = client('carl');
  const wrong = {
    account: 'anna',
    password: planted.word('mistake: wrong password'),
    ...(await carl.captcha('a wrong password')),
  };
  expect((await carl.post('/user/login', wrong)).code).toBe(0);
  await carl.post('/user/login', { account: planted.word('mistake: password as the name'), password: 'Abc12345' });
  await carl.post('/user/login', {
    account: 'anna',
    password: `${planted.word('mistake: password too long')}0123456789`,
  });
  await carl.post('/user/login', `{"account":"anna","password":"${planted.word('mistake: no JSON')}`);
  await carl.post('/user/login', { account: 'anna', passwort: planted.word('mistake: unknown field') });
  await carl.send(`/user/login?password=${planted.word('mistake: in the address')}`, { method: 'POST', body: '{}' });
  await carl.send(`/user/nowhere?token=${planted.word('mistake: in an unknown address')}`, { method: 'GET' });
  carl.token = planted.word('mistake: made-up token');
  expect((await carl.post('/user/info', {})).code).toBe(50_008);
  await carl.post('/user/resetPassword', {
    token: planted.word('mistake: made-up link'),
    password: 'Abc12345',
    confirmPassword: 'Abc12345',
  });
  carl.token = '';
  const answer = await carl.captcha('a broken server');
  await db.pool.query('alter table users rename to users_away');
  try {
    expect(
      await carl.post('/user/login', {
        account: 'anna',
        password: planted.word('mistake: while the server is broken'),
        ...answer,
      }),
    ).toMatchObject({
      error: 'internal',
    });
  } finally {
    await db.pool.query('alter table users_away rename to users');
  }
}

function pemCore(pem: string): string {
  return pem.split('\n')[8] ?? '';
}

describe('secrets that were planted', () => {
  test('are in neither the database nor the log: 40 and more, plain, base64 or hex', async () => {
    const memberNo = await merchant();
    await operatorAndForgetful();
    await programs(memberNo);
    await mistakes();
    const dump = await dumpOf(db);
    child.kill('SIGTERM');
    await once(child, 'close');

    expect(planted.count).toBeGreaterThanOrEqual(40);
    expect(planted.foundIn(dump)).toEqual([]);
    expect(planted.foundIn(logged)).toEqual([]);
    for (const phone of PHONES) expect(logged).not.toContain(phone);
    // The search covered real data: users, sealed values, and the failure in the log.
    for (const trace of ['anna', 'users', '$argon2id$', '\\x01', 'refused']) expect(dump).toContain(trace);
    expect(logged).toContain('a request failed');
  });

  test('would be found if one of them were written down', async () => {
    const open = planted.plant('negative control', `control ${randomBytes(8).toString('hex')}`);
    const bytes = Buffer.from(`before ${open} after`);
    const forms = [bytes.toString(), bytes.toString('base64'), bytes.toString('base64url'), bytes.toString('hex')];
    expect(planted.foundIn(await dumpOf(db))).toEqual([]);
    for (const form of forms) {
      const { rows } = await db.pool.query(
        `insert into announcements (announcement_id, title, body, published_at) values (1, 'x', $1, now()) returning announcement_id`,
        [form],
      );
      expect([rows.length, planted.foundIn(await dumpOf(db))]).toEqual([1, ['negative control']]);
      await db.pool.query('delete from announcements');
    }
    for (const form of forms) {
      await db.pool.query('insert into captcha_challenges values ($1, now())', [Buffer.from(form)]);
      expect(planted.foundIn(await dumpOf(db))).toEqual(['negative control']);
      await db.pool.query('delete from captcha_challenges where challenge_hash = $1', [Buffer.from(form)]);
    }
    expect(planted.foundIn(`${logged}${JSON.stringify({ msg: forms[1] })}`)).toEqual(['negative control']);
  });

  test('are all sealed in columns that a master key rotation covers', async () => {
    const found = new Map<string, number>();
    for (const column of sealedColumns) {
      const { read, resealed, unreadable } = await resealColumn(
        db,
        new Sealer(randomBytes(32), { previous: masterKey }),
        column,
      );
      expect([column.table, column.column, resealed, unreadable]).toEqual([column.table, column.column, read, []]);
      found.set(`${column.table}.${column.column}`, read);
    }
    expect(Object.fromEntries(found)).toMatchObject({
      'merchant_keys.key_sealed': 2,
      'merchant_keys.previous_key_sealed': 1,
      'platform_keys.private_key_sealed': 1,
      'upstreams.settings_sealed': 1,
      'authenticators.secret': 1,
      'pending_authenticators.secret': 1,
      'certifications.id_number_sealed': 1,
      'bank_cards.account_sealed': 1,
      'files.bytes_sealed': 2,
    });
  });
});
