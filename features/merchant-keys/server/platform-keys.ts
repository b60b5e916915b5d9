/**
 * The platform's own RSA key pair, which signs replies and callbacks with the sign type RSA-SHA256. The first process
 * that needs it creates it, once. The private key is stored only sealed.
 */
import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import { insertPlatformKey, lockPlatformKey } from './store.ts';

export interface PlatformKeys {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** The key with which merchants verify replies and callbacks. */
  readonly publicKeyPem: string;
}

export interface PlatformKeyVerbs {
  /** Reads or creates the pair on the first call, then caches it for the life of the process. */
  platformKeys(): Promise<PlatformKeys>;
}

export interface PlatformKeyDeps {
  db: Database;
  sealer: Sealer;
}

export function platformKeyVerbs(deps: PlatformKeyDeps): PlatformKeyVerbs {
  let cached: Promise<PlatformKeys> | undefined;
  return {
    platformKeys() {
      cached ??= readOrCreate(deps).catch((error: unknown) => {
        cached = undefined;
        throw error;
      });
      return cached;
    },
  };
}

async function readOrCreate({ db, sealer }: PlatformKeyDeps): Promise<PlatformKeys> {
  const privatePem = await db.transaction(async (tx) => {
    // A second process waits here and then finds the first one's pair.
    const sealed = await lockPlatformKey(tx);
    if (sealed) return sealer.open(sealed, place);
    const pem = await newPrivatePem();
    await insertPlatformKey(tx, sealer.seal(pem, place));
    return pem;
  });
  const privateKey = createPrivateKey(privatePem);
  const publicKey = createPublicKey(privateKey);
  return { privateKey, publicKey, publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }) };
}

const place = { table: 'platform_keys', column: 'private_key_sealed', row: 'rsa' };

async function newPrivatePem(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' });
}
