import { once } from 'node:events';
import { connect } from 'node:net';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { plainAddress } from './client-address.ts';
import { clientOf } from './client.ts';
import { createHttpServer } from './http.ts';
import { silentLog } from '#foundation/server/process/log.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  [' 203.0.113.9 ', '203.0.113.9'],
  ['203.0.113.9:4711', '203.0.113.9'],
  ['"203.0.113.9:4711"', '203.0.113.9'],
  ['2001:db8::1', '2001:db8::1'],
  ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['"[2001:db8::1]:443"', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%25eth0]:443', 'fe80::1'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['[::ffff:203.0.113.9]:80', '203.0.113.9'],
  ['::1', '::1'],
])('%s is read as %s', (written, address) => {
  expect(plainAddress(written)).toBe(address);
});

test.each([
  '',
  ' ',
  'unknown',
  '_hidden',
  '-',
  'localhost',
  'pay.example.com',
  '203.0.113',
  '203.0.113.256',
  '0x7f.0.0.1',
  '010.0.0.1',
  '2130706433',
  '203.0.113.9:',
  '203.0.113.9:port',
  '203.0.113.9:123456',
  '203.0.113.9/24',
  '[203.0.113.9]',
  '[2001:db8::1',
  '[]:80',
  '[2001:db8::1]443',
  '2001:db8::1::2',
  "203.0.113.9' or 1=1",
  'for=203.0.113.9',
  '203.0.113.9;198.51.100.1',
])('%j names no address', (written) => {
  expect(plainAddress(written)).toBeUndefined();
});

const PROXIES = ['10.0.0.0/8', '2001:db8:1::/48', '192.0.2.7', '::ffff:198.51.100.0/120'];

test.each<[forwarded: string | string[] | undefined, peer: string, address: string]>([
  [undefined, '10.1.2.3', '10.1.2.3'],
  ['203.0.113.9', '10.1.2.3', '203.0.113.9'],
  ['203.0.113.9:4711', '10.1.2.3', '203.0.113.9'],
  ['[2001:db8::1]:443', '10.1.2.3', '2001:db8::1'],
  ['203.0.113.9', '::ffff:10.1.2.3', '203.0.113.9'],
  ['203.0.113.9', '2001:db8:1::5', '203.0.113.9'],
  ['203.0.113.9', '192.0.2.7', '203.0.113.9'],
  ['203.0.113.9', '198.51.100.77', '203.0.113.9'],
  // The peer is not a trusted proxy.
  ['203.0.113.9', '203.0.113.1', '203.0.113.1'],
  ['203.0.113.9', '192.0.2.8', '192.0.2.8'],
  ['203.0.113.9', 'fe80::1%eth0', 'fe80::1'],
  // Only what trusted proxies added counts; the rest is the client's own claim.
  ['127.0.0.1, 203.0.113.9', '10.1.2.3', '203.0.113.9'],
  ['198.18.0.1, 203.0.113.9:80, 10.9.9.9:9', '10.1.2.3', '203.0.113.9'],
  ['10.4.4.4, 10.9.9.9', '10.1.2.3', '10.4.4.4'],
  // The proxy that names no address is the nearest one known.
  ['unknown', '10.1.2.3', '10.1.2.3'],
  ['_hidden', '10.1.2.3', '10.1.2.3'],
  ['203.0.113.9, unknown', '10.1.2.3', '10.1.2.3'],
  ['203.0.113.9, unknown, 10.9.9.9', '10.1.2.3', '10.9.9.9'],
  ['203.0.113.9, ', '10.1.2.3', '10.1.2.3'],
  ['', '10.1.2.3', '10.1.2.3'],
  [',,,', '10.1.2.3', '10.1.2.3'],
  ['203.0.113.9, [::ffff:10.9.9.9]:80', '10.1.2.3', '203.0.113.9'],
])('forwarded %j by %s comes from %s', async (forwarded, remoteAddress, address) => {
  const server = await createHttpServer({ log: silentLog, trustedProxies: PROXIES, secure: false });
  server.get('/', (request) => clientOf(request, false));
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  expect((await server.inject({ url: '/', remoteAddress, headers })).json()).toMatchObject({ ip: address });
});

test('two headers are read as one list', async () => {
  const server = await createHttpServer({ log: silentLog, trustedProxies: ['127.0.0.1'], secure: false });
  server.get('/', (request) => clientOf(request, false).ip);
  const { port } = new URL(await server.listen({ host: '127.0.0.1', port: 0 }));
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write(
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Forwarded-For: 127.0.0.1\r\nX-Forwarded-For: [2001:db8::9]:1\r\n\r\n',
  );
  expect(await text(socket)).toMatch(/\r\n\r\n2001:db8::9$/);
  await server.close();
});

test.each(['x-forwarded-for', 'forwarded', 'x-real-ip'])(
  '%s of an untrusted sender is ignored, and the log says so once',
  async (name) => {
    const lines: { level: number; peer: string; msg: string }[] = [];
    const written = new Writable({
      write: (chunk: Buffer, _encoding, done) => (lines.push(JSON.parse(chunk.toString('utf8')) as never), done()),
    });
    const server = await createHttpServer({
      log: pino({ base: null }, written),
      trustedProxies: ['10.0.0.0/8'],
      secure: false,
    });
    server.get('/', (request) => clientOf(request, false).ip);
    const from = async (remoteAddress: string, headers: Record<string, string>) =>
      (await server.inject({ url: '/', remoteAddress, headers })).body;
    expect(await from('198.51.100.1', {})).toBe('198.51.100.1');
    await from('10.0.0.1', { [name]: '203.0.113.9' });
    expect(lines).toEqual([]);
    for (let round = 0; round < 3; round += 1)
      expect(await from('198.51.100.1', { [name]: '203.0.113.9' })).toBe('198.51.100.1');
    expect(lines).toMatchObject([
      {
        level: 40,
        peer: '198.51.100.1',
        msg: expect.stringMatching(
          /^forwarded headers arrive from 198\.51\.100\.1, which TRUSTED_PROXIES does not name/,
        ),
      },
    ]);
  },
);
