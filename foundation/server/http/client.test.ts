import { describe, expect, test } from 'vitest';
import { clientOf } from './client.ts';
import { createHttpServer } from './http.ts';
import { silentLog } from '#foundation/server/process/log.ts';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36';

test.each([
  ['a browser and its system', chrome, 'Chrome on Windows'],
  ['the name that a program gives itself', 'curl/8.5.0', 'curl'],
  ['unknown', '', 'unknown'],
  ['no more than 60 characters of a long name', `${'A'.repeat(14_000)} Windows NT 10.0/1 x`, 'A'.repeat(60)],
  ['no more than 60 characters of a browser', `${'B'.repeat(100)} Windows NT 10.0/1 x`, 'B'.repeat(60)],
  ['nothing that steers a terminal', 'a\u009b31m\u0085b/1', 'a31mb'],
  ['unknown when there is nothing else', '\u0080\u0081', 'unknown'],
])('a device is called %s', async (_, userAgent, device) => {
  const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  server.get('/', (request) => clientOf(request, false).device);
  expect((await server.inject({ url: '/', headers: { 'user-agent': userAgent } })).body).toBe(device);
});

const site = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' };
const overTls = { origin: 'https://pay.example' };
const local = { origin: 'http://localhost:8080' };
const lan = { origin: 'http://console.lan.example:8080' };

// What each sends with the POST of a login. Browsers send Sec-Fetch headers over TLS and to their own machine only.
describe.each([
  ['Chrome, Firefox and Safari over TLS', { ...overTls, ...site }, { behindTls: true, plain: true }],
  ['Safari before 16.4 over TLS', overTls, { behindTls: true, plain: true }],
  ['Chrome, Firefox and Safari on the own machine', { ...local, ...site }, { behindTls: true, plain: true }],
  ['Safari before 16.4 on the own machine', local, { behindTls: false, plain: true }],
  ['Chrome, Firefox and Safari over plain http in a local network', lan, { behindTls: false, plain: true }],
  ['a page without an origin of its own', { origin: 'null', ...site }, { behindTls: true, plain: true }],
  ['curl', { accept: '*/*' }, { behindTls: false, plain: false }],
  [
    'the fetch of Node',
    { accept: '*/*', 'accept-language': '*', 'sec-fetch-mode': 'cors', 'user-agent': 'node' },
    { behindTls: false, plain: false },
  ],
])('%s', (_, headers, { behindTls, plain }) => {
  test.each([
    ['behind TLS', true, behindTls],
    ['without TLS', false, plain],
  ])('%s', async (_where, secure, isBrowser) => {
    const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure });
    server.post('/', (request) => ({ isBrowser: clientOf(request, secure).browser }));
    expect((await server.inject({ method: 'POST', url: '/', headers })).json()).toEqual({ isBrowser });
  });
});

test("Node's fetch never counts as a browser", async () => {
  const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  server.post('/', (request) => ({ isBrowser: clientOf(request, false).browser }));
  const address = await server.listen({ port: 0, host: '127.0.0.1' });
  try {
    for (const init of [{}, { credentials: 'include', mode: 'cors' }, { mode: 'same-origin' }] as const)
      expect(await (await fetch(address, { method: 'POST', ...init })).json()).toEqual({ isBrowser: false });
  } finally {
    await server.close();
  }
});

test.each([
  ['an address of its own', '203.0.113.7', '203.0.113.7'],
  ['an IPv4 address that came over IPv6', '::ffff:203.0.113.7', '203.0.113.7'],
  ['the first half of an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['the first half of a short one', '2001:db8::7', '2001:db8::/64'],
  ['the first half of one with a zone', 'fe80::1%eth0', 'fe80::/64'],
])('limits count by %s', async (_, remoteAddress, network) => {
  const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  server.get('/', (request) => clientOf(request, false).network);
  expect((await server.inject({ url: '/', remoteAddress })).body).toBe(network);
});
