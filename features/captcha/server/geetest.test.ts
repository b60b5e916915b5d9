import { createHash, createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { SettableClock } from '#foundation/core/clock.ts';
import { createOutgoing } from '#foundation/server/outgoing/outgoing.ts';
import { CaptchaInit } from '../contract.ts';
import { workAnswer, type CaptchaAnswer, type ProofOfWork } from '../proof-of-work.ts';
import { solveWork } from '../solve.ts';
import { geetestProvider, type GeetestSettings } from './geetest.ts';
import { altchaProvider } from './providers.ts';
import { challengeMemory } from './challenges-for-tests.ts';

const here = '203.0.113.7 device-half';
const secret = randomBytes(32);
const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

describe('while geetest is available, the provider', () => {
  it("issues a challenge that only geetest can confirm, and sends the client's answer to geetest", async () => {
    const { provider, fake } = await setup();
    const init = CaptchaInit.parse(await provider.init(here));
    expect(init).toEqual({
      provider: 'geetest',
      gt: 'public-id',
      challenge: md5(`${fake.origin}private-key`),
      success: 1,
      new_captcha: true,
    });
    const answer = solvedOnline(init);
    expect(await provider.check(answer, here)).toBe('ok');
    expect(fake.asked).toEqual([
      {
        path: '/register.php',
        fields: { gt: 'public-id', digestmod: 'md5', json_format: '1', sdk: 'countinghouse', client_type: 'web' },
      },
      {
        path: '/validate.php',
        fields: {
          captchaid: 'public-id',
          challenge: answer.geetest_challenge,
          seccode: answer.geetest_seccode,
          json_format: '1',
          sdk: 'countinghouse',
          client_type: 'web',
        },
      },
    ]);
  });

  it.each([
    ['sha256', (origin: string) => createHash('sha256').update(`${origin}private-key`).digest('hex')],
    ['hmac-sha256', (origin: string) => createHmac('sha256', 'private-key').update(origin).digest('hex')],
  ] as const)('supports the digest %s', async (digest, expected) => {
    const { provider, fake } = await setup({ digest });
    const init = await provider.init(here);
    expect(init.challenge).toMatch(/^[0-9a-f]{64}$/);
    expect(init.challenge).toBe(expected(fake.origin));
    expect(await provider.check(solvedOnline(init), here)).toBe('ok');
  });

  it('accepts the two characters that the widget appends to a challenge', async () => {
    const { provider } = await setup();
    const init = await provider.init(here);
    expect(await provider.check({ ...solvedOnline(init), geetest_challenge: `${init.challenge}k9` }, here)).toBe('ok');
  });

  it('returns wrong if geetest rejects the answer, and uses up the challenge', async () => {
    const { provider, fake } = await setup();
    const answer = solvedOnline(await provider.init(here));
    fake.confirms = 'false';
    expect(await provider.check(answer, here)).toBe('wrong');
    fake.confirms = 'yes';
    expect(await provider.check(answer, here)).toBe('used');
  });

  it('accepts an answer once, even if it is sent many times at once or with other suffixes', async () => {
    const { provider, fake } = await setup();
    const answer = solvedOnline(await provider.init(here));
    const verdicts = await Promise.all(
      ['', 'aa', 'ab', '00', '', ''].map((ending) =>
        provider.check({ ...answer, geetest_challenge: answer.geetest_challenge + ending }, here),
      ),
    );
    expect(verdicts.sort()).toEqual(['ok', 'used', 'used', 'used', 'used', 'used']);
    expect(fake.asked.filter(({ path }) => path === '/validate.php')).toHaveLength(1);
  });

  it("rejects another client's answer without asking geetest", async () => {
    const { provider, fake } = await setup();
    const answer = solvedOnline(await provider.init(here));
    expect(await provider.check(answer, '203.0.113.8 device-half')).toBe('wrong');
    expect(fake.asked.map(({ path }) => path)).toEqual(['/register.php']);
    expect(await provider.check(answer, here)).toBe('ok');
  });

  it('rejects a challenge that it never issued, and one that has expired', async () => {
    const { provider, clock, fake } = await setup();
    const answer = solvedOnline(await provider.init(here));
    expect(await provider.check({ ...answer, geetest_challenge: randomBytes(16).toString('hex') }, here)).toBe('wrong');
    clock.advance(5 * 60_000);
    expect(await provider.check(answer, here)).toBe('expired');
    expect(fake.asked.map(({ path }) => path)).toEqual(['/register.php']);
  });

  it('sends geetest only what its widget could have produced', async () => {
    const { provider, fake } = await setup();
    const init = await provider.init(here);
    const answer = solvedOnline(init);
    const odd: readonly Partial<CaptchaAnswer>[] = [
      { geetest_seccode: answer.geetest_validate },
      { geetest_seccode: `${'0'.repeat(32)}|jordan` },
      { geetest_challenge: '' },
      { geetest_challenge: `${init.challenge}abc` },
      { geetest_challenge: `${init.challenge}&x` },
      { geetest_validate: '', geetest_seccode: '|jordan' },
      { geetest_validate: 'x'.repeat(32), geetest_seccode: `${'x'.repeat(32)}|jordan` },
    ];
    for (const part of odd) expect(await provider.check({ ...answer, ...part }, here)).toBe('wrong');
    expect(fake.asked.map(({ path }) => path)).toEqual(['/register.php']);
  });

  it('rejects a proof of work: a client cannot claim that geetest is unavailable', async () => {
    const { provider, challenges } = await setup();
    const ownWork = await altchaProvider({
      secret,
      used: challenges,
      clock: new SettableClock('2026-11-20T12:00:00Z'),
    }).init(here);
    expect(await provider.check(await solvedOffline(ownWork), here)).toBe('wrong');
    const otherWork = await (await setup({ secret: randomBytes(32), isDown: true })).provider.init(here);
    expect(await provider.check(await solvedOffline(otherWork), here)).toBe('wrong');
  });
});

describe('while geetest is unavailable', () => {
  it.each([
    ['refuses connections', 'closed'],
    ['answers with an error', 'error'],
    ['answers with something else', 'garbage'],
    ['registers nothing', 'zero'],
  ] as const)('because it %s, the client must solve the proof of work', async (_, mode) => {
    const { provider, fake, warnings } = await setup();
    if (mode === 'closed') await fake.close();
    else fake.mode = mode;
    const init = CaptchaInit.parse(await provider.init(here));
    expect(init).toMatchObject({
      provider: 'geetest',
      gt: 'public-id',
      success: 0,
      altcha: { signature: expect.any(String) },
    });
    expect(await provider.check(solvedOnline(init), here)).toBe('wrong');
    const answer = await solvedOffline(init);
    expect(await provider.check(answer, '203.0.113.8 device-half')).toBe('wrong');
    expect(await provider.check(answer, here)).toBe('ok');
    expect(await provider.check(answer, here)).toBe('used');
    expect(warnings).toHaveLength(1);
    expect(JSON.stringify(warnings)).not.toMatch(/private-key|public-id|203\.0/);
  });

  it('the answer to an earlier challenge is not ok, and the next challenge is the proof of work', async () => {
    const { provider, fake } = await setup();
    const [first, second] = [solvedOnline(await provider.init(here)), solvedOnline(await provider.init(here))];
    fake.mode = 'error';
    expect(await provider.check(first, here)).toBe('expired');
    expect(await provider.check(first, here)).toBe('used');
    // Geetest is known to be unavailable by now, so the second answer is not sent to it.
    expect(await provider.check(second, here)).toBe('expired');
    expect(fake.asked.filter(({ path }) => path === '/validate.php')).toHaveLength(1);
    const next = await provider.init(here);
    expect(next.success).toBe(0);
    expect(await provider.check(await solvedOffline(next), here)).toBe('ok');
  });

  it('geetest is not asked for 30 s, then one client tries it, and it is used again once it answers', async () => {
    const { provider, fake, clock } = await setup();
    fake.mode = 'error';
    await provider.init(here);
    fake.mode = 'well';
    clock.advance(29_999);
    expect((await provider.init(here)).success).toBe(0);
    expect(fake.asked).toHaveLength(1);
    clock.advance(1);
    const inits = await Promise.all(Array.from({ length: 5 }, () => provider.init(here)));
    expect(inits.filter(({ success }) => success === 1)).toHaveLength(1);
    expect(fake.asked).toHaveLength(2);
    expect((await provider.init(here)).success).toBe(1);
  });

  it('geetest is not asked for another 30 s after it fails again', async () => {
    const { provider, fake, clock } = await setup();
    fake.mode = 'error';
    await provider.init(here);
    clock.advance(30_000);
    await provider.init(here);
    clock.advance(29_999);
    expect((await provider.init(here)).success).toBe(0);
    expect(fake.asked).toHaveLength(2);
  });

  it('an issued proof of work stays valid after geetest is back', async () => {
    const { provider, fake, clock } = await setup();
    fake.mode = 'error';
    const offline = await provider.init(here);
    fake.mode = 'well';
    clock.advance(30_000);
    expect((await provider.init(here)).success).toBe(1);
    expect(await provider.check(await solvedOffline(offline), here)).toBe('ok');
  });
});

it('a geetest address that the outgoing guard does not allow counts as unavailable', async () => {
  const fake = await fakeGeetest();
  const outgoing = createOutgoing({ allow: [] });
  cleanups.push(() => outgoing.close());
  const provider = geetestProvider({
    id: 'public-id',
    key: 'private-key',
    apiUrl: fake.url,
    outgoing,
    challenges: challengeMemory(),
    secret,
    clock: new SettableClock('2026-11-20T12:00:00Z'),
  });
  expect((await provider.init(here)).success).toBe(0);
  expect(fake.asked).toEqual([]);
});

async function setup({ isDown = false, ...settings }: Partial<GeetestSettings> & { isDown?: boolean } = {}) {
  const fake = await fakeGeetest();
  if (isDown) fake.mode = 'error';
  const outgoing = createOutgoing({ allow: [new URL(fake.url).host] });
  cleanups.push(() => outgoing.close());
  const clock = new SettableClock('2026-11-20T12:00:00Z');
  const challenges = challengeMemory();
  const warnings: unknown[] = [];
  const log = { warn: (...logged: unknown[]) => void warnings.push(logged) };
  const provider = geetestProvider({
    id: 'public-id',
    key: 'private-key',
    apiUrl: fake.url,
    outgoing,
    challenges,
    secret,
    clock,
    log,
    ...settings,
  });
  return { provider, fake, clock, challenges, warnings };
}

/** A fake geetest on loopback with both calls; `mode` makes it fail. */
async function fakeGeetest() {
  const fake = {
    /** The last registered challenge. */
    origin: '',
    mode: 'well' as 'well' | 'error' | 'garbage' | 'zero',
    confirms: 'yes' as 'yes' | 'false',
    asked: [] as { path: string; fields: Record<string, string> }[],
    url: '',
    close: async (): Promise<void> => undefined,
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://geetest.test');
    let body = '';
    for await (const chunk of request) body += String(chunk);
    fake.asked.push({
      path: url.pathname,
      fields: Object.fromEntries(request.method === 'POST' ? new URLSearchParams(body) : url.searchParams),
    });
    if (fake.mode === 'error')
      return void response.writeHead(502).end('{"challenge":"11111111111111111111111111111111","seccode":"abc"}');
    if (fake.mode === 'garbage') return void response.end('<html>maintenance</html>');
    fake.origin = randomBytes(16).toString('hex');
    if (url.pathname === '/register.php')
      return void response.end(JSON.stringify({ challenge: fake.mode === 'zero' ? '0' : fake.origin }));
    response.end(
      JSON.stringify({
        seccode: fake.confirms === 'yes' ? md5(new URLSearchParams(body).get('seccode') ?? '') : 'false',
      }),
    );
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  fake.close = async () => {
    if (!server.listening) return;
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  cleanups.push(fake.close);
  return fake;
}

function solvedOnline({ challenge }: CaptchaInit): CaptchaAnswer {
  const validate = randomBytes(16).toString('hex');
  return { geetest_challenge: challenge, geetest_validate: validate, geetest_seccode: `${validate}|jordan` };
}

async function solvedOffline({ altcha }: CaptchaInit): Promise<CaptchaAnswer> {
  const work = altcha as unknown as ProofOfWork;
  return workAnswer(work, await solveWork(work));
}

function md5(text: string): string {
  return createHash('md5').update(text).digest('hex');
}
