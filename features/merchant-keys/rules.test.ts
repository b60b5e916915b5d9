import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import {
  addressList,
  canonicalEntry,
  isAddressEntry,
  isNotifyHost,
  isTooWide,
  isUsableKey,
  keySettingsFaults,
  type KeySettings,
} from './rules.ts';

const settings = (changes: Partial<KeySettings>): KeySettings => ({
  signTypes: ['HMAC-SHA256'],
  requestIps: [],
  loginIps: [],
  notifyHosts: [],
  ...changes,
});

describe('key settings', () => {
  it('allow MD5 only together with a list of request addresses', () => {
    expect(keySettingsFaults(settings({ signTypes: ['MD5', 'HMAC-SHA256'] }))).toEqual({ requestIps: 'md5_needs_ips' });
    expect(keySettingsFaults(settings({ signTypes: ['MD5'], requestIps: ['203.0.113.7'] }))).toEqual({});
  });

  it('require a sign type', () => {
    expect(keySettingsFaults(settings({ signTypes: [] }))).toEqual({ signTypes: 'sign_types_needed' });
  });

  it('report a list with an invalid entry, or with too many', () => {
    expect(keySettingsFaults(settings({ requestIps: ['203.0.113.7', 'shop.example'] }))).toEqual({
      requestIps: 'address_form',
    });
    expect(keySettingsFaults(settings({ loginIps: Array<string>(51).fill('203.0.113.7') }))).toEqual({
      loginIps: 'too_many_addresses',
    });
    expect(keySettingsFaults(settings({ notifyHosts: ['shop.example', 'https://shop.example'] }))).toEqual({
      notifyHosts: 'notify_host_form',
    });
    expect(keySettingsFaults(settings({ notifyHosts: Array<string>(51).fill('shop.example') }))).toEqual({
      notifyHosts: 'too_many_hosts',
    });
  });
});

describe('an address entry', () => {
  it.each([
    '203.0.113.7',
    '203.0.113.0/24',
    '203.0.113.9/32',
    '10.0.0.0/8',
    '::1',
    '2001:db8::/32',
    '2001:DB8::1',
    '::ffff:203.0.113.7',
  ])('can be %s', (entry) => {
    expect(isAddressEntry(entry)).toBe(true);
  });

  it.each([
    '',
    ' 203.0.113.7',
    '203.0.113',
    '203.0.113.256',
    '0x7f.1',
    '127.1',
    '017.0.0.1',
    '2130706433',
    '203.0.113.7/33',
    '203.0.113.7/-1',
    '203.0.113.7/024',
    '203.0.113.7/24/24',
    '203.0.113.7/',
    '0.0.0.0/0',
    '128.0.0.0/1',
    '::/0',
    '2000::/3',
    'fe80::1%eth0',
    '::ffff:203.0.113.0/120',
    'shop.example',
    '*',
    '203.0.113.*',
    '１.1.1.1',
  ])('cannot be %j', (entry) => {
    expect(isAddressEntry(entry)).toBe(false);
  });
});

describe('an address list', () => {
  it('admits exact addresses and those in its ranges, in any spelling, and no others', () => {
    const admits = addressList(['203.0.113.7', '198.51.100.0/24', '2001:db8::/32']);
    for (const address of [
      '203.0.113.7',
      '::ffff:203.0.113.7',
      '198.51.100.0',
      '198.51.100.255',
      '2001:db8::1',
      '2001:0DB8:0:0::9',
    ])
      expect(admits(address), address).toBe(true);
    for (const address of [
      '203.0.113.8',
      '198.51.101.0',
      '2001:db9::1',
      '::1',
      '',
      'x',
      '203.0.113.7 ',
      '203.0.113.7/32',
    ])
      expect(admits(address), address).toBe(false);
  });

  it('that is empty or invalid admits no address', () => {
    expect(addressList([])('127.0.0.1')).toBe(false);
    expect(addressList(['127.1', '0.0.0.0/0'])('127.0.0.1')).toBe(false);
  });
});

