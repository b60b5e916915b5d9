import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { calls, type UploadedFile } from '#foundation/core/calls.ts';
import { SettableClock } from '#foundation/core/clock.ts';
import { words } from '#foundation/core/words.ts';
import { serveContracts } from './console-api.ts';
import { handlers } from './handlers.ts';
import { createHttpServer } from './http.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import { openApiDocument } from './openapi.ts';
import { UploadPlaces } from './uploads.ts';

const MEBIBYTE = 1_048_576;

const contract = calls(words({}), {
  '/thing/weigh': {
    who: 'session',
    summary: 'Weighs a file',
    upload: { maximumBytes: MEBIBYTE },
    output: z.strictObject({ bytes: z.int() }),
  },
  '/thing/copy/:name': {
    who: 'session',
    method: 'GET',
    summary: 'Gives a file',
    input: z.strictObject({ name: z.string().max(5) }),
    download: true,
  },
  '/thing/list': {
    who: 'session',
    method: 'GET',
    summary: 'Gives a list',
    input: z.strictObject({ lang: z.enum(['en', 'zh']), long: z.literal('yes').optional() }),
    download: true,
  },
  '/thing/count': {
    who: 'session',
    summary: 'Counts words, handed in one by one or as a file',
    input: z.strictObject({ words: z.array(z.string()) }),
    maximumBytes: 3 * MEBIBYTE,
    upload: { maximumBytes: MEBIBYTE },
    output: z.strictObject({ words: z.int(), bytes: z.int() }),
  },
  '/thing/label': {
    who: 'session',
    summary: 'Takes a file with fields beside it',
    upload: { maximumBytes: MEBIBYTE, fields: z.strictObject({ day: z.iso.date(), note: z.string().optional() }) },
    output: z.strictObject({ name: z.string(), day: z.string(), bytes: z.int() }),
  },
  '/thing/hold': {
    who: 'session',
    summary: 'Holds a file until it is told to answer',
    upload: { maximumBytes: MEBIBYTE },
  },
  '/thing/say': { who: 'anyone', summary: 'Takes JSON' },
});

async function endpoint() {
  const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  const weighed: UploadedFile[] = [];
  const holding: (() => void)[] = [];
  const answered = handlers(contract, {
    '/thing/weigh'(_, file) {
      weighed.push(file);
      return { bytes: file.bytes.length };
    },
    '/thing/copy/:name': ({ refuse }, { name }) =>
      name === 'none' ? refuse('not_found') : { contentType: 'image/webp', bytes: Buffer.from(`I am ${name}`) },
    '/thing/list': (_, { lang, long = 'no' }) => ({ contentType: 'text/csv', bytes: Buffer.from(`${lang} ${long}`) }),
    '/thing/count': (_, input) =>
      'bytes' in input ? { words: 0, bytes: input.bytes.length } : { words: input.words.length, bytes: 0 },
    '/thing/label': (_, { name, bytes, fields: { day } }) => ({ name, day, bytes: bytes.length }),
    '/thing/hold': () => new Promise<undefined>((answer) => holding.push(() => answer(undefined))),
    '/thing/say': () => undefined,
  });
  serveContracts(server, {
    contracts: [answered],
    clock: new SettableClock('2026-11-20T00:00:00Z'),
    log: silentLog,
    secure: false,
    authenticate: async (token) =>
      token === 'shop'
        ? { sessionId: 's1', userId: 1n, username: 'shop', role: 'member', memberNo: 10000001n }
        : undefined,
  });
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  const request = async (path: string, init: RequestInit = {}) => {
    const headers = {
      'x-token': 'shop',
      'accept-language': 'en',
      ...(init.headers as Record<string, string> | undefined),
    };
    const reply = await fetch(`${address}/api${path}`, { ...init, headers });
    return { status: reply.status, headers: reply.headers, text: await reply.text() };
  };
  const upload = async (body: RequestInit['body'], headers: Record<string, string> = {}) => {
    const { status, text } = await request('/thing/weigh', { method: 'POST', body: body ?? null, headers });
    return { status, ...(JSON.parse(text) as { code: number; error?: string; fields?: object; data?: unknown }) };
  };
  return { address, request, upload, weighed, holding, close: () => server.close() };
}

