/**
 * Checks passwords. Each check is counted in PostgreSQL before it is made, so that many addresses, processes or
 * concurrent requests don't get more tries. A right password is not counted. While an account is locked, a password is
 * checked only together with a code, and the caller must not reveal the result unless both are right.
 */
import { isKnownDevice } from '#features/sessions/server/devices.ts';
import {
  type AttemptLimit,
  countAttempt,
  returnAttempt,
  takeAttempt,
} from '#foundation/server/postgres/attempt-windows.ts';
import type { Database, Queryable } from '#foundation/server/postgres/database.ts';
import { sha256 } from '#foundation/server/secrets/sealing.ts';
import { guessLimits, lockedGuessLimits } from '../../rules.ts';
import type { Passwords } from '../credentials/passwords.ts';
import type { User } from '../store.ts';
import { TaskQueues } from '../credentials/task-queue.ts';

export interface Guess {
  /** Undefined for an account that does not exist; it is checked, counted and locked like any other. */
  user: Pick<User, 'userId' | 'passwordHash' | 'state'> | undefined;
  /** Normalized: one form however it was typed. */
  account: string;
  password: string;
  /** The device's own token. */
  device: string | undefined;
  /** The client's network. */
  network: string;
  now: Date;
  /** A second step was given, so the password is checked even while the account is locked. */
  withStep?: boolean;
}

export type GuessOutcome = { readonly outcome: 'right' | 'wrong' } | LockedGuess;

export interface LockedGuess {
  readonly outcome: 'locked';
  readonly waitMs: number;
  /**
   * Must never be revealed, not even by a different answer or more work. The only thing the caller can reveal is that
   * password and second step were both right.
   */
  readonly password: 'right' | 'wrong' | 'unchecked';
}

/** A limit and its subject. */
type Window = readonly [limit: AttemptLimit, subject: string];

export class Guesses {
  readonly #db: Database;
  readonly #passwords: Passwords;
  /** Few at a time per account: ten right passwords under check must not look like ten wrong ones. */
  readonly #queue = new TaskQueues({ atOnce: 3, maxWaiting: 200 });

  constructor({ db, passwords }: { db: Database; passwords: Passwords }) {
    this.#db = db;
    this.#passwords = passwords;
  }

  /** A disabled user's password is never right. */
  async check(guess: Guess): Promise<GuessOutcome> {
    const on = this.#db;
    const shared: Window = [guessLimits.account, accountSubject(guess)];
    const own = await windowOfKnownDevice(on, guess);
    const checked = await this.#queue.run<GuessOutcome>((own ?? shared)[1], async () => {
      const counted: Window[] = [];
      const address: Window = [guessLimits.address, guess.network];
      for (const window of own ? [own] : [address, shared]) {
        const attempt = await takeAttempt(on, ...window, guess.now);
        if (!attempt.allowed) return { outcome: 'locked', waitMs: attempt.waitMs, password: 'unchecked' };
        counted.push(window);
      }
      if (own) {
        await countAttempt(on, ...shared, guess.now);
        counted.push(shared);
      }
      return this.#checkCounted(guess, () => giveBack(on, counted, guess.now));
    });
    return checked.outcome === 'locked' && guess.withStep ? this.#checkBehindLock(guess, checked) : checked;
  }

  /**
   * Counted per account and address, so that strangers can't use up the owner's tries. A right password is counted too,
   * because returning the try would be extra work that reveals it.
   */
  async #checkBehindLock(guess: Guess, locked: LockedGuess): Promise<LockedGuess> {
    const on = this.#db;
    const windows: Window[] = [
      [lockedGuessLimits.address, guess.network],
      [lockedGuessLimits.account, `${accountSubject(guess)} ${guess.network}`],
    ];
    for (const window of windows) if (!(await takeAttempt(on, ...window, guess.now)).allowed) return locked;
    return this.#queue.run(`locked ${accountSubject(guess)} ${guess.network}`, async () => {
      try {
        return { ...locked, password: (await this.#isRight(guess)) ? 'right' : 'wrong' };
      } catch (error) {
        await giveBack(on, windows, guess.now);
        throw error;
      }
    });
  }

  async #checkCounted(guess: Guess, giveBackAll: () => Promise<void>): Promise<GuessOutcome> {
    let right: boolean;
    try {
      right = await this.#isRight(guess);
    } catch (error) {
      // Nothing was checked, so nothing is counted.
      await giveBackAll();
      throw error;
    }
    if (!right) return { outcome: 'wrong' };
    await giveBackAll();
    return { outcome: 'right' };
  }

  async #isRight({ user, password }: Guess): Promise<boolean> {
    return (await this.#passwords.verify(user?.passwordHash, password)) && user?.state === 'active';
  }
}

function accountSubject({ user, account }: Guess): string {
  return user ? `user ${user.userId}` : `nobody ${sha256(account.toLowerCase()).toString('base64url')}`;
}

/** Queried for every account, so that an unknown account takes the same path. */
async function windowOfKnownDevice(on: Queryable, { user, device, now }: Guess): Promise<Window | undefined> {
  if (device === undefined) return undefined;
  const userId = user?.userId ?? 0n;
  const isKnown = await isKnownDevice(on, userId, device, now);
  return isKnown ? [guessLimits.device, `user ${userId} ${sha256(device).toString('base64url')}`] : undefined;
}

async function giveBack(on: Queryable, counted: readonly Window[], takenAt: Date): Promise<void> {
  for (const [limit, subject] of counted) await returnAttempt(on, limit, subject, takenAt);
}
