/**
 * A user whom an agent added can do nothing before they have chosen a password: every call of every contract, and the
 * event stream, on every process.
 */
import type { FastifyInstance } from 'fastify';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Call } from '#foundation/core/calls.ts';
import { createHttpServer } from '#foundation/server/http/http.ts';
import { CONSOLE_BASE } from '#foundation/server/http/console-api.ts';
import { createLive } from '#foundation/server/live/live.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { readSettings } from '#foundation/server/process/settings.ts';
import { Sealer } from '#foundation/server/secrets/sealing.ts';
import { type Answer, type Person, stage, type Stage } from './access-stage-for-tests.ts';
import { formsOf } from './call-inputs-for-tests.ts';
import { compose } from './compose.ts';
import { serveEndpoints } from './endpoints.ts';

const GIVEN = 'Demo1234';
const NEW = 'Fresh5678';

/** Written out here, not read from the tested code. */
const openBefore = ['/user/info', '/user/logout', '/user/changePassword'];

let at: Stage;
let calls: readonly [path: string, call: Call][];
let newcomers: readonly Person[];
let other: { server: FastifyInstance; close(): Promise<void> };

const session: Call = { who: 'session', summary: '' };
const by = (who: Person, path: string, input: object = {}) => at.request(who, path, session, input);

beforeAll(async () => {
  at = await stage();
  other = await secondProcess();
  const agent = await at.add('agent', 'kingsley');
  newcomers = [
    await addBy(agent, 'merchant', 'newshop', '13900000001'),
    await addBy(agent, 'agent', 'newagent', '13900000002'),
  ];
  calls = at.app.handlers
    .flatMap(({ contract }) => Object.entries<Call>(contract.calls))
    .filter(([path, { who }]) => who !== 'anyone' && !openBefore.includes(path));
  await at.writes();
});
afterAll(async () => {
  await other.close();
  await at.close();
});

/** The same app on the same database, with its own caches. */
async function secondProcess(): Promise<typeof other> {
  const dataDir = await mkdtemp(join(tmpdir(), 'first-password-'));
  const settings = readSettings({ DEMO: 'off', CAPTCHA_PROVIDER: 'none', LOG_LEVEL: 'error', DATA_DIR: dataDir });
  const { db, clock } = at;
  const live = createLive({ connectionString: db.connectionString, pool: db.pool, log: silentLog });
  const sealer = new Sealer(Buffer.alloc(32, 9));
  const app = compose({ settings, db, clock, log: silentLog, sealer, publish: (hint) => live.publish(hint) });
  const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  await serveEndpoints(server, { app, settings, live, ready: async () => true });
  await server.ready();
  return {
    server,
    async close() {
      await server.close();
      await live.stop();
      await app.outgoing.close();
      await rm(dataDir, { recursive: true });
    },
  };
}

async function addBy(agent: Person, type: 'merchant' | 'agent', username: string, mobile: string): Promise<Person> {
  const input = { type, username, mobile, password: GIVEN, confirmPassword: GIVEN, requestId: username };
  const { data, text } = await by(agent, '/agent/adduser', input);
  const memberNo = (data as { memberNo?: string } | undefined)?.memberNo;
  if (memberNo === undefined) throw new Error(text);
  return { role: type, username, userId: 0n, memberNo: BigInt(memberNo), token: await at.tokenOf({ username }) };
}

/** Asks in every form of the call's input, once with fields and once with none. */
async function askAll([path, call]: (typeof calls)[number], who: Person): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const form of formsOf(path, call)) {
    const input = call.upload && !call.input ? { file: 'x' } : form.make(() => '1');
    answers.push(await at.request(who, path, call, input));
  }
  return answers;
}

test('every call but four refuses, whatever its role, as a file too, and writes nothing', async () => {
  const answered: string[] = [];
  for (const one of calls)
    for (const who of newcomers)
      for (const { code, error, isFile, text } of await askAll(one, who))
        if (isFile || code !== 0 || error !== 'password_change_needed')
          answered.push(`${one[0]}: ${text.slice(0, 200)}`);
  expect(answered).toEqual([]);
  expect(calls.length).toBeGreaterThan(60);
  expect(calls.some(([, { upload }]) => upload) && calls.some(([, { download }]) => download)).toBe(true);
  expect(calls.some(([, { maximumBytes }]) => maximumBytes !== undefined)).toBe(true);
  expect(await at.writes()).toEqual([]);
});

test('no event stream is opened', async () => {
  for (const who of newcomers)
    expect(await at.request(who, '/events', { ...session, method: 'GET' }, {})).toMatchObject({
      status: 200,
      code: 0,
      error: 'password_change_needed',
    });
});

test('another process refuses the same session, and admits it as soon as the password is chosen here', async () => {
  const [who] = newcomers;
  const elsewhere = async () =>
    (
      await other.server.inject({
        method: 'POST',
        url: `${CONSOLE_BASE}/user/logs`,
        remoteAddress: '198.51.100.1',
        headers: { 'x-token': who?.token ?? '', 'user-agent': 'tester/1.0' },
        payload: {},
      })
    ).json<{ code: number; error?: string }>();
  if (!who) throw new Error('nobody was added');
  expect(await elsewhere()).toMatchObject({ code: 0, error: 'password_change_needed' });
  const second: Person = { ...who, token: await at.tokenOf(who) };

  expect(await by(who, '/user/info')).toMatchObject({ code: 1, data: { userinfo: { mustChangePassword: true } } });
  expect(await by(who, '/sms/send', { event: 'bindphone', mobile: '13900000001' })).toMatchObject({ code: 1 });
  const choice = { oldPassword: GIVEN, password: NEW, confirmPassword: NEW };
  expect(await by(who, '/user/changePassword', choice)).toMatchObject({ code: 1 });

  expect(await elsewhere()).toMatchObject({ code: 1 });
  // Negative control: the refusal is gone from every call.
  for (const one of calls)
    for (const { error } of await askAll(one, who)) expect([one[0], error]).not.toContain('password_change_needed');
  // The choice ended the other session.
  expect(await by(second, '/user/info')).toMatchObject({ code: 50008 });
});

test('logging out ends the session, which then is refused like any other that has ended', async () => {
  const who = newcomers[1];
  if (!who) throw new Error('nobody was added');
  expect(await by(who, '/user/logout')).toMatchObject({ code: 1 });
  for (const path of ['/user/info', '/user/logs', '/user/changePassword'])
    expect(await by(who, path)).toMatchObject({ code: 50008, error: 'logged_out' });
});