it('a key is visible ASCII without &, 16 to 128 characters', () => {
  for (const key of [
    'demo-shop-key-0123456789abcdef0123',
    'a'.repeat(16),
    'z'.repeat(128),
    'x=%/+-_~!"#$\'()*,.:;<>?@[]^`{|}',
  ])
    expect(isUsableKey(key), key).toBe(true);
  for (const key of [
    '',
    'a'.repeat(15),
    'z'.repeat(129),
    `${'a'.repeat(20)}&b`,
    'has a space in it here',
    `${'a'.repeat(20)}é`,
    `${'a'.repeat(20)}\n`,
  ])
    expect(isUsableKey(key), key).toBe(false);
});

describe('the one spelling of an address entry', () => {
  it.each([
    ['203.0.113.77/24', '203.0.113.0/24'],
    ['203.0.113.77/31', '203.0.113.76/31'],
    ['203.0.113.77/32', '203.0.113.77'],
    ['10.255.255.255/8', '10.0.0.0/8'],
    ['2001:DB8:0:0:0:0:0:1/32', '2001:db8::/32'],
    ['2001:0db8::0001', '2001:db8::1'],
    ['2001:db8::ffff/127', '2001:db8::fffe/127'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['::1/128', '::1'],
  ])('of %s is %s', (entry, canonical) => {
    expect(canonicalEntry(entry)).toBe(canonical);
  });

  it('does not exist for an invalid entry', () => {
    for (const entry of ['shop.example', '0.0.0.0/0', '203.0.113.7/33', ''])
      expect(canonicalEntry(entry)).toBeUndefined();
  });

  const address = fc.oneof(
    fc.ipV4().map((text): [string, number, number] => [text, 8, 32]),
    fc
      .array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 })
      .map((groups): [string, number, number] => [groups.map((group) => group.toString(16)).join(':'), 16, 128]),
  );
  const entry = address.chain(([text, min, max]) =>
    fc.integer({ min, max }).map((bits) => ({ text, bits, entry: `${text}/${bits}` })),
  );

  it('is its own, and admits exactly what the entry admits', () => {
    fc.assert(
      fc.property(entry, address, (range, [other]) => {
        const canonical = canonicalEntry(range.entry) ?? '';
        expect(canonicalEntry(canonical)).toBe(canonical);
        expect(isAddressEntry(canonical)).toBe(true);
        const [admits, admitsToo] = [addressList([range.entry]), addressList([canonical])];
        expect([admits(range.text), admitsToo(range.text)]).toEqual([true, true]);
        expect(admitsToo(other)).toBe(admits(other));
      }),
    );
  });

  it('is the same for every address of a range', () => {
    fc.assert(
      fc.property(fc.ipV4(), fc.integer({ min: 8, max: 32 }), fc.nat(0xffffff), (text, bits, host) => {
        const value = text.split('.').reduce((sum, byte) => sum * 256 + Number(byte), 0);
        const size = 2 ** (32 - bits);
        const other = value - (value % size) + (host % size);
        const otherText = [24, 16, 8, 0].map((shift) => Math.floor(other / 2 ** shift) % 256).join('.');
        expect(canonicalEntry(`${otherText}/${bits}`)).toBe(canonicalEntry(`${text}/${bits}`));
      }),
    );
  });
});

it('a range is too wide below /8, or /16 for IPv6, and nothing else is', () => {
  for (const entry of ['0.0.0.0/0', '128.0.0.0/1', '10.0.0.0/7', '::/0', '2001:db8::/15'])
    expect(isTooWide(entry), entry).toBe(true);
  for (const entry of ['10.0.0.0/8', '203.0.113.7', '2001:db8::/16', 'shop.example/0', '0.0.0.0/0/0', '0.0.0.0/x', ''])
    expect(isTooWide(entry), entry).toBe(false);
});

it('a host to notify is a name or an address, with or without a port, and nothing more', () => {
  for (const host of [
    'shop.example',
    'Shop.Example:8443',
    'localhost',
    '203.0.113.7:80',
    '[2001:db8::1]',
    '[::1]:8080',
    '商城.example',
  ])
    expect(isNotifyHost(host), host).toBe(true);
  for (const host of [
    '',
    'https://shop.example',
    'shop.example/notify',
    'shop.example:',
    'shop.example:0',
    'shop.example:65536',
    'user@shop.example',
    'shop.example?x',
    'shop example',
    '*.shop.example',
    '2001:db8::1',
    'a'.repeat(261),
  ])
    expect(isNotifyHost(host), host).toBe(false);
});
