import { expect, test } from 'vitest';
import { clientOf } from './client.ts';
import { createHttpServer } from './http.ts';
import { silentLog } from './log.ts';

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
  server.get('/', (request) => clientOf(request).device);
  expect((await server.inject({ url: '/', headers: { 'user-agent': userAgent } })).body).toBe(device);
});

test.each([
  ['an address of its own', '203.0.113.7', '203.0.113.7'],
  ['an IPv4 address that came over IPv6', '::ffff:203.0.113.7', '203.0.113.7'],
  ['the first half of an IPv6 address', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['the first half of a short one', '2001:db8::7', '2001:db8::/64'],
  ['the first half of one with a zone', 'fe80::1%eth0', 'fe80::/64'],
])('limits count by %s', async (_, remoteAddress, network) => {
  const server = await createHttpServer({ log: silentLog, trustedProxies: [], secure: false });
  server.get('/', (request) => clientOf(request).network);
  expect((await server.inject({ url: '/', remoteAddress })).body).toBe(network);
});
