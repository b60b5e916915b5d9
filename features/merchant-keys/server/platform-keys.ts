/**
 * The platform's own RSA key pair: signs replies and callbacks of the sign type RSA-SHA256. Made once, by whichever
 * process comes first; the private half is only ever stored sealed.
 */
import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { Database } from '#foundation/server/database.ts';
import type { Sealer } from '#foundation/server/sealing.ts';
import { insertPlatformKey, lockPlatformKey } from './store.ts';

export interface PlatformKeys {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  /** What merchants check replies and callbacks with. */
  readonly publicKeyPem: string;
}

export interface PlatformKeyVerbs {
  /** Read or made at the first call, then kept for the life of the process. */
  platformKeys(): Promise<PlatformKeys>;
}

export interface PlatformKeyDeps {
  db: Database;
  sealer: Sealer;
}

export function platformKeyVerbs(deps: PlatformKeyDeps): PlatformKeyVerbs {
  let kept: Promise<PlatformKeys> | undefined;
  return {
    platformKeys() {
      kept ??= readOrMake(deps).catch((error: unknown) => {
        kept = undefined;
        throw error;
      });
      return kept;
    },
  };
}

async function readOrMake({ db, sealer }: PlatformKeyDeps): Promise<PlatformKeys> {
  const privatePem = await db.transaction(async (tx) => {
    // Whoever comes second waits here and then finds the first one's pair.
    const sealed = await lockPlatformKey(tx);
    if (sealed) return sealer.open(sealed, place);
    const made = await newPrivatePem();
    await insertPlatformKey(tx, sealer.seal(made, place));
    return made;
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
