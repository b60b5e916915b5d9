/**
 * Secrets at rest: AES-256-GCM under the master key, bound to table, column and row, so that a sealed value can't be
 * moved to another place. The key is stored outside the database.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto';

/** Where a sealed value belongs. */
export interface SealedPlace {
  table: string;
  column: string;
  /** The row's primary key, joined. */
  row: string | bigint | number;
}

/**
 * The purposes whose derived keys still count after the master key was replaced; all others are short-lived. Each
 * feature adds its own in its manifest, which passes them to the replacement of the key.
 */
// An interface, because only an interface can be extended from other modules.
export interface RetainedPurposes {}
export type RetainedPurpose = keyof RetainedPurposes;

/** What is kept of a replaced master key: its derived keys, by purpose. */
export interface FormerKey {
  readonly id: string;
  readonly keys: Readonly<Record<string, Buffer>>;
}

export class Sealer {
  readonly #key: Buffer;
  readonly #master: Buffer;
  /** During a rotation: opens what is still sealed with the previous key. Nothing is sealed with it. */
  readonly previous: Sealer | undefined;
  /** The newest first. */
  readonly former: readonly FormerKey[];

  /** `masterKey`, `previous`: 32 bytes. */
  constructor(
    masterKey: Buffer,
    { previous, former = [] }: { previous?: Buffer | undefined; former?: readonly FormerKey[] } = {},
  ) {
    if (masterKey.length !== 32) throw new RangeError('the master key must be 32 bytes');
    this.#master = masterKey;
    this.#key = this.derive('seal');
    this.previous = previous && new Sealer(previous);
    this.former = former;
  }

  /** Identifies the master key without revealing anything about it. */
  get id(): string {
    return this.derive('key id').toString('hex').slice(0, 16);
  }

  seal(secret: string | Uint8Array, place: SealedPlace): Buffer {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv);
    cipher.setAAD(placeBytes(place));
    return Buffer.concat([
      VERSION,
      iv,
      cipher.update(typeof secret === 'string' ? Buffer.from(secret, 'utf8') : secret),
      cipher.final(),
      cipher.getAuthTag(),
    ]);
  }

  /** Throws when the value was changed, sealed elsewhere or under another key. */
  open(sealed: Buffer, place: SealedPlace): string {
    return this.openBytes(sealed, place).toString('utf8');
  }

  /** Like `open`, for binary data. */
  openBytes(sealed: Buffer, place: SealedPlace): Buffer {
    if (!this.previous) return this.#opened(sealed, place);
    try {
      return this.#opened(sealed, place);
    } catch {
      return this.previous.openBytes(sealed, place);
    }
  }

  /** Whether this key itself opens it, and not the previous one. */
  opens(sealed: Buffer, place: SealedPlace): boolean {
    try {
      this.#opened(sealed, place);
      return true;
    } catch {
      return false;
    }
  }

  #opened(sealed: Buffer, place: SealedPlace): Buffer {
    if (sealed.length < 1 + 12 + 16 || sealed[0] !== VERSION[0]) throw new Error('not a sealed value');
    const decipher = createDecipheriv('aes-256-gcm', this.#key, sealed.subarray(1, 13));
    decipher.setAAD(placeBytes(place));
    decipher.setAuthTag(sealed.subarray(-16));
    return Buffer.concat([decipher.update(sealed.subarray(13, -16)), decipher.final()]);
  }

  /** A 32-byte key for one purpose, e.g. signing captcha challenges. */
  derive(purpose: string): Buffer {
    return Buffer.from(hkdfSync('sha256', this.#master, Buffer.alloc(0), `countinghouse ${purpose}`, 32));
  }

  /** The purpose's current key first, then those kept from former master keys, newest first. */
  keysFor(purpose: RetainedPurpose): Buffer[] {
    return [this.derive(purpose), ...this.former.flatMap(({ keys }) => keys[purpose] ?? [])];
  }

  /** HMAC-SHA256 under a purpose's key: for values that must be searchable but not readable. */
  fingerprint(value: string, purpose: string): Buffer {
    return createHmac('sha256', this.derive(purpose)).update(value).digest();
  }

  /** All fingerprints under which the value may be stored, the current one first. */
  fingerprints(value: string, purpose: RetainedPurpose): Buffer[] {
    return this.keysFor(purpose).map((key) => createHmac('sha256', key).update(value).digest());
  }
}

export function sha256(value: string | Uint8Array): Buffer {
  return hash('sha256', value, 'buffer');
}

/** Compares in constant time, also for different lengths. */
export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

/** 256 random bits as URL-safe text. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

const VERSION = Buffer.from([1]);

function placeBytes({ table, column, row }: SealedPlace): Buffer {
  return Buffer.from(`${table}\n${column}\n${row}`, 'utf8');
}
