/**
 * Public API of the merchant-keys feature: find merchants' keys (cached for a second), create, rotate and change them,
 * and sign for the platform. Keys are unsealed only here.
 */
import type { KeyObject } from 'node:crypto';
import { rsaPublicKey } from '@countinghouse/sdk/rsa-keys';
import { type CallbackToSign, type SignedCallback, signCallback } from '@countinghouse/sdk/callbacks';
import { signReturnUrl } from '@countinghouse/sdk/returns';
import { newNonce, type SigningKey, type SignType } from '@countinghouse/sdk/signing';
import { SigningError } from '@countinghouse/sdk';
import type { Clock } from '#foundation/core/clock.ts';
import { unixSeconds } from '#foundation/core/envelope.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import { RememberedByKey } from '#foundation/server/process/ttl-cache.ts';
import { newToken, type Sealer } from '#foundation/server/secrets/sealing.ts';
import { addressList, isUsableKey, keySettingsFaults, type KeySettings } from '../rules.ts';
import type { PlatformKeys } from './platform-keys.ts';
import {
  insertKeys,
  type KeyRecord,
  lockKeys,
  lockPublicKey,
  selectKeys,
  updateKey,
  updateKeySettings,
  updateLastUsed,
} from './store.ts';

export interface MerchantKeys extends KeySettings {
  readonly memberNo: bigint;
  /** For MD5 and HMAC-SHA256. */
  readonly key: string;
  /** The key before the last rotation, valid until `until`. */
  readonly previous: { readonly key: string; readonly until: Date } | undefined;
  /** The merchant's RSA key. Without one, RSA-SHA256 is refused. */
  readonly publicKey: KeyObject | undefined;
  readonly publicKeyPem: string | null;
  readonly rotatedAt: Date;
  readonly lastUsedAt: Date | null;
  /** Whether requests from this address are allowed. */
  isAddressAllowed(address: string): boolean;
}

/** The key or keys with which the platform signs. */
export interface Signing {
  readonly key: SigningKey;
  /** Only during a rotation. */
  readonly previousKey: SigningKey | undefined;
}

export interface NewKeys extends Partial<KeySettings> {
  /** 16–128 visible ASCII characters without `&`; random if absent. */
  key?: string | undefined;
  /** PEM of an RSA public key, 2048 bits or more. */
  publicKey?: string | null | undefined;
}

export interface KeyChanges extends Partial<KeySettings> {
  /** Null removes the key. */
  publicKey?: string | null | undefined;
}

export interface MerchantKeyVerbs {
  find(memberNo: bigint): Promise<MerchantKeys | undefined>;
  create(tx: Tx, memberNo: bigint, keys: NewKeys): Promise<void>;
  /** Sets a new random key; the old one stays valid for `overlapHours` (0: it ends at once). Returns the new key. */
  rotate(tx: Tx, memberNo: bigint, overlapHours: number): Promise<string>;
  change(tx: Tx, memberNo: bigint, changes: KeyChanges): Promise<void>;
  /** Returns undefined for a member without keys. */
  signingFor(memberNo: bigint, signType: SignType): Promise<Signing | undefined>;
  /** Signs one delivery of a callback, with a fresh timestamp and nonce, and with both keys during a rotation. */
  signCallback(
    memberNo: bigint,
    callback: Pick<CallbackToSign, 'notifyUrl' | 'fields' | 'signType'>,
  ): Promise<SignedCallback>;
  /** Returns the payer's return address with signed fields in its query. */
  signReturn(
    memberNo: bigint,
    back: { returnUrl: string; fields: Readonly<Record<string, string | null>>; signType: SignType },
  ): Promise<string>;
  /** The platform's key pair for RSA-SHA256. */
  platformKeys(): Promise<PlatformKeys>;
  loginIps(memberNo: bigint): Promise<readonly string[]>;
  /** Records that the key was used, with at most one write per minute and member. Does not wait for the write. */
  used(memberNo: bigint): void;
  /** Must be called after a change is committed: this process then sees it at once, others within a second. */
  forget(memberNo: bigint): void;
}

/** Settings that cannot be saved. `fields` maps each invalid field to its error. */
export class KeySettingsError extends Error {
  override readonly name = 'KeySettingsError';
  readonly fields: Readonly<Record<string, string>>;

