import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  channelOf,
  hasOneReading,
  isSignable,
  memberNoOf,
  moneyMinor,
  outgoingName,
  outgoingText,
  pastedAddress,
  type ReceivedFields,
} from './rules.ts';

describe('money', () => {
  it.each([
    ['1', 100n],
    ['1.0', 100n],
    ['1.00', 100n],
    ['10.5', 1_050n],
    ['9.9', 990n],
    ['0.01', 1n],
    ['00.50', 50n],
    ['99999999.99', 9_999_999_999n],
  ])('%s is accepted', (text, minor) => {
    expect(moneyMinor(text, 'CNY')).toBe(minor);
  });

  it.each(['0', '0.00', '-1', '1e3', '1.001', '', '.5', '1.', '1,00', ' 1', '1234567890', '１'])(
    '%j is refused',
    (text) => {
      expect(moneyMinor(text, 'CNY')).toBeUndefined();
    },
  );

  it('has no decimals in a currency without them', () => {
    expect(moneyMinor('100.00', 'JPY')).toBe(100n);
    expect(moneyMinor('100.50', 'JPY')).toBeUndefined();
  });
});

describe('a name goes out', () => {
  it.each([
    ['a'.repeat(200), 'a'.repeat(127)],
    ['会'.repeat(60), '会'.repeat(42)],
    [`${'a'.repeat(125)}🧾`, 'a'.repeat(125)],
    ['Tea & "cake" <b> \'x\' + 茶 🧾', 'Tea & "cake" <b> \'x\' + 茶 🧾'],
    ['back\\slash\u0007', 'backslash'],
  ])('%j', (name, sent) => {
    expect(outgoingName(name)).toBe(sent);
    expect(outgoingText(outgoingName(name))).toBe(sent);
  });
});

describe('a type', () => {
  const channels = [
    { code: 'scan', mode: 'qr', state: 'closed' },
    { code: 'phone', mode: 'h5', state: 'open' },
    { code: 'wire', mode: 'bank', state: 'open' },
  ] as const;

  it.each([
    ['alipay', {}, 'phone'],
    ['bank', {}, 'wire'],
    ['usdt', {}, undefined],
    ['toString', {}, undefined],
    ['alipay', { alipay: 'wire' }, 'wire'],
    ['alipay', { alipay: '' }, undefined],
    ['alipay', { alipay: 'scan' }, undefined],
    ['usdt', { usdt: 'phone' }, 'phone'],
  ] as const)('%s with the map %j gets the channel %s', (type, map, code) => {
    expect(channelOf(type, map, channels)?.code).toBe(code);
  });
});

it('only eight digits can be a member', () => {
  expect(memberNoOf('20000001')).toBe(20_000_001n);
  for (const pid of ['', '1', '02000000', '200000011', '2000000a']) expect(memberNoOf(pid)).toBeUndefined();
});

it.each([
  ['kit', false, 'https://pay.example/epay/'],
  ['panel', false, 'https://pay.example/epay'],
  ['host', false, 'https://pay.example/epay/'],
  ['host', true, 'https://pay.example/'],
  ['submit', true, 'https://pay.example/epay/submit.php'],
  ['card_shop', true, 'https://pay.example/epay/submit.php'],
] as const)('the address for %s, with the files at the root: %s', (family, atRoot, address) => {
  expect(pastedAddress(family, 'https://pay.example', atRoot)).toBe(address);
});

/** As the protocol joins it. */
function epayText(fields: ReceivedFields, keepEmpty = false): string {
  const names = Object.keys(fields).filter((name) => keepEmpty || fields[name] !== '');
  return names
    .toSorted((one, other) => (one < other ? -1 : 1))
    .map((name) => `${name}=${fields[name]}`)
    .join('&');
}

