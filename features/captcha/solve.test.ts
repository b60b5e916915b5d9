import { createChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2';
import { describe, expect, it } from 'vitest';
import { workAnswer, type ProofOfWork } from './proof-of-work.ts';
import { solveWork } from './solve.ts';

describe('solveWork', () => {
  it.each([0, 1, 3, 4, 7, 100])('finds counter %i, with and without Web Crypto', async (counter) => {
    const work = await workWith(counter);
    const solution = await solveWork(work);
    expect(solution).toMatchObject({ counter, derivedKey: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(await solveWork(work, { withoutPlatform: true })).toEqual(solution);
  });

  it('works without Web Crypto, as on a page without TLS', async () => {
    const platform = globalThis as unknown as Record<string, unknown>;
    const [work, descriptor] = [await workWith(9), Object.getOwnPropertyDescriptor(globalThis, 'crypto')];
    Object.defineProperty(globalThis, 'crypto', { value: {}, configurable: true });
    try {
      expect(platform['crypto']).toEqual({});
      expect(await solveWork(work)).toMatchObject({ counter: 9 });
    } finally {
      if (descriptor) Object.defineProperty(globalThis, 'crypto', descriptor);
    }
  });

  it('reports its attempts and stops when aborted', async () => {
    const work = await workWith(100_000);
    const signal = { aborted: false, reason: new Error('left the page') };
    const attempts: number[] = [];
    const onProgress = (count: number): void => {
      attempts.push(count);
      signal.aborted = count >= 12;
    };
    await expect(solveWork(work, { signal, onProgress })).rejects.toThrow('left the page');
    expect(attempts).toEqual([4, 8, 12]);
  });

  it('gives up on work that has no solution', async () => {
    await expect(solveWork(await workWith(50), { maxAttempts: 40 })).rejects.toThrow(/no solution/);
  });
});

it('the seccode repeats the validate, as in geetest clients', async () => {
  const work = await workWith(2);
  const { geetest_challenge, geetest_validate, geetest_seccode } = workAnswer(work, await solveWork(work));
  expect(geetest_challenge).toBe(work.parameters.nonce);
  expect(geetest_seccode).toBe(`${geetest_validate}|jordan`);
});

async function workWith(counter: number): Promise<ProofOfWork> {
  const data = { client: '0'.repeat(64), purpose: 'test', expires: 1 };
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 3,
    counter,
    deriveKey,
    data,
    hmacSignatureSecret: 'a',
    hmacKeySignatureSecret: 'b',
  });
  return challenge as unknown as ProofOfWork;
}