/**
 * Uploads like a browser: reads nothing before the whole body is sent. Returns the answers' codes, all on one
 * connection.
 */
async function uploadInTurn(address: string, lengths: readonly number[]): Promise<number[]> {
  const { hostname, port } = new URL(address);
  const socket = connect(Number(port), hostname);
  const codes: number[] = [];
  for (const length of lengths) {
    const body = Buffer.concat([
      Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n'),
      Buffer.alloc(length),
      Buffer.from('\r\n--x--\r\n'),
    ]);
    const head = `POST /api/thing/weigh HTTP/1.1\r\nHost: a\r\nX-Token: shop\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${body.length}\r\n\r\n`;
    await new Promise<void>((sent, failed) =>
      socket.write(Buffer.concat([Buffer.from(head), body]), (error) => (error ? failed(error) : sent())),
    );
    const answered = once(socket, 'data') as Promise<[Buffer]>;
    socket.resume();
    const [answer] = await answered;
    socket.pause();
    codes.push(Number(/"code":(-?\d+)/.exec(answer.toString())?.[1]));
  }
  socket.destroy();
  return codes;
}

function form(parts: Record<string, string | Uint8Array<ArrayBuffer>>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(parts))
    data.append(name, typeof value === 'string' ? value : new Blob([value]));
  return data;
}

test('a process holds 256 MB of files, or one that is larger', () => {
  const places = new UploadPlaces();
  const enter = (megabytes: number, user: string) => places.enter(megabytes * MEBIBYTE, user);
  const first = enter(200, 'a');
  expect(enter(57, 'b')).toBeUndefined();
  // One that does not say its length is counted as it comes.
  const second = enter(0, 'b');
  expect([56, 1].map((megabytes) => second?.receive(megabytes * MEBIBYTE))).toEqual([true, false]);
  expect(enter(1, 'c')).toBeUndefined();
  first?.leave();
  expect(enter(1, 'c')).toBeDefined();
  expect(enter(300, 'd')).toBeUndefined();
  const alone = new UploadPlaces().enter(300 * MEBIBYTE, 'd');
  expect(alone?.receive(301 * MEBIBYTE)).toBe(true);
});

