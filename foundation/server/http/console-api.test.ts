import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { SettableClock } from '#foundation/core/clock.ts';
import type { Session } from '#foundation/core/session.ts';
import { words } from '#foundation/core/words.ts';
import { QueueFullError } from '#foundation/server/postgres/batcher.ts';
import { serveContracts } from './console-api.ts';
import { handlers } from './handlers.ts';
import { createHttpServer } from './http.ts';
import { silentLog } from '#foundation/server/process/log.ts';

const texts = words({
  too_late: [
    'Too late by {minutes, number} min',
    '晚了 {minutes, number} 分钟',
    'Tarde por {minutes, number} min',
    'ช้าไป {minutes, number} นาที',
  ],
  name_form: ['Letters only', '只能是字母', 'Solo letras', 'ตัวอักษรเท่านั้น'],
});
const contract = calls(texts, {
  '/thing/echo': {
    who: 'anyone',
    summary: 'Says it again',
    input: z.strictObject({
      name: z
        .string()
        .regex(/^[a-z ]+$/i, { error: 'name_form' })
        .max(5),
      deep: z.strictObject({ at: z.string() }).optional(),
    }),
    output: z.strictObject({ name: z.string() }),
  },
  '/thing/late': { who: 'anyone', summary: 'Always refuses', refusals: ['too_late'] },
  '/thing/lots': { who: 'anyone', summary: 'Refuses several fields', refusals: ['too_late'] },
  '/thing/undeclared': { who: 'anyone', summary: 'Refuses with what it did not declare' },
  '/thing/wrong-answer': {
    who: 'anyone',
    summary: 'Answers more than it declared',
    output: z.strictObject({ a: z.int() }),
  },
  '/thing/busy': { who: 'anyone', summary: 'Has too much to do' },
  '/thing/limited': { who: 'anyone', summary: 'Is asked too often' },
  '/thing/mine': { who: 'members', summary: 'For members', output: z.strictObject({ memberNo: z.string() }) },
  '/thing/agents': { who: 'agents', summary: 'For agents' },
  '/thing/operators': { who: 'operators', summary: 'For operators' },
  '/thing/guarded': {
    who: 'anyone',
    summary: 'Requires a second step, and settles what the input names',
    secondStep: 'strongest',
    proof: 'payPassword',
    input: z.strictObject({ settles: z.array(z.enum(['secondStep', 'proof'])) }),
  },
  '/thing/shown': {
    who: 'anyone',
    method: 'GET',
    summary: 'The same for everybody',
    output: z.strictObject({ name: z.string(), open: z.boolean() }),
  },
});

const sessions: Record<string, Session> = {
  shop: { sessionId: 's1', userId: 1n, username: 'shop', role: 'member', memberNo: 10000001n },
  agent: { sessionId: 's2', userId: 2n, username: 'agent', role: 'agency', memberNo: 10000002n },
  boss: {
    sessionId: 's3',
    userId: 3n,
    username: 'boss',
    role: 'operator',
    memberNo: null,
    rights: new Set(['desk.view']),
  },
};

async function endpoint({ shown = () => ({ name: 'Tea', open: true }), barred = '' } = {}) {
  const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  const answered = handlers(contract, {
    '/thing/echo': (_, { name }) => ({ name }),
    '/thing/late': ({ refuse }) => refuse('too_late', { minutes: 7 }),
    '/thing/lots': ({ refuse }) =>
      refuse(
        'too_late',
        { minutes: 7 },
        { 'lots.0.at': { word: 'too_late', values: { minutes: 7 } }, 'lots.3.name': { word: 'name_form' } },
      ),
    '/thing/undeclared': ({ refuse }) => (refuse as (name: string) => never)('too_late'),
    '/thing/wrong-answer': () => ({ a: 1, secret: 'x' }) as { a: number },
    '/thing/busy': () => Promise.reject(new QueueFullError('full')),
    '/thing/limited': ({ refuse }) => refuse('rate_limited', { seconds: 9 }),
    '/thing/mine': ({ session }) => ({ memberNo: session.memberNo.toString() }),
    '/thing/agents': () => undefined,
    '/thing/operators': () => undefined,
    '/thing/guarded'({ settle }, { settles }) {
      settle(...settles);
      return undefined;
    },
    '/thing/shown': shown,
  });
  serveContracts(server, {
    contracts: [answered],
    clock: new SettableClock('2026-11-20T00:00:00Z'),
    log: silentLog,
    secure: false,
    authenticate: async (token) => sessions[token],
    isBarred: async ({ username }, address) => `${username} ${address}` === barred,
  });
  const post = async (path: string, payload: unknown, headers: Record<string, string> = {}) => {
    const reply = await server.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { 'content-type': 'application/json', ...headers },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });
    return { status: reply.statusCode, headers: reply.headers, ...reply.json<Record<string, unknown>>() };
  };
  return { server, post };
}

