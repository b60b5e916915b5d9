import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { memberVerbs } from '#features/members/server/verbs.ts';
import { platformVerbs } from '#features/platform/server/verbs.ts';
import { SettableClock } from '#foundation/core/clock.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { testDatabase, type TestDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { verifyReturnUrl } from '@countinghouse/sdk/returns';
import { merchantKeyJobs } from './jobs.ts';
import { platformKeyVerbs } from './platform-keys.ts';
import {
  acceptedKeys,
  endedKeys,
  KeySettingsError,
  merchantKeyVerbs,
  type MerchantKeyVerbs,
  type NewKeys,
} from './verbs.ts';

const START = new Date('2026-11-20T04:00:00Z');
const DAY_MS = 86_400_000;
const sealer = new Sealer(Buffer.alloc(32, 3));
let db: TestDatabase;
let clock: SettableClock;
let keys: MerchantKeyVerbs;

beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.close());
beforeEach(() => {
  clock = new SettableClock(START);
  keys = verbs();
});

/** The verbs as in another process, with an empty cache. */
function verbs(): MerchantKeyVerbs {
  const { platformKeys } = platformKeyVerbs({ db, sealer });
  return merchantKeyVerbs({ db, clock, sealer, platformKeys, log: silentLog });
}

async function merchant(settings: NewKeys = {}): Promise<bigint> {
  return db.transaction(async (tx) => {
    const { memberNo } = await memberVerbs({ db, platform: platformVerbs({ db, clock }) }).add(tx, {
      kind: 'merchant',
      name: 'Shop',
      settlement: { mode: 'D', days: 0, sameDayRatioE4: 1_000_000 },
      createdAt: START,
    });
    await keys.create(tx, memberNo, settings);
    return memberNo;
  });
}

function rsaPublicPem(modulusLength: number): string {
  return generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).publicKey;
}

describe("a merchant's key", () => {
  it('is random with 256 bits unless it is given, and is stored sealed', async () => {
    const [drawn, given] = [await merchant(), await merchant({ key: 'planted-key-0123456789' })];
    expect((await keys.find(drawn))?.key).toMatch(/^[\w-]{43}$/);
    expect((await keys.find(given))?.key).toBe('planted-key-0123456789');
    const { rows } = await db.pool.query<{ row: string }>('select merchant_keys::text as row from merchant_keys');
    for (const hidden of ['planted-key-0123456789', Buffer.from('planted-key-0123456789').toString('hex')]) {
      expect(rows.some(({ row }) => row.includes(hidden))).toBe(false);
    }
  });

  it("does not unseal in another merchant's row", async () => {
    const [one, other] = [await merchant(), await merchant()];
    const { rows } = await db.pool.query<{ sealed: Buffer }>(
      'select key_sealed as sealed from merchant_keys where member_no = $1',
      [one],
    );
    await db.pool.query('update merchant_keys set key_sealed = $1 where member_no = $2', [rows[0]?.sealed, other]);
    await expect(keys.find(other)).rejects.toThrow(/authenticate/);
  });

  it.each([
    [{ key: 'short' }, 'key'],
    [{ signTypes: ['MD5'] }, 'requestIps'],
    [{ requestIps: ['0.0.0.0/0'] }, 'requestIps'],
    [{ publicKey: 'no key' }, 'publicKey'],
    [{ publicKey: rsaPublicPem(1024) }, 'publicKey'],
    [
      {
        publicKey: generateKeyPairSync('ec', {
          namedCurve: 'P-256',
          publicKeyEncoding: { type: 'spki', format: 'pem' },
          privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
        }).publicKey,
      },
      'publicKey',
    ],
    [
      {
        publicKey: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
          type: 'pkcs8',
          format: 'pem',
        }),
      },
      'publicKey',
    ],
  ] as [NewKeys, string][])('is not created with invalid settings: case %#', async (settings, field) => {
    const refused = await merchant(settings).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(KeySettingsError);
    expect(Object.keys((refused as KeySettingsError).fields)).toEqual([field]);
  });

  it('is undefined for a member without keys', async () => {
    expect(await keys.find(10_000_001n)).toBeUndefined();
    expect(await keys.signingFor(10_000_001n, 'HMAC-SHA256')).toBeUndefined();
    expect(await keys.loginIps(10_000_001n)).toEqual([]);
  });
});

