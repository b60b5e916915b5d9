/**
 * Passwords as argon2id hashes, peppered with a key that is not in the database: a stolen dump alone allows no
 * guessing. Only a few are computed at a time, to bound memory; when the queue is full, further requests are rejected.
 */
import { randomBytes } from 'node:crypto';
import { hash, parseOptions, verify } from '@node-rs/argon2';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import { TaskQueue } from './task-queue.ts';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Without a hash (no such user) it takes as long and returns false. */
  verify(hash: string | undefined, password: string): Promise<boolean>;
  /**
   * Whether it was made with other costs or under another master key, and should be replaced while the password is
   * known.
   */
  isOutdated(hash: string): boolean;
}

export interface PasswordCosts {
  memoryKiB: number;
  passes: number;
}

/** RFC 9106's second recommended option, on one thread: 64 MiB, three passes; 60 to 80 ms on a server's core. */
const todaysCosts: PasswordCosts = { memoryKiB: 65_536, passes: 3 };
const ARGON2ID = 2;
/** Leaves one of the runtime's four worker threads for files and DNS. */
const taskLimits = { atOnce: 3, maxWaiting: 100 };

export function argonPasswords({ sealer, costs = todaysCosts }: { sealer: Sealer; costs?: PasswordCosts }): Passwords {
  const secret = sealer.derive('password pepper');
  const former = new Map(sealer.former.map(({ id, keys }) => [id, keys['password pepper']]));
  const options = { memoryCost: costs.memoryKiB, timeCost: costs.passes, parallelism: 1, secret };
  const queue = new TaskQueue(taskLimits);
  const dummyHash = `$argon2id$v=19$m=${costs.memoryKiB},t=${costs.passes},p=1$${unpadded(randomBytes(16))}$${unpadded(randomBytes(32))}`;
  return {
    hash: (password) => queue.run(() => hash(bytesOf(password), options)),
    async verify(known, password) {
      const { keyId, hash: plain } = unmarked(known ?? dummyHash);
      const pepper = keyId === undefined ? secret : former.get(keyId);
      if (!pepper)
        throw new Error(`a password was hashed with the pepper of the former master key ${keyId}, which is not kept`);
      const right = await queue.run(() => verify(plain, bytesOf(password), { secret: pepper }));
      return right && known !== undefined;
    },
    isOutdated(known) {
      const { keyId, hash: plain } = unmarked(known);
      const { algorithm, memoryCost, timeCost, parallelism } = parseOptions(plain);
      return (
        keyId !== undefined ||
        (algorithm as number) !== ARGON2ID ||
        memoryCost !== costs.memoryKiB ||
        timeCost !== costs.passes ||
        parallelism !== 1
      );
    },
  };
}

/** A hash from before a change of the master key is marked with the key whose pepper it needs: see resealing.ts. */
function unmarked(known: string): { keyId: string | undefined; hash: string } {
  const [, keyId, hash = known] = /^former:([0-9a-f]{16})(\$.*)$/.exec(known) ?? [];
  return { keyId, hash };
}

/** The same password typed on another keyboard may consist of different code points. */
function bytesOf(password: string): Uint8Array {
  return Buffer.from(password.normalize('NFKC'), 'utf8');
}

function unpadded(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}