describe('a signed text', () => {
  const oneReading = (fields: ReceivedFields): boolean => hasOneReading(epayText(fields), fields);
  const usual = {
    money: '1.00',
    name: 'VIP会员',
    notify_url: 'http://shop.example/notify_url.php?a=1&b=2&order=3',
    out_trade_no: 'A-1',
    pid: '10000001',
    return_url: 'http://shop.example/return.php?id=5&sign=x',
    sitename: 'Shop',
    type: 'alipay',
  };

  it.each<[string, ReceivedFields]>([
    ['of a usual order', usual],
    ['with unknown fields', { ...usual, cid: '1', fiat: 'CNY', device: 'pc' }],
    [
      'with an unknown field after an address without a query',
      { ...usual, return_url: 'http://shop.example/r', time: '1' },
    ],
    ['with a name that has & and =', { ...usual, name: 'Tea & cake=good &' }],
    ['with a return address that names a type', { ...usual, return_url: 'http://s.example/?a=1&type=bank' }],
    ['with an unknown field after a query', { ...usual, return_url: 'http://s.example/?a=1', scene: '1' }],
    ['with an unknown field after the query of notify_url', { ...usual, openid: '1' }],
  ])('%s has one reading', (_what, fields) => {
    expect([isSignable(fields), oneReading(fields)]).toEqual([true, true]);
  });

  it.each<[string, ReceivedFields]>([
    ['whose name begins another field', { ...usual, name: 'Tea&note=1' }],
    ['whose notify_url swallows the order number', { ...usual, notify_url: 'http://s.example/?a=1&out_trade_no=A-2' }],
    ['whose address has no query but a further field', { ...usual, return_url: 'http://s.example/&type=bank' }],
  ])('%s could be read in two ways', (_what, fields) => {
    expect(oneReading(fields)).toBe(false);
  });

  it.each(['name', 'param', 'sitename', 'type', 'device', 'clientip'])('%s must not hold a known field', (field) => {
    expect(isSignable({ ...usual, [field]: 'x&money=0.01' })).toBe(false);
    // What is taken out of a value before it goes out must not uncover one.
    for (const value of ['x&mo\\ney=0.01', 'x\\&\\money\\=0.01', 'x&\u0000money=0.01', 'x&money\u007f=0.01'])
      expect([value, isSignable({ ...usual, [field]: value })]).toEqual([value, false]);
  });

  it('is never shared by two different sets of accepted fields, but for the queries of addresses', () => {
    const part = fc.constantFrom(
      '',
      'a',
      'b',
      '1',
      '?',
      '&',
      '=',
      '&a=1',
      '&name=x',
      '&type=t',
      '&out_trade_no=9',
      '&z=',
      'http://s/?q',
    );
    const value = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''));
    const name = fc.constantFrom(
      'a',
      'name',
      'notify_url',
      'o',
      'out_trade_no',
      'param',
      'return_url',
      's',
      'sitename',
      'type',
      'z',
    );
    const fields = fc
      .uniqueArray(fc.tuple(name, value), { maxLength: 7, selector: ([one]) => one })
      .map((pairs) => Object.fromEntries(pairs));
    const canBeInQuery = (one: string, { notify_url: notify = '', return_url: back = '', ...rest }: ReceivedFields) =>
      (notify.includes('?') && one > 'notify_url' && !(rest['out_trade_no'] && one >= 'out_trade_no')) ||
      (back.includes('?') && one > 'return_url');
    const readings = new Map<string, string>();
    let accepted = 0;
    fc.assert(
      fc.property(fields, (set) => {
        for (const keepEmpty of [false, true]) {
          const text = epayText(set, keepEmpty);
          const named = Object.fromEntries(Object.entries(set).filter(([, one]) => keepEmpty || one !== ''));
          if (!isSignable(set) || !hasOneReading(text, named)) continue;
          accepted += 1;
          const filled = JSON.stringify(
            Object.entries(set)
              .filter(([name, one]) => one !== '' && !canBeInQuery(name, set))
              .map(([name, one]) => [name, name.endsWith('_url') ? one.replace(/\?.*/s, '?') : one])
              .toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1)),
          );
          expect(readings.get(text) ?? filled).toBe(filled);
          readings.set(text, filled);
        }
      }),
      { numRuns: 5_000 },
    );
    expect(accepted).toBeGreaterThan(500);
  });

  it('moves no text from one field to the next', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'm', 'z', '&', '=', '?', '1') });
    const name = fc.constantFrom('b', 'name', 'notify_url', 'o', 'out_trade_no', 'return_url', 'type', 'x');
    fc.assert(
      fc.property(name, text, name, text, (one, first, other, second) => {
        fc.pre(one < other && first !== '' && second !== '');
        const apart = { [one]: first, [other]: second };
        const together = { [one]: `${first}&${other}=${second}` };
        const isQuery =
          first.includes('?') && (one === 'return_url' || (one === 'notify_url' && other !== 'out_trade_no'));
        expect(oneReading(apart) && oneReading(together)).toBe(isQuery && oneReading(apart));
      }),
    );
  });
});
