import { describe, expect, it } from 'vitest';
import { allowList, checkUrlText, isPublicAddress } from './outgoing-address.ts';

const nothingAllowed = allowList([]);
const check = (text: string, allow = nothingAllowed) => {
  const answer = checkUrlText(text, allow);
  return answer.ok ? 'ok' : answer.reason;
};

/** Hosts that mean this machine, its network or nothing public, each in a spelling that some parser accepts. */
const refusedHosts: readonly string[] = [
  // Loopback: dotted, short, decimal, octal, hexadecimal, mixed, percent-encoded, full-width, circled, dot at the end.
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '017700000001',
  '0x7f000001',
  '0X7F000001',
  '0x7f.1',
  '0177.0.0.1',
  '0177.0.0.01',
  '0x7f.0x0.0x0.0x1',
  '127.0.0x1',
  '%31%32%37.0.0.1',
  '１２７.０.０.１',
  '①②⑦.0.0.1',
  '127。0。0。1',
  '127．0．0．1',
  // This network, private, shared, link-local and metadata.
  '0',
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '167772161',
  '012.0.0.1',
  '100.64.0.1',
  '100.127.255.254',
  '100.100.100.200',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '169.254.43518',
  '168.63.129.16',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.257',
  '0xc0a80001',
  // Assignments, documentation, benchmarks, relays, multicast, reserved, broadcast.
  '192.0.0.8',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  // IPv6: unspecified, loopback, compatible, mapped (both spellings), translated, NAT64, 6to4, Teredo.
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000::0001]',
  '[::127.0.0.1]',
  '[::7f00:1]',
  '[::ffff:127.0.0.1]',
  '[::FFFF:7F00:1]',
  '[0:0:0:0:0:ffff:a9fe:a9fe]',
  '[::ffff:8.8.8.8]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::169.254.169.254]',
  '[64:ff9b:1::1]',
  '[2002:7f00:1::]',
  '[2002:a9fe:a9fe::1]',
  '[2001:0:4136:e378:8000:63bf:80ff:fffe]',
  '[2001::1]',
  // IPv6: local, link-local, site-local, multicast, documentation, benchmarks, discard, identifiers, segment routing.
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fe80:0:0:0::1]',
  '[febf::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[2001:2::1]',
  '[100::1]',
  '[2001:10::1]',
  '[2001:20::1]',
  '[5f00::1]',
  '[4000::1]',
  '[1::1]',
  // Names.
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ⓛocalhost',
  'a.localhost',
  'a.b.localhost.',
  'localhost.localdomain',
  'metadata.google.internal',
  'metadata.google.internal.',
  'db.internal',
  'printer.local',
  'router.lan',
  'nas.home.arpa',
  'redis',
  'metadata',
  'ip6-localhost',
];

describe('a host that is not public', () => {
  it.each(refusedHosts)('%s is refused at save time', (host) => {
    expect(check(`http://${host}/notify`)).toBe('address_refused');
    expect(check(`https://${host}:8443/notify`)).toBe('address_refused');
  });

  it.each([
    ['http:127.0.0.1/', 'address_refused'],
    ['http:/127.0.0.1/', 'address_refused'],
    ['http:///127.0.0.1/', 'address_refused'],
    ['HTTP://127.1', 'address_refused'],
    ['http://127.0.0.1#@shop.example/', 'address_refused'],
    ['http://127.0.0.1?.shop.example/', 'address_refused'],
    ['http:\\\\127.0.0.1\\', 'malformed'],
    ['http://127.0.0.1\\@shop.example/', 'malformed'],
    ['http://shop.example\\@127.0.0.1/', 'malformed'],
    ['http://[fe80::1%25eth0]/', 'malformed'],
    ['http://[fe80::1%eth0]/', 'malformed'],
    ['http://[::1', 'malformed'],
    ['http://[127.0.0.1]/', 'malformed'],
    ['http://256.256.256.256/', 'malformed'],
    ['http://1.2.3.4.5/', 'malformed'],
    ['http://0x100000000/', 'malformed'],
    ['http://shop.example../', 'malformed'],
    ['http://a..b/', 'malformed'],
    ['http://shop.example:0x50/', 'malformed'],
    ['http://shop.example:99999/', 'malformed'],
    ['http://-shop.example/', 'malformed'],
    ["http://shop'.example/", 'malformed'],
    ['', 'malformed'],
    ['shop.example', 'malformed'],
    ['//shop.example/', 'malformed'],
    ['/notify', 'malformed'],
    ['http://', 'malformed'],
    ['https://?x', 'malformed'],
    [' http://shop.example/', 'malformed'],
    ['http://shop.example/\n', 'malformed'],
    ['ht\ttp://shop.example/', 'malformed'],
    ['http://shop.example/a b', 'malformed'],
    ['http://shop.example/\u0000', 'malformed'],
    ['ftp://shop.example/', 'not_http'],
    ['file:///etc/passwd', 'not_http'],
    ['gopher://shop.example/', 'not_http'],
    ['javascript:alert(1)', 'not_http'],
    ['data:text/html,x', 'not_http'],
    ['ws://shop.example/', 'not_http'],
    ['unix:/run/postgresql', 'not_http'],
    ['http://user@shop.example/', 'credentials_in_url'],
    ['http://user:secret@shop.example/', 'credentials_in_url'],
    ['http://:secret@shop.example/', 'credentials_in_url'],
    ['http://shop.example@127.0.0.1/', 'credentials_in_url'],
    [`http://shop.example/${'a'.repeat(2048)}`, 'too_long'],
  ])('%j is refused as %s', (url, reason) => {
    expect(check(url)).toBe(reason);
  });

  it('is refused as an address that a name server returned', () => {
    for (const address of [
      '127.0.0.1',
      '10.1.2.3',
      '168.63.129.16',
      '::1',
      '::ffff:10.0.0.1',
      '64:ff9b::a00:1',
      'fe80::1%eth0',
      '2606:4700::1%eth0',
      'shop.example',
      '',
      '0x7f.1',
      '127.1',
    ]) {
      expect(isPublicAddress(address), address).toBe(false);
    }
  });
});

