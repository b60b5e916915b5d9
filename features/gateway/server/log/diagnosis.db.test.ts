/** Every refusal of the gateway's contract and every usual signing mistake, from the endpoint to what its owner reads. */
import { createHash, createHmac, sign as signWith } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { canonicalText, newNonce, signHmac, signRsa } from '@countinghouse/sdk/signing';
import { languages } from '#foundation/core/words.ts';
import { gatewayRefusals, type GatewayRefusal } from '../../contract.ts';
import { type SigningMistake, signingMistakes } from '../../signing-mistakes.ts';
import { signingMistakeTexts } from '../../signing-mistake-words.ts';
import {
  gatewayApp,
  type GatewayApp,
  KEY,
  merchantRsa,
  order,
  payout,
  send,
  type Signed,
  type SignOptions,
  signed,
} from '../gateway-for-tests.ts';
import { type LogReader, logReader } from './log-for-tests.ts';

let app: GatewayApp;
let log: LogReader;
let memberNo: bigint;

beforeAll(async () => {
  app = await gatewayApp();
  await app.addChannel();
  await app.addChannel({ code: 'closed', channelId: 2 });
  await app.db.pool.query("update channels set state = 'closed' where code = 'closed'");
  await app.addChannel({ code: 'limited', channelId: 3, dailyLimitMinor: 1_000n });
  await app.addChannelToNowhere('away', 4);
  log = await logReader(app);
});
afterAll(() => app.close());
beforeEach(async () => {
  app.clock.advance(3_600_000);
  memberNo = await app.addMerchant();
});

const sign = (path: string, fields: Record<string, unknown>, options: Partial<SignOptions> = {}): Signed =>
  signed(path, fields, { memberNo, signType: 'HMAC-SHA256', clock: app.clock, ...options });
const timestamp = (): string => Math.floor(app.clock.now().getTime() / 1000).toString();

interface Provoked {
  request: Signed;
  ip?: string;
  /** The diagnosis has another name where it knows more than the refusal. */
  diagnosis?: string;
}
const created = (changes: Record<string, unknown>): Provoked => ({ request: sign('/pay/create', order(changes)) });
const changeKeys = async (changes: Parameters<GatewayApp['keys']['change']>[2]): Promise<void> => {
  await app.db.transaction((tx) => app.keys.change(tx, memberNo, changes));
  app.keys.forget(memberNo);
};

/** How each refusal is provoked. A new one in the contract does not compile until it is here. */
const refusals: Readonly<Record<GatewayRefusal, () => Promise<Provoked>>> = {
  bad_request: async () => created({ orderNo: 'A 1' }),
  unknown_merchant: async () => ({ request: sign('/balance', {}, { memberNo: '99999999' }) }),
  merchant_disabled: async () => {
    await app.db.pool.query("update members set state = 'disabled' where member_no = $1", [memberNo]);
    return { request: sign('/balance', {}) };
  },
  not_certified: async () => {
    await app.db.pool.query("update members set certification = 'pending' where member_no = $1", [memberNo]);
    return { request: sign('/balance', {}) };
  },
  ip_not_allowed: async () => ({ request: sign('/balance', {}), ip: '203.0.113.1' }),
  bad_signature: async () => ({ request: sign('/balance', {}, { key: 'another-key-0123456789' }) }),
  key_ended: async () => {
    await app.db.transaction((tx) => app.keys.rotate(tx, memberNo, 0));
    app.keys.forget(memberNo);
    return { request: sign('/balance', {}), diagnosis: 'old_key' };
  },
  sign_type_not_allowed: async () => {
    await changeKeys({ signTypes: ['RSA-SHA256'] });
    return { request: sign('/balance', {}) };
  },
  timestamp_out_of_window: async () => ({
    request: sign('/balance', {}, { timestamp: String(Number(timestamp()) - 640) }),
    diagnosis: 'clock',
  }),
  nonce_reused: async () => {
    const nonce = newNonce();
    await send(app.server, sign('/balance', {}, { nonce }));
    app.clock.advance(1000);
    return { request: sign('/balance', {}, { nonce }) };
  },
  notify_host_not_allowed: async () => {
    await changeKeys({ notifyHosts: ['other.example'] });
    return created({});
  },
  order_conflict: async () => {
    const fields = order();
    await send(app.server, sign('/pay/create', fields));
    app.clock.advance(1000);
    return created({ ...fields, amount: '2.00' });
  },
  channel_unknown: async () => created({ channel: 'none' }),
  channel_closed: async () => created({ channel: 'closed' }),
  amount_out_of_range: async () => created({ amount: '0.01' }),
  channel_limit_reached: async () => created({ channel: 'limited' }),
  balance_insufficient: async () => ({ request: sign('/payout/create', payout()) }),
  payout_not_enabled: async () => {
    const terms = await app.disbursements.terms(memberNo, 'payout');
    await app.db.transaction((tx) => app.disbursements.setTerms(tx, memberNo, 'payout', { ...terms, enabled: false }));
    return { request: sign('/payout/create', payout()) };
  },
  rate_limited: async () => {
    await app.db.transaction((tx) => app.platform.setSettings(tx, { gatewayRatePerSecond: 1 }));
    app.clock.advance(2000);
    await send(app.server, sign('/balance', {}));
    return { request: sign('/balance', {}) };
  },
  upstream_unavailable: async () => created({ channel: 'away' }),
  not_found: async () => ({ request: sign('/pay/query', { orderNo: 'never-made' }) }),
};

