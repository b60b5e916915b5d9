/**
 * Public API of the merchant-keys feature: find merchants' keys (cached for a second), create, rotate and change them,
 * and sign for the platform. Keys are unsealed only here.
 */
import { type CallbackToSign, type SignedCallback, signCallback } from '@countinghouse/sdk/callbacks';
import { signReturnUrl } from '@countinghouse/sdk/returns';
import { newNonce, type SigningKey, type SignType } from '@countinghouse/sdk/signing';
import { SigningError } from '@countinghouse/sdk';
import type { Clock } from '#foundation/core/clock.ts';
import { unixSeconds } from '#foundation/core/envelope.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import { TtlCacheByKey } from '#foundation/server/process/ttl-cache.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import { addressList } from '../rules.ts';
import { changeSettings, createKeys, type KeyChanges, type NewKeys, rotateKey } from './changing.ts';
import { keyPlace, type KeyOverview, type MerchantKeys, NO_KEYS, overviewOf, previousKeyAt, unsealed } from './keys.ts';
import type { PlatformKeys } from './platform-keys.ts';
import { selectKeys, selectLoginIps, selectUses, updateOverlapEnded } from './store.ts';
import { type KeyUse, keyUses } from './uses.ts';

export { type KeyChanges, KeySettingsError, type NewKeys } from './changing.ts';
export {
  type AcceptedKey,
  acceptedKeys,
  endedKeys,
  type KeyOverview,
  MAX_FORMER_KEYS,
  type MerchantKeys,
} from './keys.ts';

/**
 * A session of a member or, with null, of an operator, and where it is used. The list of a member doesn't bind an operator
 * who reads as the member.
 */
export interface LoginPlace {
  readonly session: { readonly memberNo: bigint | null; readonly viewedBy?: object };
  readonly address: string;
}

/** The key or keys with which the platform signs. */
export interface Signing {
  readonly key: SigningKey;
  /** Only during a rotation. */
  readonly previousKey: SigningKey | undefined;
}

export interface MerchantKeyVerbs {
  find(memberNo: bigint): Promise<MerchantKeys | undefined>;
  create(tx: Tx, memberNo: bigint, keys: NewKeys): Promise<void>;
  /** Gives a member that has no keys a random one. */
  ensure(tx: Tx, memberNo: bigint): Promise<void>;
  /** Reads what a member's page shows, past the cache. */
  overview(memberNo: bigint): Promise<KeyOverview>;
  /** The current key, read past the cache. */
  reveal(tx: Tx, memberNo: bigint): Promise<string>;
  /** Sets a new random key; the old one stays valid for `overlapHours` (0: it ends at once). Returns the new key. */
  rotate(tx: Tx, memberNo: bigint, overlapHours: number): Promise<string>;
  /** Ends the former key at once and returns whether it was still valid. */
  endOverlap(tx: Tx, memberNo: bigint): Promise<boolean>;
  /** Throws `KeySettingsError`. Returns the names of the fields that changed. */
  change(tx: Tx, memberNo: bigint, changes: KeyChanges): Promise<(keyof KeyChanges)[]>;
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
  /** Returns those whose address is not on their member's list of login addresses, read past the cache. */
  barredLogins<Login extends LoginPlace>(logins: readonly Login[]): Promise<ReadonlySet<Login>>;
  /** Whether a member's list of login addresses is without this one. It binds its sessions too. */
  isLoginBarred(session: { memberNo: bigint | null }, address: string): Promise<boolean>;
  /** Notes that a request was served. It is written later, together with others. */
  used(use: KeyUse): void;
  /** Resolves when all noted uses are written. */
  settled(): Promise<void>;
  /**
   * Must be called after a change is committed: this process then sees it at once, others within a second. Resolves when
   * every process works by the change, so that a caller that waits for it meets no process with the former keys or addresses.
   */
  spread(memberNo: bigint): Promise<void>;
  /** The part of `spread` that takes no time. */
  forget(memberNo: bigint): void;
}

export interface MerchantKeyDeps {
  db: Database;
  clock: Clock;
  sealer: Sealer;
  platformKeys(): Promise<PlatformKeys>;
  log: Logger;
}

export function merchantKeyVerbs({ db, clock, sealer, platformKeys, log }: MerchantKeyDeps): MerchantKeyVerbs {
  const cache = new TtlCacheByKey(clock, CACHE_MS, MAX_CACHED, async (memberNo: bigint) => {
    const record = await selectKeys(db, memberNo);
    return record && unsealed(sealer, memberNo, record);
  });
  const uses = keyUses({ db, clock, log });

  const signingFor: MerchantKeyVerbs['signingFor'] = async (memberNo, signType) => {
    if (signType === 'RSA-SHA256') return { key: (await platformKeys()).privateKey, previousKey: undefined };
    const keys = await cache.get(memberNo);
    return keys && { key: keys.key, previousKey: previousKeyAt(keys, clock.now())?.key };
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
    async create(tx, memberNo, keys) {
      if (!(await createKeys(tx, sealer, clock.now(), memberNo, keys)))
        throw new Error(`member ${memberNo} has keys already`);
    },
    async ensure(tx, memberNo) {
      if (!(await selectKeys(tx, memberNo))) await createKeys(tx, sealer, clock.now(), memberNo, {});
    },
    async overview(memberNo) {
      const now = clock.now();
      const [record, signTypeUses] = await Promise.all([
        selectKeys(db, memberNo),
        selectUses(db, memberNo, new Date(now.getTime() - USES_SHOWN_MS)),
      ]);
      return record ? overviewOf(sealer, memberNo, record, signTypeUses, now) : NO_KEYS;
    },
    async reveal(tx, memberNo) {
      const record = await selectKeys(tx, memberNo);
      if (!record) throw new Error(`member ${memberNo} has no key to show`);
      return sealer.open(record.keySealed, keyPlace('key_sealed', memberNo));
    },
    rotate: (tx, memberNo, overlapHours) => rotateKey(tx, sealer, clock.now(), memberNo, overlapHours),
    endOverlap: (tx, memberNo) => updateOverlapEnded(tx, memberNo, clock.now()),
    change: changeSettings,
    signingFor,
    signCallback: async (memberNo, callback) =>
      signCallback({ ...callback, ...(await signingOrThrow(memberNo, callback.signType)) }),
    signReturn: async (memberNo, back) =>
      signReturnUrl({ ...back, ...(await signingOrThrow(memberNo, back.signType)) }),
    platformKeys,
    loginIps: async (memberNo) => (await cache.get(memberNo))?.loginIps ?? [],
    async barredLogins(logins) {
      const lists = await selectLoginIps(
        db,
        logins.flatMap(({ session: { memberNo } }) => memberNo ?? []),
      );
      return new Set(
        logins.filter(({ session: { memberNo, viewedBy }, address }) => {
          const list = memberNo === null || viewedBy !== undefined ? undefined : lists.get(memberNo);
          return list !== undefined && !addressList(list)(address);
        }),
      );
    },
    async isLoginBarred({ memberNo }, address) {
      const keys = memberNo === null ? undefined : await cache.get(memberNo);
      return keys !== undefined && !keys.isLoginAllowed(address);
    },
    used: (use) => uses.note(use),
    settled: () => uses.settled(),
    spread: (memberNo) => cache.forgetEverywhere(memberNo),
    forget: (memberNo) => cache.forget(memberNo),
  };
}

const CACHE_MS = 1000;
const MAX_CACHED = 20_000;
const USES_SHOWN_MS = 7 * 86_400_000;