describe('a rotation', () => {
  it('keeps the old key valid until its end, to the millisecond, and signs with both until then', async () => {
    const memberNo = await merchant({ key: 'the-old-key-0123456789' });
    const newKey = await db.transaction((tx) => keys.rotate(tx, memberNo, 24));
    const found = await keys.find(memberNo);
    if (!found) throw new Error('no keys');
    const end = new Date(START.getTime() + 24 * 3_600_000);
    const acceptedAt = (at: Date) => acceptedKeys(found, 'HMAC-SHA256', at).map(({ key }) => key);
    expect(acceptedAt(new Date(end.getTime() - 1))).toEqual([newKey, 'the-old-key-0123456789']);
    expect(endedKeys(found, 'HMAC-SHA256', new Date(end.getTime() - 1))).toEqual([]);
    expect(acceptedAt(end)).toEqual([newKey]);
    expect(endedKeys(found, 'HMAC-SHA256', end)).toEqual(['the-old-key-0123456789']);
    expect(endedKeys(found, 'RSA-SHA256', end)).toEqual([]);
    expect(await keys.signingFor(memberNo, 'MD5')).toEqual({ key: newKey, previousKey: 'the-old-key-0123456789' });
    clock.set(end);
    expect(await keys.signingFor(memberNo, 'MD5')).toEqual({ key: newKey, previousKey: undefined });
  });

  it('erases the old key thirty days after its end', async () => {
    const memberNo = await merchant();
    await db.transaction((tx) => keys.rotate(tx, memberNo, 1));
    const [job] = merchantKeyJobs({ db, clock });
    const isKept = async (): Promise<boolean | undefined> =>
      (
        await db.pool.query<{ kept: boolean }>(
          'select previous_key_sealed is not null as kept from merchant_keys where member_no = $1',
          [memberNo],
        )
      ).rows[0]?.kept;
    await job?.run();
    expect(await isKept()).toBe(true);
    clock.advance(3_600_000 + 30 * DAY_MS);
    await job?.run();
    expect(await isKept()).toBe(true);
    clock.advance(1);
    await job?.run();
    expect(await isKept()).toBe(false);
  });

  it("without an overlap ends the old key at once, and a second rotation ends the first's", async () => {
    const memberNo = await merchant({ key: 'the-old-key-0123456789' });
    const second = await db.transaction((tx) => keys.rotate(tx, memberNo, 0));
    const knownAt = async (): Promise<[accepted: unknown[], ended: unknown[]]> => {
      const found = await verbs().find(memberNo);
      if (!found) throw new Error('no keys');
      const accepted = acceptedKeys(found, 'MD5', clock.now()).map(({ key }) => key);
      return [accepted, endedKeys(found, 'MD5', clock.now())];
    };
    expect(await knownAt()).toEqual([[second], ['the-old-key-0123456789']]);
    const third = await db.transaction((tx) => keys.rotate(tx, memberNo, 2));
    expect(await knownAt()).toEqual([[third, second], ['the-old-key-0123456789']]);
    const fourth = await db.transaction((tx) => keys.rotate(tx, memberNo, 2));
    expect(await knownAt()).toEqual([[fourth, third], [second]]);
    expect(await db.transaction((tx) => keys.endOverlap(tx, memberNo))).toBe(true);
    expect(await db.transaction((tx) => keys.endOverlap(tx, memberNo))).toBe(false);
    expect(await knownAt()).toEqual([[fourth], [third, second]]);
    await expect(db.transaction((tx) => keys.rotate(tx, memberNo, -1))).rejects.toThrow(KeySettingsError);
    await expect(db.transaction((tx) => keys.rotate(tx, memberNo, Number.NaN))).rejects.toThrow(KeySettingsError);
  });
});