describe('a call by GET', () => {
  test('has a tag of its data, and answers an empty 304 to a client that has it already', async () => {
    let name = 'Tea';
    const { server } = await endpoint({ shown: () => ({ open: true, name }) });
    const get = (tag?: string) =>
      server.inject({ url: '/api/thing/shown', headers: tag === undefined ? {} : { 'if-none-match': tag } });
    const first = await get();
    const etag = String(first.headers['etag']);
    expect(etag).toMatch(/^W\/"[\w-]{43}"$/);
    expect(first.headers['cache-control']).toBe('no-cache');
    for (const tag of [etag, etag.slice(2), `"other", ${etag}`, '*']) {
      const again = await get(tag);
      expect([again.statusCode, again.body, again.headers['etag']]).toEqual([304, '', etag]);
    }
    for (const tag of ['', '"other"', etag.slice(0, -2)]) expect((await get(tag)).statusCode).toBe(200);
    name = 'Coffee';
    const changed = await get(etag);
    expect([changed.statusCode, changed.json<{ data: unknown }>().data]).toEqual([200, { name: 'Coffee', open: true }]);
    expect(changed.headers['etag']).not.toBe(etag);
  });
});

describe('the console door', () => {
  test('answers a session that is barred from its address as if logged out, and other calls and sessions as always', async () => {
    const { post } = await endpoint({ barred: 'shop 127.0.0.1' });
    expect(await post('/thing/mine', {}, { 'x-token': 'shop' })).toMatchObject({
      status: 200,
      code: 50008,
      error: 'login_ip_not_allowed',
      msg: 'This account can’t be accessed from 127.0.0.1',
    });
    expect(await post('/thing/mine', {}, { 'x-token': 'agent' })).toMatchObject({ code: 1 });
    expect(await post('/thing/echo', { name: 'tea' }, { 'x-token': 'shop' })).toMatchObject({ code: 1 });
  });

  test("answers in the envelope with the server's time", async () => {
    const { post } = await endpoint();
    expect(await post('/thing/echo', { name: 'tea' })).toMatchObject({
      status: 200,
      code: 1,
      msg: '',
      time: 1795132800,
      data: { name: 'tea' },
    });
  });

  test.each([
    ['a field that is not known', { name: 'tea', extra: 1 }, { extra: 'Unknown field' }],
    ['a field that is missing', {}, { name: 'Required' }],
    ['a form that does not fit', { name: '1' }, { name: 'Letters only' }],
    ['a text that is too long', { name: 'abcdef' }, { name: 'At most 5 characters' }],
    ['a NUL that no database stores', { name: 'a\u0000' }, { name: 'Invalid value' }],
    ['half of a surrogate pair', { name: 'tea', deep: { at: '\ud800' } }, { 'deep.at': 'Invalid value' }],
    ['a number where text belongs', { name: 5 }, { name: 'Invalid value' }],
    ['no object at all', '[]', { body: 'Invalid value' }],
    ['a NUL in the place of an object', '"\\u0000"', { body: 'Invalid value' }],
  ])('reports at the field what is wrong with %s', async (_, input, fields) => {
    const { post } = await endpoint();
    expect(await post('/thing/echo', input)).toMatchObject({ status: 200, code: -1, error: 'fields_wrong', fields });
  });

  test.each([
    ['a text', '"abc"', { body: 'Invalid value' }],
    ['a list', '[]', { body: 'Invalid value' }],
    ['a field', '{"a":1}', { a: 'Unknown field' }],
  ])('without an input, refuses even %s', async (_, input, fields) => {
    const { post } = await endpoint();
    expect(await post('/thing/late', input)).toMatchObject({ status: 200, code: -1, fields });
  });

  test.each([
    ['zh-CN,zh;q=0.9', '晚了 7 分钟'],
    ['es', 'Tarde por 7 min'],
    ['th', 'ช้าไป 7 นาที'],
    ['fr', 'Too late by 7 min'],
    ['en;q=0.1, es;q=0.8', 'Tarde por 7 min'],
  ])('refuses in the language of %s', async (language, msg) => {
    const { post } = await endpoint();
    expect(await post('/thing/late', {}, { 'accept-language': language })).toMatchObject({
      status: 200,
      code: 0,
      error: 'too_late',
      msg,
    });
  });

  test('refuses with a message for each field that the refusal concerns', async () => {
    const { post } = await endpoint();
    expect(await post('/thing/lots', {}, { 'accept-language': 'es' })).toMatchObject({
      status: 200,
      code: 0,
      error: 'too_late',
      msg: 'Tarde por 7 min',
      fields: { 'lots.0.at': 'Tarde por 7 min', 'lots.3.name': 'Solo letras' },
    });
    expect(await post('/thing/late', {})).not.toHaveProperty('fields');
  });

  test('treats an undeclared refusal and an answer with more than was declared as faults', async () => {
    const { post } = await endpoint();
    for (const path of ['/thing/undeclared', '/thing/wrong-answer']) {
      const answer = await post(path, {});
      expect(answer).toMatchObject({ status: 500, code: 0, error: 'internal' });
      expect(JSON.stringify(answer)).not.toContain('secret');
    }
  });

  test.each([
    [[], 500],
    [['secondStep'], 500],
    [['proof'], 500],
    [['secondStep', 'proof'], 200],
  ])('answers a call that declares two checks and settles %j with status %d', async (settles, status) => {
    const { post } = await endpoint();
    expect(await post('/thing/guarded', { settles })).toMatchObject({ status });
  });

  test('tells a client that is rate limited when to retry', async () => {
    const { post } = await endpoint();
    expect(await post('/thing/busy', {})).toMatchObject({
      status: 503,
      error: 'unavailable',
      headers: { 'retry-after': '1' },
    });
    expect(await post('/thing/limited', {})).toMatchObject({
      status: 429,
      error: 'rate_limited',
      headers: { 'retry-after': '9' },
    });
  });

  test.each([
    ['/thing/mine', undefined, 50008],
    ['/thing/mine', 'nobody', 50008],
    ['/thing/mine', 'shop', 1],
    ['/thing/mine', 'agent', 1],
    ['/thing/mine', 'boss', 0],
    ['/thing/agents', 'shop', 0],
    ['/thing/agents', 'agent', 1],
    ['/thing/agents', 'boss', 0],
    ['/thing/operators', 'shop', 0],
    ['/thing/operators', 'agent', 0],
    ['/thing/operators', 'boss', 1],
  ])('%s asked by %s is answered with %d', async (path, token, code) => {
    const { post } = await endpoint();
    expect(await post(path, {}, token ? { 'x-token': token } : {})).toMatchObject({
      status: 200,
      code,
      ...(code === 0 ? { error: 'not_found' } : {}),
    });
  });

  test('never takes a token from the query or a cookie', async () => {
    const { server } = await endpoint();
    const reply = await server.inject({
      method: 'POST',
      url: '/api/thing/mine?token=shop&X-Token=shop',
      headers: { cookie: 'Admin-Token=shop; X-Token=shop' },
      payload: {},
    });
    expect(reply.json()).toMatchObject({ code: 50008 });
  });

  test.each([
    ['malformed JSON', '/thing/echo', '{', {}, 400, 'malformed'],
    ['a prototype in JSON', '/thing/echo', '{"__proto__":{"a":1}}', {}, 400, 'malformed'],
    ['lists in lists without end', '/thing/echo', '['.repeat(300_000) + ']'.repeat(300_000), {}, 400, 'malformed'],
    [
      'objects in objects without end',
      '/thing/late',
      `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
      {},
      400,
      'malformed',
    ],
    ['another kind of content', '/thing/echo', '<a/>', { 'content-type': 'text/xml' }, 415, 'media_type'],
    [
      'a form, which every page can post',
      '/thing/echo',
      'name=tea',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'media_type',
    ],
    [
      'JSON that claims to be plain text',
      '/thing/echo',
      '{"name":"tea"}',
      { 'content-type': 'text/plain' },
      415,
      'media_type',
    ],
    ['too much', '/thing/echo', `{"name":"${'a'.repeat(3 * 1024 * 1024)}"}`, {}, 413, 'too_large'],
    ['an unknown path', '/thing/nothing', '{}', {}, 404, 'not_found'],
  ])('says about %s what the transport says, in the envelope', async (_, path, payload, headers, status, error) => {
    const { post } = await endpoint();
    expect(await post(path, payload, headers)).toMatchObject({
      status,
      code: 0,
      error,
      msg: expect.stringMatching(/./),
    });
  });

  test('answers another method with 405', async () => {
    const { server } = await endpoint();
    expect((await server.inject({ method: 'GET', url: '/api/thing/echo' })).statusCode).toBe(405);
  });

  test('sends its protective headers with every answer', async () => {
    const { post } = await endpoint();
    for (const path of ['/thing/echo', '/thing/nothing']) {
      const { headers } = await post(path, {});
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'x-frame-options': 'DENY',
      });
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/);
    }
  });
});

test.each([undefined, 'everybody', 'constructor'])(
  'a call that declares %s as its callers stops the start',
  async (who) => {
    const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
    const answered = handlers(calls(texts, { '/thing/open': { who: 'anyone', summary: 'For anyone' } }), {
      '/thing/open': async () => undefined,
    });
    Object.assign(answered.contract.calls['/thing/open'] ?? {}, { who });
    const serve = () =>
      serveContracts(server, {
        contracts: [answered],
        clock: new SettableClock(new Date()),
        log: silentLog,
        secure: false,
        authenticate: async () => undefined,
      });
    expect(serve).toThrow('/thing/open does not say who can call it');
  },
);
