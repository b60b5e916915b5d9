/**
 * Public API of the SMS feature: create, match and spend codes. A code works once, for one purpose, number and user;
 * only a keyed hash of it is stored.
 */
import { randomInt, randomUUID } from 'node:crypto';
import type { Clock } from '#foundation/core/clock.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import { CODE_LIFE_MS, CODE_TRIES } from '../rules.ts';
import { type CodePurpose, deleteCode, insertCode, updateTriedCode, updateUsedCode } from './store.ts';

export type { CodePurpose } from './store.ts';

export interface SmsVerbs {
  /**
   * Creates a code that replaces the previous one. Call `withdraw` if it could not be sent: the previous one is then
   * valid again.
   */
  makeCode(purpose: CodePurpose): Promise<{ code: string; withdraw(): Promise<void> }>;
  /**
   * Compares a typed code with the latest one; a wrong code uses up a try. Writes immediately, outside any transaction,
   * so that no rollback gives tries back. Pass the result to `spendCode`.
   */
  matchCode(asked: CodePurpose & { code: string }): Promise<MatchedCode | undefined>;
  /** Spends the code in the transaction that it authorizes. Returns false if another request was faster. */
  spendCode(tx: Tx, matched: MatchedCode): Promise<boolean>;
}

/** A code that matched and is not spent yet. */
export interface MatchedCode {
  readonly codeId: string;
}

export function smsVerbs({ db, clock, sealer }: { db: Database; clock: Clock; sealer: Sealer }): SmsVerbs {
  const hashOf = ({ purpose, mobile, userId }: CodePurpose, code: string): Buffer =>
    sealer.fingerprint([purpose, mobile, userId ?? '', code].join('\n'), 'sms code');
  return {
    async makeCode(purpose) {
      const codeId = randomUUID();
      const code = String(randomInt(1_000_000)).padStart(6, '0');
      const createdAt = clock.now();
      await insertCode(db, {
        ...purpose,
        codeId,
        codeHash: hashOf(purpose, code),
        createdAt,
        expiresAt: new Date(createdAt.getTime() + CODE_LIFE_MS),
      });
      return { code, withdraw: () => deleteCode(db, codeId) };
    },
    async matchCode({ code, ...purpose }) {
      const codeId = await updateTriedCode(db, {
        ...purpose,
        codeHash: hashOf(purpose, code),
        tries: CODE_TRIES,
        now: clock.now(),
      });
      return codeId === undefined ? undefined : { codeId };
    },
    spendCode: (tx, { codeId }) => updateUsedCode(tx, codeId, clock.now()),
  };
}