  constructor(fields: Readonly<Record<string, string>>) {
    super(
      `key settings refused: ${Object.entries(fields)
        .map(([field, word]) => `${field} ${word}`)
        .join(', ')}`,
    );
    this.fields = fields;
  }
}

export interface MerchantKeyDeps {
  db: Database;
  clock: Clock;
  sealer: Sealer;
  platformKeys(): Promise<PlatformKeys>;
  log: Logger;
}

export function merchantKeyVerbs({ db, clock, sealer, platformKeys, log }: MerchantKeyDeps): MerchantKeyVerbs {
  const cache = new RememberedByKey(clock, CACHE_MS, MAX_CACHED, async (memberNo: bigint) => {
    const record = await selectKeys(db.kysely, memberNo);
    return record && unsealed(sealer, memberNo, record);
  });
  const lastUseWrittenAt = new Map<bigint, number>();

  const signingFor: MerchantKeyVerbs['signingFor'] = async (memberNo, signType) => {
    if (signType === 'RSA-SHA256') return { key: (await platformKeys()).privateKey, previousKey: undefined };
    const keys = await cache.get(memberNo);
    return keys && { key: keys.key, previousKey: previousKeyAt(keys, clock.now()) };
  };
  const signingOrThrow = async (
    memberNo: bigint,
    signType: SignType,
  ): Promise<Signing & { timestamp: string; nonce: string }> => {
    const signing = await signingFor(memberNo, signType);
    if (!signing) throw new SigningError('the member has no key to sign with');
    return { ...signing, timestamp: unixSeconds(clock.now()).toString(), nonce: newNonce() };
  };

  return {
    find: (memberNo) => cache.get(memberNo),
    create: (tx, memberNo, keys) => createKeys(tx, sealer, clock.now(), memberNo, keys),
    rotate: (tx, memberNo, overlapHours) => rotateKey(tx, sealer, clock.now(), memberNo, overlapHours),
    change: changeSettings,
    signingFor,
    signCallback: async (memberNo, callback) =>
      signCallback({ ...callback, ...(await signingOrThrow(memberNo, callback.signType)) }),
    signReturn: async (memberNo, back) =>
      signReturnUrl({ ...back, ...(await signingOrThrow(memberNo, back.signType)) }),
    platformKeys,
    loginIps: async (memberNo) => (await cache.get(memberNo))?.loginIps ?? [],
    used(memberNo) {
      const now = clock.now();
      if (now.getTime() - (lastUseWrittenAt.get(memberNo) ?? 0) < USE_WRITTEN_EVERY_MS) return;
      lastUseWrittenAt.set(memberNo, now.getTime());
      updateLastUsed(db.kysely, memberNo, now).catch((error: unknown) =>
        log.warn({ err: error }, 'the last use of a key could not be recorded'),
      );
    },
    forget: (memberNo) => cache.forget(memberNo),
  };
}

/** The keys accepted for a request's signature now, the current one first. */
export function acceptedKeys(keys: MerchantKeys, signType: SignType, now: Date): SigningKey[] {
  if (signType === 'RSA-SHA256') return keys.publicKey ? [keys.publicKey] : [];
  const previous = previousKeyAt(keys, now);
  return previous === undefined ? [keys.key] : [keys.key, previous];
}

const CACHE_MS = 1000;
const MAX_CACHED = 20_000;
const USE_WRITTEN_EVERY_MS = 60_000;
const MAX_OVERLAP_HOURS = 30 * 24;

function previousKeyAt({ previous }: MerchantKeys, now: Date): string | undefined {
  return previous && previous.until > now ? previous.key : undefined;
}

async function createKeys(
  tx: Tx,
  sealer: Sealer,
  now: Date,
  memberNo: bigint,
  { key = newToken(), publicKey = null, ...given }: NewKeys,
): Promise<void> {
  const settings = {
    signTypes: given.signTypes ?? (['HMAC-SHA256', 'RSA-SHA256'] as const),
    requestIps: given.requestIps ?? [],
    loginIps: given.loginIps ?? [],
  };
  const checked = await checkedSettings(
    tx,
    memberNo,
    { ...settings, publicKey },
    { publicKey: null },
    isUsableKey(key) ? {} : { key: 'key_form' },
  );
  await insertKeys(tx, memberNo, {
    ...checked,
    keySealed: sealer.seal(key, keyPlace('key_sealed', memberNo)),
    rotatedAt: now,
  });
}

