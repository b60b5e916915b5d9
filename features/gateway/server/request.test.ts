import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { MerchantKeys } from '#features/merchant-keys/server/verbs.ts';
import type { SignType } from '@countinghouse/sdk/signing';
import { authenticate, type Authentication } from './authentication.ts';
import { type GatewayRequest, type ReadRequest, readRequest } from './request.ts';

interface Vectors {
  merchantNo: string;
  key: string;
  previousKey: string;
  merchant: { publicKey: string };
  md5: { name: string; fields: Record<string, string>; form: string; sign: string }[];
  md5Refused: { name: string; fields: Record<string, unknown>; fault: string }[];
  messages: {
    name: string;
    path: string;
    timestamp: string;
    nonce: string;
    body: string;
    hmacSha256: string;
    rsaSha256: string;
  }[];
}
const vectors = JSON.parse(readFileSync(new URL('../../../sdk/src/vectors.json', import.meta.url), 'utf8')) as Vectors;

const decoy = generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey;
const keys = (changes: Partial<MerchantKeys> = {}): MerchantKeys => ({
  memberNo: 10_000_001n,
  key: vectors.key,
  former: [],
  publicKey: createPublicKey(vectors.merchant.publicKey),
  publicKeyPem: null,
  rotatedAt: new Date(0),
  signTypes: ['MD5', 'HMAC-SHA256', 'RSA-SHA256'],
  requestIps: [],
  loginIps: [],
  notifyHosts: [],
  isAddressAllowed: () => true,
  isLoginAllowed: () => true,
  isNotifyHostAllowed: () => true,
  isNotifyHostListed: () => true,
  ...changes,
});

function proven(request: GatewayRequest, known: MerchantKeys | null = keys()): Authentication | ReadRequest['faults'] {
  const read = readRequest(request);
  if (read.signType === undefined || read.faults.length > 0) return read.faults;
  return authenticate(request, { ...read, signType: read.signType }, known ?? undefined, { now: new Date(0), decoy });
}

const inBody = (body: string, contentType: string): GatewayRequest => ({
  target: '/gateway/v1/pay/create',
  headers: { 'content-type': contentType },
  body: Buffer.from(body),
  ip: '::1',
});

describe("the SDK's vectors", () => {
  const whole = vectors.md5.filter(({ fields }) => fields['signType'] === 'MD5');

  it.each(whole)('MD5, $name: accepted as JSON and as a form', ({ fields, sign, form }) => {
    expect(proven(inBody(JSON.stringify({ ...fields, sign }), 'application/json'))).toMatchObject({ ok: true });
    expect(proven(inBody(form, 'application/x-www-form-urlencoded'))).toMatchObject({ ok: true });
  });

  it.each(vectors.md5Refused)('MD5, $name: refused, and the field is named', ({ fields, fault }) => {
    expect(proven(inBody(JSON.stringify({ ...fields, sign: 'A'.repeat(32) }), 'application/json'))).toMatchObject([
      { field: fault },
    ]);
  });

  const inHeaders = (
    { path, timestamp, nonce, body }: Vectors['messages'][number],
    signType: SignType,
    sign: string,
  ): GatewayRequest => ({
    target: path,
    body: Buffer.from(body),
    ip: '::1',
    headers: {
      'content-type': 'application/json',
      'x-merchant-no': vectors.merchantNo,
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-sign-type': signType,
      'x-sign': sign,
    },
  });
  const withoutQuery = vectors.messages.filter(({ path }) => !path.includes('?'));

  it.each(withoutQuery)(
    'HMAC-SHA256 and RSA-SHA256, $name: accepted with their own signature and no other',
    (message) => {
      const { hmacSha256, rsaSha256 } = message;
      expect(proven(inHeaders(message, 'HMAC-SHA256', hmacSha256))).toMatchObject({ ok: true, key: vectors.key });
      expect(proven(inHeaders(message, 'RSA-SHA256', rsaSha256))).toMatchObject({ ok: true });
      expect(proven(inHeaders(message, 'HMAC-SHA256', rsaSha256))).toEqual({
        ok: false,
        signed: false,
        error: 'bad_signature',
      });
      expect(proven(inHeaders(message, 'RSA-SHA256', hmacSha256))).toEqual({
        ok: false,
        signed: false,
        error: 'bad_signature',
      });
      expect(proven(inHeaders(message, 'HMAC-SHA256', hmacSha256.toUpperCase()))).toEqual({
        ok: false,
        signed: false,
        error: 'bad_signature',
      });
    },
  );
});

