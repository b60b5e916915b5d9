import { randomBytes } from 'node:crypto';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { describe, expect, it } from 'vitest';
import { SettableClock } from '#foundation/core/clock.ts';
import { captchaFields, CaptchaInit } from '../contract.ts';
import { workAnswer, type CaptchaAnswer, type ProofOfWork } from '../proof-of-work.ts';
import { solveWork } from '../solve.ts';
import { challengeMemory } from './challenges-for-tests.ts';
import type { CaptchaProvider } from './provider.ts';
import { altchaProvider, noneProvider } from './providers.ts';

const here = '203.0.113.7 device-half';
const secret = randomBytes(32);

describe('the built-in proof of work', () => {
  it('accepts a correct solution', async () => {
    const provider = setup();
    expect(await provider.check(await solved(provider), here)).toBe('ok');
  });

  it('matches the contract, and its answer fits the fields', async () => {
    const provider = setup();
    const init = await provider.init(here);
    expect(CaptchaInit.parse(init)).toMatchObject({
      provider: 'altcha',
      success: 1,
      challenge: expect.stringMatching(/^[0-9a-f]{32}$/),
    });
    expect(JSON.stringify(init)).not.toContain('203.0.113.7');
    const answer = await solved(provider);
    for (const [name, field] of Object.entries(captchaFields))
      expect(field.parse(answer[name as keyof CaptchaAnswer])).not.toBe('');
  });

  it("can be solved with altcha's own solver", async () => {
    const provider = setup();
    const work = workOf(await provider.init(here));
    const challenge = structuredClone(work) as unknown as Parameters<typeof solveChallenge>[0]['challenge'];
    const solution = await solveChallenge({ challenge, deriveKey });
    expect(solution && (await provider.check(workAnswer(work, solution), here))).toBe('ok');
  });

  it('passes once, even across processes and concurrent calls', async () => {
    const used = challengeMemory();
    const [one, other] = [setup({ used }), setup({ used })];
    const answer = await solved(one);
    const verdicts = await Promise.all(
      Array.from({ length: 20 }, (_, index) => (index % 2 ? one : other).check(answer, here)),
    );
    expect(verdicts.filter((verdict) => verdict === 'ok')).toHaveLength(1);
    expect(verdicts.filter((verdict) => verdict === 'used')).toHaveLength(19);
  });

  it('cannot be guessed: a wrong solution uses it up', async () => {
    const provider = setup();
    const work = workOf(await provider.init(here));
    const solution = await solveWork(work);
    expect(
      await provider.check(
        workAnswer(work, { ...solution, derivedKey: work.parameters.keyPrefix.padEnd(64, '0') }),
        here,
      ),
    ).toBe('wrong');
    expect(await provider.check(workAnswer(work, solution), here)).toBe('used');
  });

  it('is rejected for another client, and stays valid for its own', async () => {
    const provider = setup();
    const answer = await solved(provider);
    expect(await provider.check(answer, '203.0.113.8 device-half')).toBe('wrong');
    expect(await provider.check(answer, '203.0.113.7 other-half')).toBe('wrong');
    expect(await provider.check(answer, here)).toBe('ok');
  });

  it('expires after five minutes', async () => {
    const clock = new SettableClock('2026-11-20T12:00:00Z');
    const provider = setup({ clock });
    const [early, late] = [await solved(provider), await solved(provider)];
    clock.set('2026-11-20T12:04:59Z');
    expect(await provider.check(early, here)).toBe('ok');
    clock.set('2026-11-20T12:05:00Z');
    expect(await provider.check(late, here)).toBe('expired');
  });

  it('is remembered as used for longer than any process accepts it', async () => {
    const clock = new SettableClock('2026-11-20T12:00:00Z');
    const spent: Date[] = [];
    const provider = setup({ clock, used: { spend: async (_, expiresAt) => spent.push(expiresAt) === 1 } });
    await provider.check(await solved(provider), here);
    expect(spent).toEqual([new Date('2026-11-20T12:06:00Z')]);
  });

  it('is wrong if made with another secret or changed in any part', async () => {
    const provider = setup();
    const foreign = altchaProvider({
      secret: randomBytes(32),
      used: challengeMemory(),
      clock: new SettableClock('2026-11-20T12:00:00Z'),
    });
    expect(await provider.check(await solved(foreign), here)).toBe('wrong');
    const work = workOf(await provider.init(here));
    const solution = await solveWork(work);
    const { parameters, signature } = work;
    const changed: readonly ProofOfWork[] = [
      { signature, parameters: { ...parameters, data: { ...parameters.data, expires: parameters.data.expires + 1 } } },
      { signature, parameters: { ...parameters, data: { ...parameters.data, purpose: 'geetest offline' } } },
      { signature, parameters: { ...parameters, keyPrefix: '00'.repeat(16) } },
      { signature, parameters: { ...parameters, keySignature: 'ab'.repeat(32) } },
      { signature, parameters: { ...parameters, salt: '00'.repeat(16) } },
      { signature: '0'.repeat(64), parameters },
    ];
    for (const forged of changed) expect(await provider.check(workAnswer(forged, solution), here)).toBe('wrong');
    expect(await provider.check(workAnswer(work, solution), here)).toBe('ok');
  });

  it('returns wrong for malformed input and never throws', async () => {
    const provider = setup();
    const good = await solved(provider);
    const validates = [
      '',
      'x',
      '|jordan',
      '%%%',
      'bnVsbA==',
      'W10=',
      'e30=',
      btoa('{"challenge":{"parameters":{}},"solution":{}}'),
      btoa('{"__proto__":{}}'),
      good.geetest_validate.slice(0, -9),
      'A'.repeat(8000),
    ];
    for (const validate of validates) {
      expect(
        await provider.check({ ...good, geetest_validate: validate, geetest_seccode: `${validate}|jordan` }, here),
        validate.slice(0, 40),
      ).toBe('wrong');
    }
    expect(await provider.check({ ...good, geetest_seccode: good.geetest_validate }, here)).toBe('wrong');
    expect(await provider.check({ ...good, geetest_challenge: '0'.repeat(32) }, here)).toBe('wrong');
    expect(await provider.check(good, here)).toBe('ok');
  });

  it('is never ok if its use cannot be stored', async () => {
    const provider = setup({ used: { spend: () => Promise.reject(new Error('database gone')) } });
    await expect(provider.check(await solved(provider), here)).rejects.toThrow('database gone');
  });

  it('does not start with a secret of fewer than 32 bytes', () => {
    expect(() =>
      altchaProvider({
        secret: randomBytes(31),
        used: challengeMemory(),
        clock: new SettableClock('2026-11-20T12:00:00Z'),
      }),
    ).toThrow(/32 bytes/);
  });
});

describe('provider none', () => {
  it('refuses to start in production', () => {
    expect(() => noneProvider({ production: true })).toThrow(/CAPTCHA_PROVIDER=none.*production/);
  });

  it('accepts every answer in development', async () => {
    const provider = noneProvider({ production: false });
    expect(CaptchaInit.parse(await provider.init(here))).toMatchObject({ provider: 'none', success: 1 });
    expect(await provider.check({ geetest_challenge: '', geetest_validate: '', geetest_seccode: '' }, here)).toBe('ok');
  });
});

function setup(settings: Partial<Parameters<typeof altchaProvider>[0]> = {}): CaptchaProvider {
  return altchaProvider({
    secret,
    used: challengeMemory(),
    clock: new SettableClock('2026-11-20T12:00:00Z'),
    ...settings,
  });
}

async function solved(provider: CaptchaProvider): Promise<CaptchaAnswer> {
  const work = workOf(await provider.init(here));
  return workAnswer(work, await solveWork(work));
}

function workOf(init: CaptchaInit): ProofOfWork {
  return init.altcha as unknown as ProofOfWork;
}
