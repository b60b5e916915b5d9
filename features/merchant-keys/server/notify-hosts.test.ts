import { expect, test } from 'vitest';
import { canonicalHost, isNotifyHostAllowed, isNotifyHostListed } from './notify-hosts.ts';

test.each([
  ['Shop.Example', 'shop.example'],
  ['shop.example:08443', 'shop.example:8443'],
  ['bücher.example:443', 'xn--bcher-kva.example:443'],
  ['[2001:DB8:0::1]:443', '[2001:db8::1]:443'],
  ['[::1]', '[::1]'],
  ['0x7f.1', '127.0.0.1'],
  ['https://shop.example', undefined],
  ['shop.example:0', undefined],
  ['a..b:1', 'a..b:1'],
  ['xn--', undefined],
])('the one spelling of %s is %s', (host, canonical) => {
  expect(canonicalHost(host)).toBe(canonical);
});

test.each([
  ['https://shop.example/notify', ['shop.example'], true],
  ['https://shop.example:8443/notify', ['shop.example'], true],
  ['https://SHOP.EXAMPLE/notify', ['shop.example'], true],
  ['https://shop.example/notify', ['shop.example:443'], true],
  ['http://shop.example/notify', ['shop.example:443'], false],
  ['http://shop.example/notify', ['shop.example:80'], true],
  ['https://shop.example:8443/notify', ['shop.example:443'], false],
  ['https://shop.example.evil.example/', ['shop.example'], false],
  ['https://evil.example/?shop.example', ['shop.example'], false],
  ['https://shop.example@evil.example/', ['shop.example'], false],
  ['https://[2001:db8::1]:443/x', ['[2001:db8::1]'], true],
  ['https://bücher.example/', ['xn--bcher-kva.example'], true],
  ['no address', ['shop.example'], false],
  ['https://anywhere.example/', [], true],
] as const)('%s among %j: %s', (url, hosts, isAllowed) => {
  expect(isNotifyHostAllowed(url, hosts)).toBe(isAllowed);
  expect(isNotifyHostListed(url, hosts)).toBe(isAllowed && hosts.length > 0);
});