async function rotateKey(tx: Tx, sealer: Sealer, now: Date, memberNo: bigint, overlapHours: number): Promise<string> {
  if (!(overlapHours >= 0 && overlapHours <= MAX_OVERLAP_HOURS))
    throw new KeySettingsError({ overlapHours: 'overlap_form' });
  const record = await lockKeys(tx, memberNo);
  if (!record) throw new Error(`member ${memberNo} has no key to rotate`);
  const key = newToken();
  // Re-sealed, because a sealed value is bound to its column.
  const outgoing = sealer.open(record.keySealed, keyPlace('key_sealed', memberNo));
  await updateKey(tx, memberNo, {
    keySealed: sealer.seal(key, keyPlace('key_sealed', memberNo)),
    previousKeySealed: overlapHours > 0 ? sealer.seal(outgoing, keyPlace('previous_key_sealed', memberNo)) : null,
    previousUntil: overlapHours > 0 ? new Date(now.getTime() + overlapHours * 3_600_000) : null,
    rotatedAt: now,
  });
  return key;
}

async function changeSettings(tx: Tx, memberNo: bigint, changes: KeyChanges): Promise<void> {
  const record = await lockKeys(tx, memberNo);
  if (!record) throw new Error(`member ${memberNo} has no keys to change`);
  const {
    signTypes = record.signTypes,
    requestIps = record.requestIps,
    loginIps = record.loginIps,
    publicKey = record.publicKey,
  } = changes;
  await updateKeySettings(
    tx,
    memberNo,
    await checkedSettings(tx, memberNo, { signTypes, requestIps, loginIps, publicKey }, record),
  );
}

type CheckedSettings = Pick<KeyRecord, 'publicKey' | 'signTypes' | 'requestIps' | 'loginIps'>;

async function checkedSettings(
  tx: Tx,
  memberNo: bigint,
  { publicKey, ...settings }: KeySettings & { publicKey: string | null },
  known: { publicKey: string | null },
  otherFaults: Record<string, string> = {},
): Promise<CheckedSettings> {
  const faults: Record<string, string> = { ...keySettingsFaults(settings), ...otherFaults };
  const pem = publicKey === null ? null : normalPem(publicKey);
  if (pem === undefined) faults['publicKey'] = 'public_key_form';
  // RSA-signed text does not name the merchant. If two merchants shared a key, a request of one would be valid for the
  // other.
  else if (pem !== null && pem !== known.publicKey && (await lockPublicKey(tx, pem, memberNo)))
    faults['publicKey'] = 'public_key_taken';
  if (pem === undefined || Object.keys(faults).length > 0) throw new KeySettingsError(faults);
  return {
    publicKey: pem,
    signTypes: [...settings.signTypes],
    requestIps: [...settings.requestIps],
    loginIps: [...settings.loginIps],
  };
}

/** Normalizes a PEM; undefined if it is not an RSA public key of 2048 bits or more. */
function normalPem(publicKey: string): string | undefined {
  try {
    return rsaPublicKey(publicKey).export({ type: 'spki', format: 'pem' });
  } catch {
    return undefined;
  }
}

function unsealed(sealer: Sealer, memberNo: bigint, record: KeyRecord): MerchantKeys {
  const { previousKeySealed, previousUntil, publicKey, signTypes, requestIps, loginIps, rotatedAt, lastUsedAt } =
    record;
  const isListed = addressList(requestIps);
  return {
    memberNo,
    key: sealer.open(record.keySealed, keyPlace('key_sealed', memberNo)),
    previous:
      previousKeySealed && previousUntil
        ? { key: sealer.open(previousKeySealed, keyPlace('previous_key_sealed', memberNo)), until: previousUntil }
        : undefined,
    publicKey: publicKey === null ? undefined : rsaPublicKey(publicKey),
    publicKeyPem: publicKey,
    // Enforced here too, even if the row says otherwise: without an address list, MD5 requests could be replayed from
    // anywhere.
    signTypes: requestIps.length > 0 ? signTypes : signTypes.filter((signType) => signType !== 'MD5'),
    requestIps,
    loginIps,
    rotatedAt,
    lastUsedAt,
    isAddressAllowed: (address) => requestIps.length === 0 || isListed(address),
  };
}

function keyPlace(
  column: 'key_sealed' | 'previous_key_sealed',
  memberNo: bigint,
): { table: string; column: string; row: bigint } {
  return { table: 'merchant_keys', column, row: memberNo };
}
