/**
 * Solves a proof of work, in a worker, a page or Node. It uses Web Crypto's PBKDF2 if available; a page not served over
 * TLS has none, and loads a library that does the same work more slowly.
 */
import type { ProofOfWork, WorkSolution } from './proof-of-work.ts';

/** The part of `AbortSignal` that is used here. */
export interface StopSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
}

export interface SolveOptions {
  /** Stops the work; the promise rejects with the signal's reason. */
  readonly signal?: StopSignal;
  /** Called after each round with the number of attempts so far. */
  readonly onProgress?: (attempts: number) => void;
  /** Gives up after this many attempts; default 100,000. */
  readonly maxAttempts?: number;
  /** For tests: behaves as on a page without Web Crypto. */
  readonly withoutPlatform?: boolean;
}

export async function solveWork({ parameters }: ProofOfWork, options: SolveOptions = {}): Promise<WorkSolution> {
  const { signal, onProgress, maxAttempts = 100_000, withoutPlatform = false } = options;
  const { cost, keyLength, keyPrefix } = parameters;
  const salt = bytesOf(parameters.salt);
  const nonce = bytesOf(parameters.nonce);
  const derive = await keyDerivation(withoutPlatform);
  for (let start = 0; start < maxAttempts; start += attemptsPerRound) {
    if (signal?.aborted === true) throw signal.reason;
    const counters = Array.from({ length: attemptsPerRound }, (_, index) => start + index);
    const keys = await Promise.all(
      counters.map(async (counter) => hexOf(await derive(withCounter(nonce, counter), salt, cost, keyLength))),
    );
    const found = keys.findIndex((key) => key.startsWith(keyPrefix));
    const derivedKey = keys[found];
    if (derivedKey !== undefined) return { counter: start + found, derivedKey };
    onProgress?.(start + attemptsPerRound);
  }
  throw new Error('The proof of work has no solution within the allowed attempts');
}

/** Enough to keep the platform's threads busy, few enough to waste little after the solution is found. */
const attemptsPerRound = 4;

/** The part of Web Crypto that is used here. Absent on a page not served over TLS. */
interface Subtle {
  importKey(
    format: 'raw',
    key: Uint8Array,
    algorithm: 'PBKDF2',
    extractable: boolean,
    usages: readonly ['deriveBits'],
  ): Promise<unknown>;
  deriveBits(
    algorithm: { name: 'PBKDF2'; salt: Uint8Array; iterations: number; hash: 'SHA-256' },
    key: unknown,
    bits: number,
  ): Promise<ArrayBuffer>;
}
const platform = globalThis as unknown as { crypto?: { subtle?: Subtle } };

type KeyDerivation = (
  password: Uint8Array,
  salt: Uint8Array,
  iterations: number,
  keyLength: number,
) => Promise<Uint8Array>;

async function keyDerivation(withoutPlatform: boolean): Promise<KeyDerivation> {
  const subtle = withoutPlatform ? undefined : platform.crypto?.subtle;
  if (!subtle) {
    const [{ pbkdf2 }, { sha256 }] = await Promise.all([
      import('@noble/hashes/pbkdf2.js'),
      import('@noble/hashes/sha2.js'),
    ]);
    return async (password, salt, c, dkLen) => pbkdf2(sha256, password, salt, { c, dkLen });
  }
  return async (password, salt, iterations, keyLength) => {
    const key = await subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    return new Uint8Array(
      await subtle.deriveBits({ name: 'PBKDF2', salt, iterations, hash: 'SHA-256' }, key, keyLength * 8),
    );
  };
}

function withCounter(nonce: Uint8Array, counter: number): Uint8Array {
  const password = new Uint8Array(nonce.length + 4);
  password.set(nonce);
  new DataView(password.buffer).setUint32(nonce.length, counter);
  return password;
}

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
