import { expect, it } from 'vitest';
import type { Answered } from './answered.ts';
import { recordOf } from './record.ts';

const sealer = { seal: () => Buffer.from('sealed') };
const answered = (secret: string, fields: Record<string, string>, more: Partial<Answered> = {}): Answered => ({
  memberNo: 20_000_001n,
  at: new Date('2026-11-27T08:00:00Z'),
  path: '/balance',
  ip: '127.0.0.1',
  result: 'bad_request',
  httpStatus: 200,
  durationMs: 1,
  signed: true,
  ownAddress: true,
  key: 'new',
  received: undefined,
  read: { fields, notText: [], signType: 'MD5' },
  faults: [],
  reply: null,
  secrets: [secret],
  ...more,
});
const received = (target: string) => ({
  target,
  headers: { 'user-agent': '' },
  body: new Uint8Array(),
  ip: '127.0.0.1',
  timestamp: '1',
  nonce: 'n',
  sign: 's',
});

it.each([
  ['of letters', 'Abcdefghijklmnopqrstuvwxyz0123456789-_012'],
  ['that JSON writes with escapes', String.raw`"quoted"\and-more-of-the-key`],
])('a key %s is in no part of a record, whole or cut', (_what, secret) => {
  for (let length = 0; length <= 255; length += 1) {
    const before = 'x'.repeat(length);
    const { request } = recordOf(
      answered(secret, { subject: before + secret, [secret]: '1' }, { received: received(`/?${before}${secret}`) }),
      sealer,
    );
    const text = JSON.stringify(Object.values(JSON.parse(request) as object));
    expect([length, text.includes(JSON.stringify(secret.slice(0, 6)).slice(1, -1))]).toEqual([length, false]);
  }
});

it('a reply is cut without a part of a key, and an order number that is a key is left out', () => {
  const secret = 'Abcdefghijklmnopqrstuvwxyz0123456789-_012';
  for (let length = 8_140; length <= 8_192; length += 1) {
    const { reply } = recordOf(answered(secret, {}, { reply: 'x'.repeat(length) + secret }), sealer);
    expect([length, reply?.includes('Abcdef')]).toEqual([length, false]);
  }
  const quoted = String.raw`"quoted"\and-more-of-the-key`;
  const reply = JSON.stringify({ data: { attach: quoted } });
  expect(recordOf(answered(quoted, {}, { reply }), sealer).reply).toBe('{"data":{"attach":"…"}}');
  expect(recordOf(answered(secret, { orderNo: secret }), sealer).orderNo).toBeNull();
  expect(recordOf(answered(secret, { orderNo: 'A-1' }), sealer).orderNo).toBe('A-1');
});
