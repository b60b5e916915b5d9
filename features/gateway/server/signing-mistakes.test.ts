import { createHash, createHmac, generateKeyPairSync, sign as signWith, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { canonicalText, md5Text, newNonce, signHmac, signMd5, signRsa } from '@countinghouse/sdk/signing';
import {
  findSigningMistakes,
  firstDifference,
  type Hashing,
  SHOWN_KEY,
  type SignedRequest,
  type SigningMistake,
  signingMistakes,
  textToSign,
  timestampMistake,
} from '../signing-mistakes.ts';

const KEY = 'Ab3-merchant-key-0123456789';
const OLD = 'Zz9-former-key-9876543210';
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const hashing: Hashing = {
  md5: (bytes) => createHash('md5').update(bytes).digest(),
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  hmacSha256: (key, bytes) => createHmac('sha256', key).update(bytes).digest(),
  verifyRsa: (text, signature) => verify('sha256', text, rsa.publicKey, signature),
};

const fields = {
  orderNo: 'A-1',
  amount: '12.50',
  channel: 'qr',
  notifyUrl: 'https://shop.example/notify',
  subject: '茶 tea',
  attach: '',
  Zb: '1',
  aC: '2',
  merchantNo: '10000001',
  timestamp: '1795180258',
  nonce: '0123456789abcdef',
  signType: 'MD5',
};
type Fields = Readonly<Record<string, string>>;

const sorted = (all: Fields, compare?: (a: string, b: string) => number): string =>
  Object.keys(all)
    .filter((name) => all[name] !== '')
    .sort(compare)
    .map((name) => `${name}=${all[name]}`)
    .join('&');
const md5 = (text: string | Uint8Array): string => createHash('md5').update(text).digest('hex').toUpperCase();
const keyed = (text: string, key = KEY): string => md5(`${text}&key=${key}`);
const encoded = (encode: (value: string) => string): string =>
  sorted(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, encode(value)])));
const without = (...names: string[]): string =>
  sorted(Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name))));
/** 茶 in GBK. */
const gbk = (text: string): Buffer =>
  Buffer.concat(
    text.split('茶').flatMap((part, at) => [...(at > 0 ? [Buffer.from([0xb2, 0xe8])] : []), Buffer.from(part)]),
  );

const md5Mistakes: readonly [SigningMistake, string, string][] = [
  [
    'empties_kept',
    'empty values are signed',
    keyed(`Zb=1&aC=2&amount=12.50&attach=&${sorted(fields).split('amount=12.50&')[1]}`),
  ],
  ['values_encoded', 'values are URL-encoded', keyed(encoded(encodeURIComponent))],
  [
    'values_encoded',
    'values are form-encoded',
    keyed(encoded((value) => new URLSearchParams({ v: value }).toString().slice(2))),
  ],
  ['part_missing', 'signType is not signed', keyed(without('signType'))],
  [
    'part_missing',
    'only the business fields are signed',
    keyed(without('merchantNo', 'timestamp', 'nonce', 'signType')),
  ],
  ['key_missing', 'no key is signed', md5(sorted(fields))],
  ['key_twice', 'the key is appended twice', keyed(`${sorted(fields)}&key=${KEY}`)],
  ['key_joined_wrongly', 'the key is appended without its name', md5(sorted(fields) + KEY)],
  ['key_other_case', 'the key is in lower case', keyed(sorted(fields), KEY.toLowerCase())],
  ['key_with_newline', 'the key ends with a newline', keyed(sorted(fields), `${KEY}\n`)],
  ['key_with_newline', 'the key ends with a Windows newline', keyed(sorted(fields), `${KEY}\r\n`)],
  ['old_key', 'the former key is used', keyed(sorted(fields), OLD)],
  ['letters_other_case', 'the whole text is in lower case', md5(`${sorted(fields)}&key=${KEY}`.toLowerCase())],
  [
    'letters_other_case',
    'the names are in lower case',
    keyed(sorted(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name.toLowerCase(), value])))),
  ],
  ['not_utf8', 'the text is in GBK', md5(gbk(`${sorted(fields)}&key=${KEY}`))],
  [
    'not_sorted',
    'the fields are not sorted',
    keyed(
      Object.entries(fields)
        .filter(([, value]) => value !== '')
        .map(([name, value]) => `${name}=${value}`)
        .join('&'),
    ),
  ],
  [
    'sorted_ignoring_case',
    'the fields are sorted ignoring case',
    keyed(sorted(fields, (a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))),
  ],
  ['hex_other_case', 'the signature is in lower-case hex', keyed(sorted(fields)).toLowerCase()],
  ['base64_for_hex', 'the signature is in base64', Buffer.from(keyed(sorted(fields)), 'hex').toString('base64')],
];