describe('a call that takes a file', () => {
  let app: Awaited<ReturnType<typeof endpoint>>;
  beforeAll(async () => {
    app = await endpoint();
  });
  afterAll(() => app.close());

  test.each([
    ['nothing', 0],
    ['one byte', 1],
    ['exactly what is allowed', MEBIBYTE],
  ])('takes %s, byte for byte', async (_, length) => {
    const bytes = new Uint8Array(length).map((_zero, index) => index * 7);
    expect(await app.upload(form({ file: bytes }))).toMatchObject({ status: 200, code: 1, data: { bytes: length } });
    expect(Buffer.from(app.weighed.at(-1)?.bytes ?? []).equals(bytes)).toBe(true);
  });

  test.each([
    ['en', 'The file must be 1 MB or smaller'],
    ['zh', '文件大小不能超过 1 MB'],
    ['es', 'El archivo no debe superar 1 MB'],
    ['th', 'ไฟล์ต้องมีขนาดไม่เกิน 1 MB'],
  ])('refuses one byte more, in %s', async (language, message) => {
    const before = app.weighed.length;
    const answer = await app.upload(form({ file: new Uint8Array(MEBIBYTE + 1) }), { 'accept-language': language });
    expect(answer).toMatchObject({ status: 200, code: -1, fields: { file: message } });
    expect(app.weighed).toHaveLength(before);
  });

  test('is held until it has answered: a user has sixteen at once, and one more is refused', async () => {
    const hold = async (): Promise<object> => {
      const { status, text } = await app.request('/thing/hold', {
        method: 'POST',
        body: form({ file: new Uint8Array(3) }),
      });
      return { status, ...(JSON.parse(text) as object) };
    };
    const all = Array.from({ length: 16 }, hold);
    await expect.poll(() => app.holding.length).toBe(16);
    for (let again = 0; again < 2; again += 1)
      expect(await hold()).toMatchObject({ status: 200, code: 0, error: 'uploads_busy' });
    for (const answer of app.holding) answer();
    for (const held of await Promise.all(all)) expect(held).toMatchObject({ code: 1 });
    expect(await app.upload(form({ file: new Uint8Array(3) }))).toMatchObject({ code: 1 });
  });

  test('refuses far more, and the connection stays usable', async () => {
    for (let round = 0; round < 3; round += 1)
      expect(await app.upload(form({ file: new Uint8Array(6 * MEBIBYTE) }))).toMatchObject({
        status: 200,
        code: -1,
        fields: { file: expect.any(String) },
      });
    expect(await app.upload(form({ file: new Uint8Array(3) }))).toMatchObject({ data: { bytes: 3 } });
  });

  test('reads a refused body to its end, for clients that read nothing before they have sent it', async () => {
    const lengths = Array.from({ length: 40 }, (_, index) => (index % 4 === 3 ? 3 : 6 * MEBIBYTE));
    expect(await uploadInTurn(app.address, lengths)).toEqual(lengths.map((length) => (length === 3 ? 1 : -1)));
  });

  test.each([
    ['no field', form({}), { file: 'Required' }],
    ['a text in the place of the file', form({ file: 'text' }), { file: 'Unknown field' }],
    ['another field', form({ purpose: 'avatar', file: new Uint8Array(1) }), { purpose: 'Unknown field' }],
    ['another file', form({ photo: new Uint8Array(1) }), { photo: 'Unknown field' }],
  ])('says what is wrong with %s', async (_, body, fields) => {
    expect(await app.upload(body)).toMatchObject({ status: 200, code: -1, error: 'fields_wrong', fields });
  });

  test('asks for the file when there is no body at all', async () => {
    expect(await app.upload(null)).toMatchObject({ status: 200, code: -1, fields: { file: 'Required' } });
  });

  test('takes one file, not two', async () => {
    const two = form({ file: new Uint8Array(1) });
    two.append('file', new Blob(['x']));
    expect(await app.upload(two)).toMatchObject({ status: 413, code: 0, error: 'too_large' });
  });

  const multipart = 'multipart/form-data; boundary=x';
  test.each([
    ['JSON', 'application/json', '{}', 415, 'media_type'],
    ['a bare picture', 'image/png', 'x', 415, 'media_type'],
    ['no boundary', 'multipart/form-data', 'x', 400, 'malformed'],
    [
      'a body that breaks off',
      multipart,
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc',
      400,
      'malformed',
    ],
    ['a body that is none', multipart, 'abc', 400, 'malformed'],
    [
      'a name of every object',
      multipart,
      '--x\r\nContent-Disposition: form-data; name="__proto__"; filename="a"\r\n\r\nabc\r\n--x--',
      400,
      'malformed',
    ],
  ])('can not read %s', async (_, type, body, status, error) => {
    expect(await app.upload(body, { 'content-type': type })).toMatchObject({ status, code: 0, error });
  });

  test('reads nothing from a client that is not logged in', async () => {
    const before = app.weighed.length;
    expect(await app.upload(form({ file: new Uint8Array(MEBIBYTE + 1) }), { 'x-token': 'nobody' })).toMatchObject({
      status: 200,
      code: 50008,
    });
    expect(app.weighed).toHaveLength(before);
  });

  test('is the only kind that takes a multipart body', async () => {
    expect((await app.request('/thing/say', { method: 'POST', body: form({ file: new Uint8Array(1) }) })).status).toBe(
      415,
    );
  });

  test('is in the API document with its form', () => {
    const { paths } = openApiDocument([contract], { title: 'x', version: '1', base: '/api' }) as {
      paths: Record<string, unknown>;
    };
    expect(paths['/thing/weigh']).toMatchObject({
      post: {
        requestBody: {
          content: {
            'multipart/form-data': { schema: { required: ['file'], properties: { file: { maxLength: MEBIBYTE } } } },
          },
        },
      },
    });
    expect(paths['/thing/copy/{name}']).toMatchObject({
      get: {
        operationId: 'thing_copy_name',
        parameters: [{ name: 'name', in: 'path', required: true }],
        responses: { 200: { content: { '*/*': {} } } },
      },
    });
  });
});

