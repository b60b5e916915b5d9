/**
 * Secrets at rest: AES-256-GCM under the master key, bound to table, column and row, so that a sealed value can't be
 * moved to another place. The key lives outside the database.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** Where a sealed value belongs. */
export interface SealedPlace {
  table: string;
  column: string;
  /** The row's primary key, joined. */
  row: string | bigint | number;
}

export class Sealer {
  readonly #key: Buffer;
  readonly #master: Buffer;

  /** `masterKey`: 32 bytes. */
  constructor(masterKey: Buffer) {
    if (masterKey.length !== 32) throw new RangeError('the master key must be 32 bytes');
    this.#master = masterKey;
    this.#key = this.derive('seal');
  }

  seal(secret: string | Uint8Array, place: SealedPlace): Buffer {
    const iv = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv);
    cipher.setAAD(placeBytes(place));
    return Buffer.concat([VERSION, iv, cipher.update(typeof secret === 'string' ? Buffer.from(secret, 'utf8') : secret), cipher.final(), cipher.getAuthTag()]);
  }

  /** Throws when the value was changed, sealed elsewhere or under another key. */
  open(sealed: Buffer, place: SealedPlace): string {
    return this.openBytes(sealed, place).toString('utf8');
  }

  /** As `open`, for what is no text. */
  openBytes(sealed: Buffer, place: SealedPlace): Buffer {
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

  /** HMAC-SHA256 under a purpose's key: for values that must be found again but not read. */
  fingerprint(value: string, purpose: string): Buffer {
    return createHmac('sha256', this.derive(purpose)).update(value).digest();
  }
}

export function sha256(value: string | Uint8Array): Buffer {
  return createHash('sha256').update(value).digest();
}

/** Constant time, whatever the lengths. */
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