describe('settings', () => {
  it('change atomically, and reach other processes within a second', async () => {
    const memberNo = await merchant({ requestIps: ['203.0.113.7'], signTypes: ['MD5', 'HMAC-SHA256'] });
    const elsewhere = verbs();
    expect((await elsewhere.find(memberNo))?.isAddressAllowed('198.51.100.1')).toBe(false);
    await expect(db.transaction((tx) => keys.change(tx, memberNo, { requestIps: [] }))).rejects.toThrow(
      KeySettingsError,
    );
    await db.transaction((tx) =>
      keys.change(tx, memberNo, {
        requestIps: ['198.51.100.0/24'],
        loginIps: ['203.0.113.8'],
        publicKey: rsaPublicPem(2048),
      }),
    );
    clock.advance(1000);
    const found = await elsewhere.find(memberNo);
    expect([found?.isAddressAllowed('198.51.100.1'), found?.isAddressAllowed('203.0.113.7')]).toEqual([true, false]);
    expect(found?.publicKey?.asymmetricKeyDetails?.modulusLength).toBe(2048);
    expect(await elsewhere.loginIps(memberNo)).toEqual(['203.0.113.8']);
    await db.transaction((tx) => keys.change(tx, memberNo, { publicKey: null }));
    clock.advance(1000);
    expect((await elsewhere.find(memberNo))?.publicKey).toBeUndefined();
  });

  it('allow an RSA key for one merchant only, however its PEM is written', async () => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const [spki, pkcs1] = [
      publicKey.export({ type: 'spki', format: 'pem' }),
      publicKey.export({ type: 'pkcs1', format: 'pem' }),
    ];
    const memberNo = await merchant({ publicKey: spki });
    await expect(merchant({ publicKey: pkcs1 })).rejects.toMatchObject({ fields: { publicKey: 'public_key_taken' } });
    await db.transaction((tx) => keys.change(tx, memberNo, { publicKey: `${pkcs1}\n` }));
    expect((await keys.find(memberNo))?.publicKeyPem).toBe(spki);
  });

  it('never allow MD5 without an address list, even if the row says so', async () => {
    const memberNo = await merchant({ requestIps: ['203.0.113.7'], signTypes: ['MD5', 'HMAC-SHA256'] });
    await db.pool.query("update merchant_keys set request_ips = '{}' where member_no = $1", [memberNo]);
    expect((await keys.find(memberNo))?.signTypes).toEqual(['HMAC-SHA256']);
  });

  it('record the last use of each key, its address and the hours of each sign type, in few writes', async () => {
    const memberNo = await merchant();
    const rotatedAt = START;
    const use = (ip: string, signType: 'MD5' | 'HMAC-SHA256' | 'RSA-SHA256' = 'HMAC-SHA256', createdAt = rotatedAt) =>
      keys.used({
        memberNo,
        signType,
        ip,
        at: clock.now(),
        key: signType === 'RSA-SHA256' ? undefined : { createdAt },
      });
    for (let n = 0; n < 500; n += 1) use(`203.0.113.${n % 250}`);
    clock.advance(10);
    use('203.0.113.7', 'MD5');
    use('203.0.113.8', 'RSA-SHA256');
    await keys.settled();
    const overview = await keys.overview(memberNo);
    expect(overview.keys).toMatchObject([{ lastUsedAt: new Date(START.getTime() + 10), lastUsedIp: '203.0.113.7' }]);
    expect(overview.uses.toSorted((a, b) => (a.type < b.type ? -1 : 1))).toEqual([
      { type: 'HMAC-SHA256', lastUsedAt: START, requests: 500n },
      { type: 'MD5', lastUsedAt: new Date(START.getTime() + 10), requests: 1n },
      { type: 'RSA-SHA256', lastUsedAt: new Date(START.getTime() + 10), requests: 1n },
    ]);

    // The use of a key that is replaced before it is written belongs to the old key.
    clock.advance(1000);
    use('203.0.113.9');
    await db.transaction((tx) => keys.rotate(tx, memberNo, 1));
    use('203.0.113.10', 'HMAC-SHA256', clock.now());
    await keys.settled();
    expect((await keys.overview(memberNo)).keys).toMatchObject([
      { state: 'active', lastUsedIp: '203.0.113.10', lastUsedAt: clock.now() },
      { state: 'overlap', lastUsedIp: '203.0.113.9', lastUsedAt: clock.now(), createdAt: START },
    ]);

    // Only the last seven days count.
    clock.advance(8 * DAY_MS);
    use('203.0.113.11', 'MD5', new Date(START.getTime() + 1010));
    await keys.settled();
    const later = (await keys.overview(memberNo)).uses.find(({ type }) => type === 'MD5');
    expect(later).toEqual({ type: 'MD5', lastUsedAt: clock.now(), requests: 1n });
    clock.advance(89 * DAY_MS);
    await merchantKeyJobs({ db, clock })
      .find(({ name }) => name === 'merchant-keys old-uses')
      ?.run();
    const { rowCount } = await db.pool.query('select 1 from merchant_key_uses where member_no = $1', [memberNo]);
    expect(rowCount).toBe(1);
  });

  it('are written without being asked, a moment after the first use', async () => {
    const memberNo = await merchant();
    keys.used({ memberNo, signType: 'MD5', ip: '203.0.113.7', at: START, key: { createdAt: START } });
    await expect
      .poll(async () => (await keys.overview(memberNo)).keys[0]?.lastUsedIp, { timeout: 10_000 })
      .toBe('203.0.113.7');
  });
});

