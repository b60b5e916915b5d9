import { afterAll, beforeAll, expect, it } from 'vitest';
import { signTypes } from '@countinghouse/sdk/signing';
import {
  ACCOUNT,
  gatewayApp,
  type GatewayApp,
  order,
  payout,
  send,
  type Signed,
  signed,
  foreignRsa,
} from './gateway-for-tests.ts';

let app: GatewayApp;
let shop: bigint;
let other: bigint;

beforeAll(async () => {
  app = await gatewayApp();
  await app.addChannel();
  shop = await app.addMerchant();
  // Enough for every requested payout, so that only the signature causes refusals.
  await app.fund(shop, 100_000_000n);
  other = await app.addMerchant({ key: 'another-merchant-key-0123', publicKey: foreignRsa.publicKey });
});
afterAll(() => app.close());

/** Repeatable, so that a failing case can be reproduced. */
function drawing(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

type Mutation = (request: Signed, draw: (below: number) => number) => Signed;

const anyCharacter = (text: string, draw: (below: number) => number): string => {
  const at = draw(text.length);
  const instead = String.fromCharCode(33 + draw(94));
  return text.slice(0, at) + (instead === text[at] ? '~~' : instead) + text.slice(at + 1);
};
const inBody =
  (change: (body: string, draw: (below: number) => number) => string): Mutation =>
  (request, draw) => ({ ...request, body: change(request.body, draw) });
const fieldsOf = (body: string): Record<string, string> => JSON.parse(body) as Record<string, string>;

const mutations: Mutation[] = [
  inBody(anyCharacter),
  inBody((body, draw) => body.slice(0, draw(body.length))),
  inBody((body) => body.replace('100.00', '1.00')),
  inBody((body) => body.replace('100.00', '1000.00')),
  inBody((body) => body.replace('shop.example', 'evil.example')),
  inBody((body) => body.replace('"qr"', '"QR"')),
  inBody((body) => JSON.stringify({ ...fieldsOf(body), attach: 'added' })),
  inBody((body) => body.replace('{', '{"amount":"9.00",')),
  inBody((body) => body.replace(/}$/, ',"amount":"9.00"}')),
  inBody((body) => body.replaceAll('"orderNo":"', '"orderNo":"x')),
  (request, draw) => {
    const names = Object.keys(request.headers).filter((name) => name.startsWith('X-'));
    const name = names[draw(names.length)];
    if (name === undefined) return { ...request, body: anyCharacter(request.body, draw) };
    return { ...request, headers: { ...request.headers, [name]: anyCharacter(request.headers[name] ?? '', draw) } };
  },
  (request, draw) => {
    const names = Object.keys(request.headers).filter((name) => name.startsWith('X-'));
    const { [names[draw(names.length)] ?? '']: _, ...headers } = request.headers;
    return names.length > 0
      ? { ...request, headers }
      : { ...request, body: request.body.replace(/"(sign|nonce|timestamp)":"[^"]*",?/, '') };
  },
  inBody((body) => body.replace('"type":"bank"', '"type":"alipay"')),
  inBody((body) => body.replace(ACCOUNT, '6222020200112233446')),
  (request) => replaced(request, shop.toString(), other.toString()),
  (request) => ({
    ...request,
    path: request.path.replace('/create', '/query'),
    body: request.body.replace('orderNo', 'systemNo'),
  }),
  (request) => replaced(request, 'HMAC-SHA256', 'RSA-SHA256'),
  (request) => replaced(request, 'RSA-SHA256', 'HMAC-SHA256'),
];

function replaced(request: Signed, from: string, to: string): Signed {
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, value.replace(from, to)]),
  );
  const changed = { ...request, headers, body: request.body.replace(from, to) };
  return JSON.stringify(changed) === JSON.stringify(request) ? { ...request, body: `${request.body}x` } : changed;
}

it.each(signTypes)(
  'with %s: 1,000 mutated requests / 0 accepted, 0 orders, 0 payouts, 0 internal errors',
  async (signType) => {
    const draw = drawing(20_261_120 + signTypes.indexOf(signType));
    let accepted = 0;
    const causes = new Map<string, number>();
    for (let index = 0; index < 1000; index += 1) {
      const [path, fields] =
        Math.floor(index / mutations.length) % 2 === 0 ? ['/pay/create', order()] : ['/payout/create', payout()];
      const request = signed(path, fields, { memberNo: shop, signType, clock: app.clock });
      const mutated = mutations[index % mutations.length]?.(request, draw) ?? request;
      if (JSON.stringify(mutated) === JSON.stringify(request)) continue;
      const answer = await send(app.server, mutated);
      causes.set(answer.error ?? `code ${answer.code}`, (causes.get(answer.error ?? `code ${answer.code}`) ?? 0) + 1);
      if (answer.code === 1) accepted += 1;
      expect(answer.status, JSON.stringify(mutated)).toBeLessThan(500);
    }
    process.stdout.write(
      `${signType}: mutated requests 1000/${accepted} ${JSON.stringify(Object.fromEntries(causes))}\n`,
    );
    expect(accepted).toBe(0);
    expect((await app.db.pool.query('select 1 from orders')).rowCount).toBe(0);
    expect((await app.db.pool.query('select 1 from disbursements')).rowCount).toBe(0);
    expect((await send(app.server, signed('/balance', {}, { memberNo: shop, signType, clock: app.clock }))).code).toBe(
      1,
    );
  },
);