describe('the caller', () => {
  const [order] = vectors.md5;
  const request = inBody(JSON.stringify({ ...order?.fields, sign: order?.sign }), 'application/json');

  it('is verified by the old key too, until it expires', () => {
    const until = (at: number) => [{ key: vectors.key, createdAt: null, until: new Date(at) }];
    const rotated = keys({ key: 'the-new-key-0123456789', former: until(1) });
    expect(proven(request, rotated)).toMatchObject({
      ok: true,
      key: vectors.key,
      shared: { createdAt: null, isPrevious: true },
    });
    expect(proven(request, { ...rotated, former: until(0) })).toEqual({ ok: false, signed: false, error: 'key_ended' });
  });

  it('with an ended key gets its own refusal from an allowed address only, whichever of the former keys it is', () => {
    const other = { key: 'another-former-key-0123456789', createdAt: null, until: new Date(-1) };
    const ended = { key: vectors.key, createdAt: null, until: new Date(0) };
    for (const former of [[ended], [ended, other], [other, ended]]) {
      const known = keys({ key: 'the-new-key-0123456789', former });
      expect(proven(request, known)).toEqual({ ok: false, signed: false, error: 'key_ended' });
      expect(proven(request, { ...known, isAddressAllowed: () => false })).toEqual({
        ok: false,
        signed: false,
        error: 'bad_signature',
      });
      expect(proven(request, { ...known, signTypes: ['HMAC-SHA256'] })).toEqual({
        ok: false,
        signed: false,
        error: 'sign_type_not_allowed',
      });
    }
  });

  it('is not verified by the decoys, whatever keys are missing', () => {
    expect(proven(request, null)).toEqual({ ok: false, signed: false, error: 'unknown_merchant' });
    for (const signType of ['HMAC-SHA256', 'RSA-SHA256'] as const) {
      const headers = {
        'x-merchant-no': '1',
        'x-timestamp': '1',
        'x-nonce': 'n'.repeat(16),
        'x-sign-type': signType,
        'x-sign': 'AAAA',
      };
      expect(proven({ ...request, headers }, keys({ publicKey: undefined }))).toEqual({
        ok: false,
        signed: false,
        error: 'bad_signature',
      });
    }
  });

  it('must use a sign type that its settings allow', () => {
    expect(proven(request, keys({ signTypes: ['HMAC-SHA256', 'RSA-SHA256'] }))).toEqual({
      ok: false,
      signed: true,
      error: 'sign_type_not_allowed',
    });
  });
});

describe('reading a request', () => {
  it('treats a header that came twice as missing', () => {
    const headers = {
      'x-merchant-no': '10000001, 10000002',
      'x-timestamp': '1, 1',
      'x-nonce': `${'n'.repeat(16)}, ${'n'.repeat(16)}`,
      'x-sign-type': 'HMAC-SHA256, MD5',
      'x-sign': 'x',
    };
    const read = readRequest({ ...inBody('{}', 'application/json'), headers });
    expect([read.memberNo, read.signType]).toEqual([undefined, undefined]);
    expect(read.faults.map(({ field }) => field)).toEqual(['X-Sign-Type', 'X-Timestamp', 'X-Nonce']);
  });

  it('names every missing part of the signature', () => {
    expect(readRequest(inBody('{}', 'application/json')).faults).toEqual(
      ['merchantNo', 'timestamp', 'nonce', 'signType', 'sign'].map((field) => ({ field, word: 'required' })),
    );
    const headers = { 'content-type': 'application/json', 'x-sign': 'x' };
    expect(readRequest({ ...inBody('{}', 'application/json'), headers }).faults.map(({ field }) => field)).toEqual([
      'X-Merchant-No',
      'X-Timestamp',
      'X-Nonce',
      'X-Sign-Type',
    ]);
  });

  it('has one value per name: a repeated name is unreadable and reported, wherever it is hidden', () => {
    const duplicateField = (field: string) => ({ field, word: 'name_twice', values: { name: field } });
    for (const body of [
      '{"a":"1","a":"2"}',
      '{"a":"1","\\u0061":"1"}',
      '{"a":"1","b":"\\"","a":"2"}',
      '{"a":1,"a":"2"}',
      '{"a":"1","c":{},"a":null}',
    ])
      expect(readRequest(inBody(body, 'application/json')).unreadable, body).toEqual(duplicateField('a'));
    expect(readRequest(inBody('{"c":[{"b":1,"b":2}]}', 'application/json')).unreadable).toEqual(duplicateField('b'));
    expect(
      readRequest(inBody('{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}', 'application/json')).unreadable,
    ).toBeUndefined();
    for (const body of ['{}', '{"a":"\\"b\\":\\"c\\""}', '{"a\\\\":"\\\\"}', ' { "a" : "1" , "b" : "{\\"a\\":1}" } '])
      expect(readRequest(inBody(body, 'application/json')).unreadable, body).toBeUndefined();
    expect(readRequest(inBody('a=1&%61=2', 'application/x-www-form-urlencoded')).unreadable).toEqual(
      duplicateField('a'),
    );
    expect(
      readRequest(inBody(`{"${'x'.repeat(99)}":"1","${'x'.repeat(99)}":"2"}`, 'application/json')).unreadable,
    ).toEqual(duplicateField('x'.repeat(64)));
  });

  it.each([
    ['{', 'body_not_json'],
    ['[]', 'body_not_object'],
    ['null', 'body_not_object'],
    ['1', 'body_not_object'],
    ['"x"', 'body_not_object'],
    ['{"a":1}{}', 'body_not_json'],
    ['\uFEFF{}', 'body_bom'],
    ['{"a":"\\u12"}', 'body_not_json'],
  ])('of %j fails: %s', (body, word) => {
    expect(readRequest(inBody(body, 'application/json')).unreadable).toEqual({ field: 'body', word });
  });

  it.each([
    ['\uFEFFa=1', 'body_bom'],
    ['a=%zz', 'body_not_form'],
    ['a=%D6%D0', 'body_not_utf8'],
    ['=1', 'body_not_form'],
    ['a=1&', 'body_not_form'],
  ])('of the form %j fails: %s', (body, word) => {
    expect(readRequest(inBody(body, 'application/x-www-form-urlencoded')).unreadable).toEqual({ field: 'body', word });
  });

  it('gives fields no prototype', () => {
    const { fields, notText } = readRequest({
      ...inBody('{"__proto__":"x","constructor":{}}', 'application/json'),
      headers: { 'content-type': 'application/json', 'x-sign': 'x' },
    });
    expect([Object.keys(fields), Object.getPrototypeOf(fields), notText]).toEqual([
      ['__proto__'],
      null,
      ['constructor'],
    ]);
  });
});