describe("the platform's RSA pair", () => {
  it('is created once, however many processes start together, and its private key is sealed', async () => {
    await db.pool.query('delete from platform_keys');
    const pairs = await Promise.all(Array.from({ length: 8 }, () => platformKeyVerbs({ db, sealer }).platformKeys()));
    expect(new Set(pairs.map(({ publicKeyPem }) => publicKeyPem)).size).toBe(1);
    expect(pairs[0]?.publicKey.asymmetricKeyDetails?.modulusLength).toBe(2048);
    const { rows } = await db.pool.query<{ sealed: Buffer }>('select private_key_sealed as sealed from platform_keys');
    expect(rows).toHaveLength(1);
    expect(rows[0]?.sealed.toString('latin1')).not.toContain('PRIVATE KEY');
    expect((await platformKeyVerbs({ db, sealer }).platformKeys()).publicKeyPem).toBe(pairs[0]?.publicKeyPem);
  });

  it('does not unseal with another master key', async () => {
    await platformKeyVerbs({ db, sealer }).platformKeys();
    await expect(platformKeyVerbs({ db, sealer: new Sealer(Buffer.alloc(32, 4)) }).platformKeys()).rejects.toThrow(
      /authenticate/,
    );
  });
});

it.each(['MD5', 'HMAC-SHA256', 'RSA-SHA256'] as const)(
  "a payer's return address is signed with %s, and the merchant's own check accepts it",
  async (signType) => {
    const memberNo = await merchant({ key: 'merchant-key-0123456789' });
    const fields = {
      merchantNo: memberNo.toString(),
      orderNo: 'A-1',
      systemNo: '2611200400000000001',
      amount: '1.00',
      fee: '0.01',
      obtained: '0.99',
      status: 'success',
      paidAt: START.toISOString(),
      attach: null,
    };
    const url = await keys.signReturn(memberNo, { returnUrl: 'https://shop.example/thanks?page=1', fields, signType });
    const { publicKeyPem } = await keys.platformKeys();
    const check = {
      url,
      merchantNo: memberNo.toString(),
      signTypes: [signType],
      key: 'merchant-key-0123456789',
      publicKey: publicKeyPem,
      now: () => START.getTime(),
    };
    expect(verifyReturnUrl(check)).toMatchObject({ orderNo: 'A-1', obtained: '0.99', status: 'success' });
    expect(verifyReturnUrl({ ...check, url: url.replace('amount=1.00', 'amount=9.00') })).toBeUndefined();
  },
);
