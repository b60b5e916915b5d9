/**
 * Checks payment passwords for every call that moves money or shows a key: one count per user in PostgreSQL, taken
 * before the check and given back if the password was right.
 */
import { returnAttempt, takeAttempt } from '#foundation/server/postgres/attempt-windows.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { payPasswordLimit } from '../../rules.ts';
import type { Passwords } from './passwords.ts';
import { selectUser } from '../store.ts';
import { TaskQueues } from './task-queue.ts';

export type PayPasswordCheck =
  | { readonly outcome: 'right' | 'wrong' | 'unset' }
  | { readonly outcome: 'locked'; readonly waitMs: number };

export class PayPasswords {
  readonly #db: Database;
  readonly #passwords: Passwords;
  /** One at a time per user: many right passwords under check must not look like wrong ones. */
  readonly #queue = new TaskQueues({ atOnce: 1, maxWaiting: 200 });

  constructor({ db, passwords }: { db: Database; passwords: Passwords }) {
    this.#db = db;
    this.#passwords = passwords;
  }

  async check({
    userId,
    payPassword,
    now,
  }: {
    userId: bigint;
    payPassword: string;
    now: Date;
  }): Promise<PayPasswordCheck> {
    const on = this.#db;
    const subject = userId.toString();
    return this.#queue.run(subject, async () => {
      const hash = (await selectUser(on, userId))?.payPasswordHash ?? undefined;
      if (hash === undefined) return { outcome: 'unset' };
      const attempt = await takeAttempt(on, payPasswordLimit, subject, now);
      if (!attempt.allowed) return { outcome: 'locked', waitMs: attempt.waitMs };
      const giveBack = () => returnAttempt(on, payPasswordLimit, subject, now);
      const right = await this.#passwords.verify(hash, payPassword).catch(async (error: unknown) => {
        // Nothing was checked, so nothing is counted.
        await giveBack();
        throw error;
      });
      if (!right) return { outcome: 'wrong' };
      await giveBack();
      return { outcome: 'right' };
    });
  }
}