describe('MD5', () => {
  const request = (sign: string): SignedRequest => ({ signType: 'MD5', sign, fields: { ...fields, sign } });

  it.each(md5Mistakes)('finds %s: %s', async (mistake, _title, sign) => {
    const found = await findSigningMistakes(request(sign), { key: KEY, former: [OLD] }, hashing);
    expect(found?.mistakes).toEqual([mistake]);
    expect(found?.text).not.toContain(KEY);
  });

  it('finds two mistakes together', async () => {
    const sign = keyed(encoded(encodeURIComponent), `${KEY}\n`).toLowerCase();
    const found = await findSigningMistakes(request(sign), { key: KEY }, hashing);
    expect(found?.mistakes).toEqual(['values_encoded', 'key_with_newline', 'hex_other_case']);
  });

  it('finds no mistake in a signature that fits, and none that explains another key', async () => {
    const fitting = await findSigningMistakes(request(signMd5(fields, KEY)), { key: KEY }, hashing);
    expect(fitting).toEqual({ mistakes: [], text: `${md5Text(fields)}&key=${SHOWN_KEY}` });
    expect(await findSigningMistakes(request(signMd5(fields, 'another-key-0123456789')), { key: KEY }, hashing)).toBe(
      undefined,
    );
    expect(await findSigningMistakes(request('no signature'), { key: KEY }, hashing)).toBe(undefined);
  });

  it('shows the text to sign without the key', async () => {
    expect(await textToSign(request(''), hashing)).toBe(`${md5Text(fields)}&key=${SHOWN_KEY}`);
  });
});

