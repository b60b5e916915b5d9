import { describe, expect, it } from 'vitest';
import { addressList, isAddressEntry, isUsableKey, keySettingsFaults, type KeySettings } from './rules.ts';

const settings = (changes: Partial<KeySettings>): KeySettings => ({
  signTypes: ['HMAC-SHA256'],
  requestIps: [],
  loginIps: [],
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
