import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { describe, expect, it } from 'vitest';
import type { CaptchaInit } from '../contract.ts';
import { solveCaptcha } from './solve-captcha.ts';

describe('solveCaptcha in the browser', () => {
  it('solves the proof of work, both with provider altcha and as the fallback for geetest', async () => {
    for (const [provider, success] of [
      ['altcha', 1],
      ['geetest', 0],
    ] as const) {
      const init = await workFor(provider, success);
      const answer = await solveCaptcha(init);
      expect(answer).toMatchObject({
        geetest_challenge: init.challenge,
        geetest_seccode: `${answer.geetest_validate}|jordan`,
      });
      expect(JSON.parse(atob(answer.geetest_validate))).toMatchObject({
        challenge: init.altcha,
        solution: { counter: 5 },
      });
    }
  });

  it('returns an empty answer for provider none', async () => {
    const init = { provider: 'none', gt: '', challenge: 'x', success: 1, new_captcha: true } as const;
    expect(await solveCaptcha(init)).toEqual({ geetest_challenge: '', geetest_validate: '', geetest_seccode: '' });
  });

  it('rejects a challenge without anything to solve instead of returning an empty answer', async () => {
    for (const init of [
      { provider: 'altcha', success: 1 },
      { provider: 'geetest', success: 0 },
    ] as const) {
      await expect(solveCaptcha({ ...init, gt: 'x', challenge: 'x', new_captcha: true })).rejects.toThrow(
        /nothing to solve/,
      );
    }
  });

  it('stops when aborted', async () => {
    const leave = new AbortController();
    const init = await workFor('altcha', 1, 50_000);
    const solving = solveCaptcha(init, {
      signal: leave.signal,
      onProgress: () => leave.abort(new Error('left the page')),
    });
    await expect(solving).rejects.toThrow('left the page');
    await expect(solveCaptcha(init, { signal: leave.signal })).rejects.toThrow('left the page');
  });
});

async function workFor(provider: CaptchaInit['provider'], success: 0 | 1, counter = 5): Promise<CaptchaInit> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 3,
    counter,
    deriveKey,
    hmacSignatureSecret: 'a',
    hmacKeySignatureSecret: 'b',
  });
  return {
    provider,
    gt: '',
    challenge: challenge.parameters.nonce,
    success,
    new_captcha: true,
    altcha: { ...challenge },
  };
}