describe('a call that takes a file or fields', () => {
  let app: Awaited<ReturnType<typeof endpoint>>;
  beforeAll(async () => {
    app = await endpoint();
  });
  afterAll(() => app.close());

  const count = async (body: RequestInit['body'], headers: Record<string, string> = {}) => {
    const { status, text } = await app.request('/thing/count', { method: 'POST', body: body ?? null, headers });
    return { status, ...(JSON.parse(text) as { code: number }) };
  };
  const json = { 'content-type': 'application/json' };

  test('takes either', async () => {
    expect(await count(form({ file: new Uint8Array(7) }))).toMatchObject({ code: 1, data: { words: 0, bytes: 7 } });
    expect(await count('{"words":["a","b"]}', json)).toMatchObject({ code: 1, data: { words: 2, bytes: 0 } });
  });

  test('checks either', async () => {
    expect(await count(form({ file: new Uint8Array(MEBIBYTE + 1) }))).toMatchObject({
      code: -1,
      fields: { file: expect.any(String) },
    });
    expect(await count(form({ words: 'a' }))).toMatchObject({ code: -1, fields: { words: expect.any(String) } });
    expect(await count('{"words":"a"}', json)).toMatchObject({ code: -1, fields: { words: expect.any(String) } });
    expect(await count(null)).toMatchObject({ code: -1, fields: { words: expect.any(String) } });
  });

  test('takes as much JSON as it declares, where others take two megabytes', async () => {
    const body = JSON.stringify({ words: ['x'.repeat(2.5 * MEBIBYTE)] });
    expect(await count(body, json)).toMatchObject({ code: 1, data: { words: 1 } });
    expect(await count(body.replace('x', 'x'.repeat(MEBIBYTE)), json)).toMatchObject({
      status: 413,
      error: 'too_large',
    });
    expect((await app.request('/thing/say', { method: 'POST', body, headers: json })).status).toBe(413);
  });

  test('receives nothing from a client that is not logged in, whatever the size', async () => {
    for (const length of [1, 4 * MEBIBYTE])
      expect(
        await count(JSON.stringify({ words: ['x'.repeat(length)] }), { ...json, 'x-token': 'nobody' }),
      ).toMatchObject({ status: 200, code: 50008 });
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'image/png'])('takes no %s', async (type) => {
    expect(await count('words=a', { 'content-type': type })).toMatchObject({ status: 415, error: 'media_type' });
  });

  test('is in the API document with both', () => {
    const { paths } = openApiDocument([contract], { title: 'x', version: '1', base: '/api' }) as {
      paths: Record<string, unknown>;
    };
    const content = {
      'multipart/form-data': { schema: { required: ['file'] } },
      'application/json': { schema: { required: ['words'] } },
    };
    expect(paths['/thing/count']).toMatchObject({ post: { requestBody: { content } } });
  });
});

describe('a call that returns a file by its query', () => {
  test('takes what it declares, and nothing else', async () => {
    const app = await endpoint();
    expect((await app.request('/thing/list?lang=zh')).text).toBe('zh no');
    expect((await app.request('/thing/list?lang=en&long=yes')).text).toBe('en yes');
    for (const [query, field] of [
      ['', 'lang'],
      ['lang=fr', 'lang'],
      ['lang=en&lang=zh', 'lang'],
      ['lang=en&wide=yes', 'wide'],
    ] as const)
      expect(JSON.parse((await app.request(`/thing/list?${query}`)).text)).toMatchObject({
        code: -1,
        fields: { [field]: expect.any(String) },
      });
    expect((await app.request('/thing/copy/tea?name=milk')).text).toBe('I am tea');
    await app.close();
  });

  test('is in the API document with its parameters', () => {
    const { paths } = openApiDocument([contract], { title: 'x', version: '1', base: '/api' }) as {
      paths: Record<string, unknown>;
    };
    const parameters = [
      { name: 'lang', in: 'query', required: true },
      { name: 'long', in: 'query', required: false },
    ];
    expect(paths['/thing/list']).toMatchObject({
      get: { parameters, responses: { 200: { content: { 'application/octet-stream': {} } } } },
    });
  });
});

