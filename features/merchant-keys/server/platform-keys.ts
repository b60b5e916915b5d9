/**
 * The platform's own RSA key pair: signs replies and callbacks of the sign type RSA-SHA256. Made once, by whichever process
 * comes first; the private half is only ever stored sealed.
 */
import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import type { Database, Tx } from '#foundation/server/database.ts';
import type { Sealer } from '#foundation/server/sealing.ts';

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

export function platformKeyVerbs({ db, sealer }: { db: Database; sealer: Sealer }): PlatformKeyVerbs {
  let kept: Promise<PlatformKeys> | undefined;
  return {
    platformKeys() {
      kept ??= readOrMake(db, sealer).catch((error: unknown) => {
        kept = undefined;
        throw error;
      });
      return kept;
    },
  };
}

/** Names that begin with `sealed` are no settings of the platform's own and are never read as such. */
const SETTING = 'sealed_platform_rsa';
const place = { table: 'settings', column: 'value', row: SETTING };

async function readOrMake(db: Database, sealer: Sealer): Promise<PlatformKeys> {
  const privatePem = await db.transaction(async (tx) => {
    // Whoever comes second waits here and then finds the first one's pair.
    await sql`select pg_advisory_xact_lock(hashtext(${SETTING}))`.execute(tx);
    const sealed = await selectSealed(tx);
    if (sealed !== undefined) return sealer.open(Buffer.from(sealed, 'base64'), place);
    const made = await newPrivatePem();
    await insertSealed(tx, sealer.seal(made, place).toString('base64'));
    return made;
  });
  const privateKey = createPrivateKey(privatePem);
  const publicKey = createPublicKey(privateKey);
  return { privateKey, publicKey, publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString() };
}

async function newPrivatePem(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

async function selectSealed(tx: Tx): Promise<string | undefined> {
  const { rows } = await sql<{ sealed: string }>`select value ->> 'sealed' as sealed from settings where name = ${SETTING}`.execute(tx);
  return rows[0]?.sealed;
}

async function insertSealed(tx: Tx, sealed: string): Promise<void> {
  await sql`insert into settings (name, value) values (${SETTING}, ${JSON.stringify({ sealed })}::jsonb)`.execute(tx);
}
