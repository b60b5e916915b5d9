/** A client that knows about the captcha only what docs/calls.md says: each step quotes it. */
import { pbkdf2Sync } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSettings } from '#foundation/server/process/settings.ts';
import { type TestDatabase, testDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { type RunningProcess, startProcess } from './process.ts';

let db: TestDatabase;
let dataDir: string;
let running: RunningProcess;
beforeAll(async () => {
  db = await testDatabase({ size: 2 });
  dataDir = await mkdtemp(join(tmpdir(), 'countinghouse-captcha-'));
  const masterKey = Buffer.alloc(32, 9).toString('base64');
  running = await startProcess(
    readSettings({
      DATABASE_URL: db.connectionString,
      DATA_DIR: dataDir,
      MASTER_KEY: masterKey,
      ROLES: 'console',
      LOG_LEVEL: 'silent',
      PORT: '0',
    }),
  );
});
afterAll(async () => {
  await running.stop();
  await db.close();
  await rm(dataDir, { recursive: true });
});

type Json = { [name: string]: Json } & Record<string, unknown>;

async function request(path: string, body: object, agent = 'an independent client/1.0'): Promise<Json> {
  const response = await fetch(`${running.address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': agent },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Json;
}

/** The steps that the document numbers 1 to 5. */
function solved(altcha: Json): Record<string, string> {
  const { nonce, salt, cost, keyLength, keyPrefix } = altcha['parameters'] as unknown as Record<string, string> & {
    cost: number;
    keyLength: number;
  };
  for (let counter = 0; ; counter += 1) {
    const four = Buffer.alloc(4);
    four.writeUInt32BE(counter);
    const password = Buffer.concat([Buffer.from(nonce ?? '', 'hex'), four]);
    const key = pbkdf2Sync(password, Buffer.from(salt ?? '', 'hex'), cost, keyLength, 'sha256').toString('hex');
    if (!key.startsWith(keyPrefix ?? '-')) continue;
    const payload = {
      challenge: { parameters: altcha['parameters'], signature: altcha['signature'] },
      solution: { counter, derivedKey: key },
    };
    const validate = Buffer.from(JSON.stringify(payload)).toString('base64');
    return { geetest_challenge: nonce ?? '', geetest_validate: validate, geetest_seccode: `${validate}|jordan` };
  }
}

const login = { account: 'nobody_here', password: 'wrong-pass-1' };

async function captcha(agent?: string): Promise<Record<string, string>> {
  const { data } = await request('/captcha/init', {}, agent);
  expect(data).toMatchObject({ provider: 'altcha', success: 1 });
  return solved(data?.['altcha'] ?? {});
}

test('the documented steps solve a captcha, which is valid once and for the client that requested it', async () => {
  expect(await request('/user/login', login)).toMatchObject({ code: -3 });
  const answer = await captcha();
  expect(await request('/user/login', { ...login, ...answer }, 'another client/1.0')).toMatchObject({ code: -3 });
  expect(await request('/user/login', { ...login, ...answer })).toMatchObject({ code: 0, error: 'login_wrong' });
  expect(await request('/user/login', { ...login, ...answer })).toMatchObject({ code: -3 });
});

test('a wrong answer uses the captcha up', async () => {
  const answer = await captcha();
  const payload = JSON.parse(Buffer.from(answer['geetest_validate'] ?? '', 'base64').toString()) as {
    solution: { derivedKey: string };
  };
  payload.solution.derivedKey = payload.solution.derivedKey.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  const wrong = Buffer.from(JSON.stringify(payload)).toString('base64');
  expect(
    await request('/user/login', { ...login, ...answer, geetest_validate: wrong, geetest_seccode: `${wrong}|jordan` }),
  ).toMatchObject({ code: -3 });
  expect(await request('/user/login', { ...login, ...answer })).toMatchObject({ code: -3 });
});

test('docs/calls.md contains each of these steps', async () => {
  const text = await readFile(new URL('../../docs/calls.md', import.meta.url), 'utf8');
  const guide = text.slice(text.indexOf('### `/captcha/init`')).split('\n### ', 2)[0] ?? '';
  for (const step of [
    'PBKDF2 with HMAC-SHA-256',
    'four bytes, the highest first',
    '`cost` is the number of iterations',
    'begins with `keyPrefix`',
  ])
    expect(guide).toContain(step);
  for (const field of [
    '`geetest_challenge` is `nonce`',
    '`geetest_validate` is that JSON in Base64',
    'followed by `|jordan`',
    'within five minutes',
  ])
    expect(guide).toContain(field);
});
