/** Stores challenges in memory. Only for tests: other processes would not see them. */
import type { IssuedChallenges } from './geetest.ts';

export function challengeMemory(): IssuedChallenges {
  const [spent, issued] = [new Set<string>(), new Map<string, Date>()];
  const textOf = (hash: Uint8Array): string => Buffer.from(hash).toString('hex');
  return {
    async spend(challengeHash) {
      const isFirst = !spent.has(textOf(challengeHash));
      spent.add(textOf(challengeHash));
      return isFirst;
    },
    async remember(challengeHash, expiresAt) {
      issued.set(textOf(challengeHash), expiresAt);
    },
    async redeem(challengeHash, now) {
      const expiresAt = issued.get(textOf(challengeHash));
      if (!expiresAt) return spent.has(textOf(challengeHash)) ? 'used' : 'unknown';
      issued.delete(textOf(challengeHash));
      if (now >= expiresAt) return 'expired';
      spent.add(textOf(challengeHash));
      return 'first';
    },
  };
}
