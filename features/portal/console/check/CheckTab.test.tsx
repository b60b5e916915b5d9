/** The tab that checks signatures: what it computes, where it finds a difference, and which mistakes it names. */
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createHash, createHmac, createSign, generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { signingMistakeTexts } from '#features/gateway/signing-mistake-words.ts';
import type { SigningMistake } from '#features/gateway/signing-mistakes.ts';
import { answerCalls, renderScreen } from '#foundation/console/testing/render-for-tests.tsx';
import { checkWords } from '../../check-words.ts';
import {
  fieldsIn,
  firstDifference,
  formOfTimestamp,
  headerTextOf,
  hmacOf,
  isRsaSignature,
  md5Of,
  md5TextOf,
  mistakesIn,
  piecesOf,
} from './check.ts';
import { CheckTab } from './CheckTab.tsx';

// The first vectors of the SDK.
const KEY = 'test-key-0123456789abcdef0123456789';
const NONCE = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
const NOW_S = 1_795_165_200;
const fields = {
  merchantNo: '100001',
  timestamp: String(NOW_S),
  nonce: NONCE,
  signType: 'MD5',
  orderNo: 'A-1001',
  amount: '100.00',
  channel: 'sandbox_qr',
  notifyUrl: 'https://shop.example/notify',
};
const MD5_SIGN = '5634F069ADF710652663A0093819793C';
const message = {
  path: '/gateway/v1/pay/create',
  timestamp: String(NOW_S),
  nonce: NONCE,
  body: '{"orderNo":"A-1001","amount":"100.00","channel":"sandbox_qr","notifyUrl":"https://shop.example/notify?id=1&x=2"}',
};
const HMAC_SIGN = 'e355f6161fa83660fb5f71a73a33a17d260cdc62bbb0df15198423d2a3072da6';

test('the browser computes what the SDK computes', () => {
  expect(md5Of(md5TextOf(fields, KEY))).toBe(MD5_SIGN);
  expect(md5TextOf({ ...fields, attach: '', sign: 'x' }, KEY)).toBe(md5TextOf(fields, KEY));
  expect(hmacOf(headerTextOf(message), KEY)).toBe(HMAC_SIGN);
});

test('fields are read as JSON, as a form and as lines', () => {
  const expected = { orderNo: 'A-1', subject: 'a b&c', attach: '' };
  expect(fieldsIn('{"orderNo":"A-1","subject":"a b&c","attach":""}')).toEqual(expected);
  expect(fieldsIn('orderNo=A-1&subject=a+b%26c&attach=')).toEqual(expected);
  expect(fieldsIn('orderNo=A-1\nsubject=a b&c\nattach=')).toEqual(expected);
  expect(fieldsIn('')).toEqual({});
  for (const wrong of ['{"amount":1}', '{', 'nothing', '=x']) expect(fieldsIn(wrong)).toBeUndefined();
});

test('the first byte that differs is counted in UTF-8', () => {
  expect(firstDifference('a=茶&b=1', 'a=茶&b=2')).toEqual({ byte: 9, before: 'a=茶&b=', right: '1', other: '2' });
  expect(firstDifference('a=1', 'a=1\n')).toEqual({ byte: 4, before: 'a=1', right: '', other: '\n' });
  expect(firstDifference('a', 'a')).toBeUndefined();
});

test('signs that can’t be seen are shown', () => {
  const texts = piecesOf('a=1\u200b&b=2 \n').map(({ text }) => text);
  expect(texts.join('')).toBe('a=1U+200B&b=2 ⏎\n');
  expect(piecesOf('POST\n/x').map(({ kind }) => kind)).toEqual(['plain', 'separator', 'plain']);
});