describe('a call that returns a file', () => {
  let app: Awaited<ReturnType<typeof endpoint>>;
  beforeAll(async () => {
    app = await endpoint();
  });
  afterAll(() => app.close());

  test('answers with its bytes and type, without any rights, and not for a cache', async () => {
    const { status, headers, text } = await app.request('/thing/copy/tea');
    expect({ status, text }).toEqual({ status: 200, text: 'I am tea' });
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
    });
  });

  test.each([
    ['a refusal', '/thing/copy/none', 'shop', { code: 0, error: 'not_found' }],
    ['a name that is none', '/thing/copy/a-long-one', 'shop', { code: -1, fields: { name: 'At most 5 characters' } }],
    ['a caller without a session', '/thing/copy/tea', 'nobody', { code: 50008 }],
  ])('answers %s in the envelope', async (_, path, token, expected) => {
    const { text } = await app.request(path, { headers: { 'x-token': token } });
    expect(JSON.parse(text)).toMatchObject(expected);
  });
});

describe('a call that takes a file and fields', () => {
  let app: Awaited<ReturnType<typeof endpoint>>;
  beforeAll(async () => {
    app = await endpoint();
  });
  afterAll(() => app.close());

  const label = async (body: FormData) => {
    const { status, text } = await app.request('/thing/label', { method: 'POST', body });
    return { status, ...(JSON.parse(text) as { code: number }) };
  };
  const named = (name: string, fields: Record<string, string> = { day: '2026-11-20' }) => {
    const data = form(fields);
    data.append('file', new Blob([new Uint8Array(3)]), name);
    return data;
  };

  test('takes both, in any order, and the last part of the name', async () => {
    expect(await label(named('C:\\files\\day 1.csv'))).toMatchObject({
      code: 1,
      data: { name: 'day 1.csv', day: '2026-11-20', bytes: 3 },
    });
    expect(await label(form({ file: new Uint8Array(2), day: '2026-11-21' }))).toMatchObject({
      code: 1,
      data: { day: '2026-11-21', bytes: 2 },
    });
  });

  test('drops a name that is not one line of text', async () => {
    expect(await label(named('a\u202ecsv.exe'))).toMatchObject({ code: 1, data: { name: '' } });
  });

  test.each<[string, FormData, string]>([
    ['a missing field', form({ file: new Uint8Array(1) }), 'day'],
    ['a wrong field', named('a', { day: 'today' }), 'day'],
    ['an unknown field', named('a', { day: '2026-11-20', size: '1' }), 'size'],
    ['a field without end', named('a', { day: '2026-11-20', note: 'x'.repeat(33 * 1024) }), 'note'],
    ['a missing file', form({ day: '2026-11-20' }), 'file'],
  ])('says what is wrong with %s', async (_, body, field) => {
    expect(await label(body)).toMatchObject({ status: 200, code: -1, fields: { [field]: expect.any(String) } });
  });

  test('refuses a field that comes twice', async () => {
    const body = named('a');
    body.append('day', '2026-11-21');
    expect(await label(body)).toMatchObject({ code: -1, fields: { day: 'Invalid value' } });
  });

  test('is in the API document with its fields', () => {
    const { paths } = openApiDocument([contract], { title: 'x', version: '1', base: '/api' }) as {
      paths: Record<string, unknown>;
    };
    expect(paths['/thing/label']).toMatchObject({
      post: {
        requestBody: {
          content: { 'multipart/form-data': { schema: { required: ['day', 'file'], properties: { day: {} } } } },
        },
      },
    });
  });
});