describe.each(['HMAC-SHA256', 'RSA-SHA256'] as const)('%s', (signType) => {
  const business = { orderNo: 'A-1', amount: '12.50', subject: '茶/tea', notifyUrl: 'https://shop.example/notify' };
  const sent = JSON.stringify(business);
  const base = { method: 'POST', path: '/gateway/v1/pay/create', timestamp: '1795180258', nonce: newNonce() };
  const sign = (text: string, key = KEY): string =>
    signType === 'HMAC-SHA256' ? signHmac(text, key) : signRsa(text, rsa.privateKey);
  const request = (signature: string): SignedRequest => ({
    ...base,
    signType,
    sign: signature,
    fields: business,
    host: 'pay.example',
    body: Buffer.from(sent),
  });
  const right = canonicalText({ ...base, body: sent });
  const [, , , , hash = ''] = right.split('\n');
  const lines = (changes: Partial<Record<'method' | 'path' | 'hash', string>>, separator = '\n'): string =>
    [changes.method ?? 'POST', changes.path ?? base.path, base.timestamp, base.nonce, changes.hash ?? hash].join(
      separator,
    );
  const body = (text: string | Uint8Array): string => lines({ hash: createHash('sha256').update(text).digest('hex') });
  const ascii = (json: string): string =>
    json.replaceAll(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

  const mistakes: readonly [SigningMistake, string, string][] = [
    [
      'body_written_again',
      'Python writes the body with blanks',
      body(ascii(sent.replaceAll('":"', '": "').replaceAll('","', '", "'))),
    ],
    ['body_written_again', 'PHP writes the body with escapes', body(ascii(sent.replaceAll('/', '\\/')))],
    [
      'body_written_again',
      'the body is sorted and indented',
      body(
        JSON.stringify(
          Object.fromEntries(Object.entries(business).sort(([one], [other]) => (one < other ? -1 : 1))),
          null,
          2,
        ),
      ),
    ],
    ['body_written_again', 'a form is signed and JSON is sent', body(new URLSearchParams(business).toString())],
    ['not_utf8', 'the body is hashed in GBK', body(gbk(sent))],
    ['body_not_hashed', 'the body itself is signed', lines({ hash: sent })],
    ['body_hash_other_case', 'the hash is in capital letters', lines({ hash: hash.toUpperCase() })],
    ['path_without_base', 'the path lacks the base', lines({ path: '/pay/create' })],
    ['path_without_base', 'the path lacks a part of the base', lines({ path: '/v1/pay/create' })],
    ['path_with_host', 'the whole address is signed', lines({ path: `https://pay.example${base.path}` })],
    ['method_other_case', 'the method is in lower case', lines({ method: 'post' })],
    ['method_wrong', 'GET is signed', lines({ method: 'GET' })],
    ['part_missing', 'the method is left out', right.slice('POST\n'.length)],
    ['newlines_wrong', 'newlines are written as text', lines({}, String.raw`\n`)],
    ['newlines_wrong', 'a newline ends the text', `${right}\n`],
  ];

  it.each(mistakes)('finds %s: %s', async (mistake, _title, text) => {
    const found = await findSigningMistakes(request(sign(text)), { key: KEY }, hashing);
    expect(found).toEqual({ mistakes: [mistake], text });
    expect(firstDifference(right, text)).toBeTypeOf('number');
  });

  it('shows the text to sign', async () => {
    expect(await textToSign(request(''), hashing)).toBe(right);
    expect((await findSigningMistakes(request(sign(right)), { key: KEY }, hashing))?.mistakes).toEqual([]);
  });
});

describe('how a signature is written', () => {
  const base = { method: 'POST', path: '/gateway/v1/balance', timestamp: '1795180258', nonce: newNonce() };
  const text = canonicalText({ ...base, body: '{}' });
  const hmac = createHmac('sha256', KEY).update(text).digest();
  const rsaBytes = signWith('sha256', Buffer.from(text), rsa.privateKey);
  const common = { ...base, fields: {}, body: Buffer.from('{}') };

  it.each<[SigningMistake, SignedRequest['signType'], string]>([
    ['hex_other_case', 'HMAC-SHA256', hmac.toString('hex').toUpperCase()],
    ['base64_for_hex', 'HMAC-SHA256', hmac.toString('base64')],
    ['signature_not_base64', 'RSA-SHA256', rsaBytes.toString('hex')],
    ['signature_not_base64', 'RSA-SHA256', rsaBytes.toString('base64url')],
    ['signature_not_base64', 'RSA-SHA256', rsaBytes.toString('base64').replaceAll(/.{76}/g, '$&\r\n')],
    ['old_key', 'HMAC-SHA256', createHmac('sha256', OLD).update(text).digest('hex')],
    ['key_with_newline', 'HMAC-SHA256', createHmac('sha256', `${KEY}\n`).update(text).digest('hex')],
  ])('finds %s of %s', async (mistake, signType, sign) => {
    const found = await findSigningMistakes({ ...common, signType, sign }, { key: KEY, former: [OLD] }, hashing);
    expect(found?.mistakes).toEqual([mistake]);
  });
});

it('every mistake has a test', () => {
  const source = md5Mistakes.map(([mistake]) => mistake);
  const ofMessages: SigningMistake[] = [
    'body_written_again',
    'body_not_hashed',
    'body_hash_other_case',
    'path_without_base',
    'path_with_host',
    'method_other_case',
    'method_wrong',
    'newlines_wrong',
    'signature_not_base64',
  ];
  expect([...new Set([...source, ...ofMessages])].sort()).toEqual([...signingMistakes].sort());
});

describe('a timestamp outside the window', () => {
  const atMs = 1_795_180_258_000;
  it.each([
    ['milliseconds', '1795180258000'],
    ['time_zone', String(1_795_180_258 + 8 * 3600)],
    ['time_zone', String(1_795_180_258 - 5.5 * 3600)],
    ['clock', String(1_795_180_258 - 640)],
    ['clock', String(1_795_180_258 - 40 * 86_400)],
    ['not_a_timestamp', '2026-11-27T00:00:00Z'],
  ])('is %s: %s', (mistake, timestamp) => {
    expect(timestampMistake(timestamp, atMs).mistake).toBe(mistake);
  });
});