async function provoked(refusal: GatewayRefusal): Promise<Provoked> {
  const { request, ip = '127.0.0.1', ...rest } = await refusals[refusal]();
  try {
    expect((await send(app.server, request, { ip })).error).toBe(refusal);
  } finally {
    await app.db.transaction((tx) => app.platform.setSettings(tx, { gatewayRatePerSecond: 5_000 }));
  }
  return { request, ...rest };
}

describe.each(gatewayRefusals.filter((refusal) => refusal !== 'unknown_merchant'))('%s', (refusal) => {
  it('is said in one sentence of each language', async () => {
    const { diagnosis = refusal } = await provoked(refusal);
    const texts: string[] = [];
    for (const language of languages) {
      const shown = await log.newest(memberNo, language);
      expect(shown).toMatchObject({ result: refusal, diagnosis: { name: diagnosis } });
      texts.push(shown.diagnosis?.text ?? '');
    }
    expect(texts[languages.indexOf('en')]).toMatch(/^[A-Z][^.]{20,}\.$/);
    expect(texts.join(' ')).not.toMatch(/[{}]|undefined/);
    expect(new Set(texts).size).toBe(languages.length);
  });
});

it('a request of an unknown merchant is in no log', async () => {
  await provoked('unknown_merchant');
  expect((await log.listed(memberNo)).total).toBe(0);
});

const md5 = (text: string | Buffer): string => createHash('md5').update(text).digest('hex').toUpperCase();
/** 茶 in GBK. */
const gbk = (text: string): Buffer =>
  Buffer.concat(
    text.split('茶').flatMap((part, at) => [...(at > 0 ? [Buffer.from([0xb2, 0xe8])] : []), Buffer.from(part)]),
  );

type Fields = Readonly<Record<string, string>>;
const joined = (fields: Fields, compare?: (a: string, b: string) => number): string =>
  Object.keys(fields)
    .filter((name) => fields[name] !== '')
    .sort(compare)
    .map((name) => `${name}=${fields[name]}`)
    .join('&');

/** A request with MD5, whose signature is what the mistaken program makes of the fields. */
function byMd5(signatureOf: (fields: Fields) => string): Signed {
  const fields: Fields = {
    ...(order({ subject: '茶 tea', attach: '' }) as Fields),
    Zb: '1',
    aC: '2',
    merchantNo: memberNo.toString(),
    timestamp: timestamp(),
    nonce: newNonce(),
    signType: 'MD5',
  };
  return {
    path: '/gateway/v1/pay/create',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...fields, sign: signatureOf(fields) }),
  };
}
const keyed = (text: string, key = KEY): string => md5(`${text}&key=${key}`);

interface Message {
  method: string;
  path: string;
  timestamp: string;
  nonce: string;
  body: string;
}

/** A request with HMAC-SHA256, whose signature is what the mistaken program makes of the message. */
function byHmac(signatureOf: (message: Message, text: string) => string): Signed {
  return byHeaders('HMAC-SHA256', signatureOf);
}

function byHeaders(signType: string, signatureOf: (message: Message, text: string) => string): Signed {
  const body = JSON.stringify(order({ subject: '茶/tea' }));
  const message = { method: 'POST', path: '/gateway/v1/pay/create', timestamp: timestamp(), nonce: newNonce(), body };
  return {
    path: message.path,
    headers: {
      host: 'pay.example',
      'content-type': 'application/json',
      'x-merchant-no': memberNo.toString(),
      'x-timestamp': message.timestamp,
      'x-nonce': message.nonce,
      'x-sign-type': signType,
      'x-sign': signatureOf(message, canonicalText(message)),
    },
    body,
  };
}
const resigned = (changes: (message: Message) => Partial<Message>): Signed =>
  byHmac((message) => signHmac(canonicalText({ ...message, ...changes(message) }), KEY));