describe('the usual mistakes that the specification names are found', () => {
  const md5 = (text: string | Uint8Array): string => createHash('md5').update(text).digest('hex').toUpperCase();
  const hmac = (text: string, key = KEY): string => createHmac('sha256', key).update(text).digest('hex');
  const sorted = (one: Record<string, string>, encode = (value: string) => value): string =>
    Object.keys(one)
      .toSorted()
      .map((name) => `${name}=${encode(one[name] ?? '')}`)
      .join('&');
  const right = sorted(fields);
  const gbkName = { ...fields, subject: '茶' };
  const [before = '', after = ''] = `${sorted(gbkName)}&key=${KEY}`.split('茶');
  const gbk = Buffer.concat([Buffer.from(before), Buffer.from([0xb2, 0xe8]), Buffer.from(after)]);
  const spaced = message.body.replaceAll('":"', '": "').replaceAll('","', '", "');

  const md5Cases: readonly [SigningMistake, Record<string, string>, string][] = [
    ['hex_other_case', fields, MD5_SIGN.toLowerCase()],
    ['empties_kept', { ...fields, attach: '' }, md5(`${sorted({ ...fields, attach: '' })}&key=${KEY}`)],
    ['values_encoded', fields, md5(`${sorted(fields, encodeURIComponent)}&key=${KEY}`)],
    ['key_missing', fields, md5(right)],
    ['key_twice', fields, md5(`${right}&key=${KEY}&key=${KEY}`)],
    ['key_with_newline', fields, md5(`${right}&key=${KEY}\n`)],
    ['not_utf8', gbkName, md5(gbk)],
    ['sorted_ignoring_case', { Zone: '1', ...fields }, md5(`${sorted(fields)}&Zone=1&key=${KEY}`)],
  ];
  test.each(md5Cases)('%s, with MD5', async (mistake, asked, signature) => {
    const question = { signType: 'MD5', fields: asked, key: KEY } as const;
    expect(await mistakesIn(question, { text: '', signature }, 'pay.test')).toEqual([mistake]);
  });

  const headerCases: readonly [SigningMistake, string][] = [
    ['hex_other_case', HMAC_SIGN.toUpperCase()],
    ['body_written_again', hmac(headerTextOf({ ...message, body: spaced }))],
    ['path_without_base', hmac(headerTextOf({ ...message, path: '/pay/create' }))],
    ['path_with_host', hmac(headerTextOf({ ...message, path: `https://pay.test${message.path}` }))],
  ];
  test.each(headerCases)('%s, with HMAC', async (mistake, signature) => {
    const question = { signType: 'HMAC-SHA256', key: KEY, ...message } as const;
    expect(await mistakesIn(question, { text: '', signature }, 'pay.test')).toEqual([mistake]);
  });

  test('also in the developer’s own text, for each sign type', async () => {
    const own = (text: string) => ({ text, signature: '' });
    expect(await mistakesIn({ signType: 'MD5', fields, key: KEY }, own(right), '')).toEqual(['key_missing']);
    for (const signType of ['HMAC-SHA256', 'RSA-SHA256'] as const)
      expect(await mistakesIn({ signType, key: KEY, ...message }, own(`${headerTextOf(message)}\n`), '')).toEqual([
        'newlines_wrong',
      ]);
  });

  test('and none for a signature by another key', async () => {
    const question = { signType: 'MD5', fields, key: KEY } as const;
    expect(await mistakesIn(question, { text: '', signature: '0'.repeat(32) }, '')).toEqual([]);
  });

  test('a timestamp in milliseconds is found, an old one is not held against the request', () => {
    expect(formOfTimestamp(`${NOW_S}000`, NOW_S * 1000)).toBe('milliseconds');
    expect(formOfTimestamp('today', NOW_S * 1000)).toBe('not_a_timestamp');
    expect(formOfTimestamp(String(NOW_S - 7200), NOW_S * 1000)).toBeUndefined();
  });
});

test('RSA signatures are verified by the public key', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  const text = headerTextOf(message);
  const signature = createSign('sha256').update(text).sign(privateKey, 'base64');
  expect(await isRsaSignature(text, signature, pem)).toBe(true);
  expect(await isRsaSignature(`${text}x`, signature, pem)).toBe(false);
  expect(await isRsaSignature(text, signature, 'no key')).toBeUndefined();
  const question = { signType: 'RSA-SHA256', key: pem, ...message } as const;
  const late = createSign('sha256').update(`${text}\n`).sign(privateKey, 'base64');
  expect(await mistakesIn(question, { text: '', signature: late }, '')).toEqual(['newlines_wrong']);
});

test('the tab shows the text, the difference and the mistake, sends nothing, and hides the key', async () => {
  const requests = answerCalls({});
  const { container } = await renderScreen(<CheckTab />, { address: '/channel/api?tab=check' });
  const user = userEvent.setup();
  await user.click(screen.getByLabelText('MD5'));
  const paste = async (label: string, text: string) => {
    await user.click(screen.getByLabelText(label));
    await user.paste(text);
  };
  await paste(checkWords.fields.en, JSON.stringify({ ...fields, attach: '' }));
  await paste(checkWords.key.en, KEY);
  expect(await screen.findByText(MD5_SIGN)).toBeTruthy();
  const wrong = `amount=100.00&attach=&${md5TextOf(fields, KEY).slice('amount=100.00&'.length)}`;
  await paste(checkWords.own_text.en, wrong);
  await waitFor(() => expect(screen.getByText('Your text differs at byte 15.')).toBeTruthy());
  await waitFor(() => expect(screen.getByText(signingMistakeTexts.empties_kept.en)).toBeTruthy());
  await user.clear(screen.getByLabelText(checkWords.own_text.en));
  await paste(checkWords.signature.en, MD5_SIGN);
  await waitFor(() => expect(screen.getByText(checkWords.right.en)).toBeTruthy());
  expect(container.querySelector('pre')?.textContent).not.toContain(KEY);
  expect(requests).toEqual([]);
});

test('text that is not fields is named so', async () => {
  answerCalls({});
  await renderScreen(<CheckTab />, { address: '/channel/api?tab=check' });
  const user = userEvent.setup();
  await user.click(screen.getByLabelText('MD5'));
  await user.click(screen.getByLabelText(checkWords.fields.en));
  await user.paste('{"amount":1}');
  expect(await screen.findByText(checkWords.fields_unreadable.en)).toBeTruthy();
});