describe('a public host', () => {
  it.each([
    'http://8.8.8.8/',
    'https://1.1.1.1:8443/a?b=c',
    'http://172.15.0.1/',
    'http://172.32.0.1/',
    'http://100.63.0.1/',
    'http://100.128.0.1/',
    'http://192.169.0.1/',
    'http://169.253.1.1/',
    'http://223.255.255.254/',
    'http://11.0.0.1/',
    'https://[2606:4700:4700::1111]/',
    'https://[2a00:1450:4001:81b::200e]:444/',
    'https://shop.example/notify?order=1#part',
    'https://shop.example./',
    'https://xn--fiqs8s.example/',
    'https://支付.example/',
    'https://a_b.shop.example/',
    'https://mylocalhost.example/',
    'https://internal.example/',
  ])('%s passes', (url) => {
    expect(check(url)).toBe('ok');
  });

  it('is returned normalised, so that the checked host is the one connected to', () => {
    const answer = checkUrlText('HTTPS://Shop.Example.:443/Notify?x=1', nothingAllowed);
    expect(answer).toMatchObject({ ok: true, url: { href: 'https://shop.example/Notify?x=1' } });
  });
});

describe('the allow list', () => {
  it('allows exactly its host and port', () => {
    const allow = allowList(['127.0.0.1:9000', '[::1]:9001', 'localhost:9002', 'receiver:80', '10.0.0.5:443']);
    expect(
      [
        'http://127.0.0.1:9000/',
        'https://127.0.0.1:9000/',
        'http://[::1]:9001/',
        'http://localhost:9002/',
        'http://localhost.:9002/',
        'http://receiver/',
        'http://receiver:80/',
        'https://10.0.0.5/',
      ].map((url) => check(url, allow)),
    ).toEqual(Array(8).fill('ok'));
    expect(
      [
        'http://127.0.0.1:9001/',
        'http://127.0.0.1/',
        'http://127.0.0.2:9000/',
        'http://localhost:9000/',
        'http://[::1]:9000/',
        'http://[::ffff:127.0.0.1]:9000/',
        'http://127.0.0.1:90001/',
        'https://receiver/',
        'http://10.0.0.5/',
        'http://10.0.0.5:4433/',
      ].map((url) => check(url, allow)),
    ).toEqual([
      'address_refused',
      'address_refused',
      'address_refused',
      'address_refused',
      'address_refused',
      'address_refused',
      'malformed',
      'address_refused',
      'address_refused',
      'address_refused',
    ]);
  });

  it('does not lift the other rules', () => {
    const allow = allowList(['127.0.0.1:9000']);
    expect(check('ftp://127.0.0.1:9000/', allow)).toBe('not_http');
    expect(check('http://user@127.0.0.1:9000/', allow)).toBe('credentials_in_url');
  });

  it.each([
    '127.0.0.1',
    'localhost',
    ':9000',
    '127.0.0.1:',
    '127.0.0.1:0',
    '127.0.0.1:65536',
    'http://127.0.0.1:9000',
    '127.0.0.1:9000/',
    '*:9000',
    '127.0.0.0/8:80',
    'a b:80',
    '::1:9000',
    'u@h:80',
    '',
  ])('stops the start on an entry that is not host:port: %j', (entry) => {
    expect(() => allowList([entry])).toThrow(/host:port/);
  });
});