const mistakes: Readonly<Record<SigningMistake, () => Signed>> = {
  empties_kept: () => byMd5((fields) => keyed(joined({ ...fields, attach: '\0' }).replace('\0', ''))),
  values_encoded: () =>
    byMd5((fields) =>
      keyed(
        joined(Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, encodeURIComponent(value)]))),
      ),
    ),
  part_missing: () => byMd5((fields) => keyed(joined({ ...fields, signType: '' }))),
  key_missing: () => byMd5((fields) => md5(joined(fields))),
  key_twice: () => byMd5((fields) => keyed(`${joined(fields)}&key=${KEY}`)),
  key_joined_wrongly: () => byMd5((fields) => md5(joined(fields) + KEY)),
  key_other_case: () => byMd5((fields) => keyed(joined(fields), KEY.toUpperCase())),
  key_with_newline: () => byHmac((_message, text) => signHmac(text, `${KEY}\n`)),
  old_key: () => sign('/balance', {}),
  letters_other_case: () => byMd5((fields) => md5(`${joined(fields)}&key=${KEY}`.toLowerCase())),
  not_utf8: () => byMd5((fields) => md5(gbk(`${joined(fields)}&key=${KEY}`))),
  not_sorted: () => byMd5((fields) => keyed(joined(fields, () => 0))),
  sorted_ignoring_case: () =>
    byMd5((fields) => keyed(joined(fields, (a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))),
  body_written_again: () => resigned(({ body }) => ({ body: body.replaceAll('/', '\\/') })),
  body_not_hashed: () =>
    byHmac((message, text) => signHmac([...text.split('\n').slice(0, 4), message.body].join('\n'), KEY)),
  body_hash_other_case: () =>
    byHmac((_message, text) => {
      const lines = text.split('\n');
      return signHmac([...lines.slice(0, 4), lines[4]?.toUpperCase()].join('\n'), KEY);
    }),
  path_without_base: () => resigned(() => ({ path: '/pay/create' })),
  path_with_host: () => byHmac(({ path }, text) => signHmac(text.replace(path, `https://pay.example${path}`), KEY)),
  method_other_case: () => byHmac((_message, text) => signHmac(text.replace('POST', 'post'), KEY)),
  method_wrong: () => resigned(() => ({ method: 'GET' })),
  newlines_wrong: () => byHmac((_message, text) => signHmac(`${text}\n`, KEY)),
  hex_other_case: () => byHmac((_message, text) => signHmac(text, KEY).toUpperCase()),
  base64_for_hex: () => byHmac((_message, text) => createHmac('sha256', KEY).update(text).digest('base64')),
  signature_not_base64: () =>
    byHeaders('RSA-SHA256', (_message, text) =>
      signWith('sha256', Buffer.from(text), merchantRsa.privateKey).toString('hex'),
    ),
};

describe.each(signingMistakes)('the mistake %s', (mistake) => {
  it('is said in each language, with the text that was signed instead', async () => {
    if (mistake === 'old_key') {
      // From another address than the merchant's own, an ended key is an unknown one to the sender.
      await app.db.transaction((tx) => app.keys.rotate(tx, memberNo, 0));
      app.keys.forget(memberNo);
    }
    const ip = mistake === 'old_key' ? '203.0.113.1' : '127.0.0.1';
    expect((await send(app.server, mistakes[mistake](), { ip })).error).toBe('bad_signature');
    for (const language of languages) {
      const shown = await log.newest(memberNo, language);
      expect(shown).toMatchObject({
        result: 'bad_signature',
        signed: false,
        diagnosis: { name: mistake, text: signingMistakeTexts[mistake][language] },
      });
      expect(shown.signedText).not.toBe(null);
      expect(shown.sentText).not.toBe(null);
      expect(JSON.stringify(shown)).not.toContain(KEY);
    }
  });
});

it('of RSA-SHA256 the mistake is found by the public key on file', async () => {
  const request = byHeaders('RSA-SHA256', (message) =>
    signRsa(canonicalText({ ...message, path: '/pay/create' }), merchantRsa.privateKey),
  );
  expect((await send(app.server, request)).error).toBe('bad_signature');
  expect((await log.newest(memberNo)).diagnosis?.name).toBe('path_without_base');
});
