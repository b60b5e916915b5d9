/** A member's door and its keys: cached for a second, created, rotated and ended. Keys are unsealed only here. */
import { randomInt } from 'node:crypto';
import type { Clock } from '#foundation/core/clock.ts';
import type { Database, Tx } from '#foundation/server/postgres/database.ts';
import { TtlCacheByKey } from '#foundation/server/process/ttl-cache.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import type { TypeMap } from '../rules.ts';
import {
  insertSettings,
  lockSettings,
  selectSettings,
  type SettingsRecord,
  updateKey,
  updatePreviousEnded,
  updateSettings,
} from './store.ts';

export interface NumberedKey {
  readonly keyNo: number;
  readonly key: string;
}

export interface EpaySettings {
  readonly memberNo: bigint;
  readonly enabled: boolean;
  readonly current: NumberedKey;
  /** The key before the last rotation, valid until `until`. */
  readonly previous: (NumberedKey & { readonly until: Date }) | undefined;
  readonly rotatedAt: Date;
  readonly typeMap: TypeMap;
}

export interface NewEpaySettings {
  enabled?: boolean;
  /** 32 characters; random if absent. */
  key?: string;
  typeMap?: TypeMap;
}

export interface EpaySettingsVerbs {
  /** Undefined for a member that has never used the door. */
  find(memberNo: bigint): Promise<EpaySettings | undefined>;
  /** Like `find`, without the cache. */
  read(memberNo: bigint): Promise<EpaySettings | undefined>;
  create(tx: Tx, memberNo: bigint, settings: NewEpaySettings): Promise<void>;
  /** Changes what is given. The first change makes the key. */
  change(tx: Tx, memberNo: bigint, changes: { enabled?: boolean; typeMap?: TypeMap }): Promise<void>;
  /** Returns the key, and makes it if there is none. */
  key(tx: Tx, memberNo: bigint): Promise<string>;
  /** Sets a new random key; the old one stays valid for `overlapHours` (0: it ends at once). Returns the new key. */
  rotate(tx: Tx, memberNo: bigint, overlapHours: number): Promise<string>;
  endOverlap(tx: Tx, memberNo: bigint): Promise<boolean>;
  /**
   * Must be called after a change is committed: this process then sees it at once, others within a second. Resolves when
   * every process works by the change, so that a shop that waits for the answer meets no process with the former key.
   */
  spread(memberNo: bigint): Promise<void>;
  /** The part of `spread` that takes no time. */
  forget(memberNo: bigint): void;
}

export interface EpaySettingsDeps {
  db: Database;
  clock: Clock;
  sealer: Sealer;
}

const CACHE_MS = 1_000;
const MAX_CACHED = 20_000;
const HOUR_MS = 3_600_000;

export function epaySettings({ db, clock, sealer }: EpaySettingsDeps): EpaySettingsVerbs {
  const read = async (memberNo: bigint): Promise<EpaySettings | undefined> => {
    const record = await selectSettings(db, memberNo);
    return record && opened(sealer, memberNo, record);
  };
  const cache = new TtlCacheByKey(clock, CACHE_MS, MAX_CACHED, read);
  const create: EpaySettingsVerbs['create'] = async (
    tx,
    memberNo,
    { enabled = false, key = newKey(), typeMap = {} },
  ) => {
    if (!isKey(key)) throw new Error('an ePay key has 32 letters, digits or hyphens');
    await insertSettings(tx, memberNo, {
      enabled,
      typeMap,
      keySealed: sealer.seal(key, placeOf('key_sealed', memberNo)),
      rotatedAt: clock.now(),
    });
  };
  /** The locked row, which is made first if there is none. */
  const locked = async (tx: Tx, memberNo: bigint): Promise<SettingsRecord> => {
    let record = await lockSettings(tx, memberNo);
    if (!record) {
      await create(tx, memberNo, {});
      record = await lockSettings(tx, memberNo);
    }
    if (!record) throw new Error(`the ePay settings of member ${memberNo} vanished`);
    return record;
  };

  return {
    find: (memberNo) => cache.get(memberNo),
    read,
    create,
    async change(tx, memberNo, changes) {
      const { enabled, typeMap } = await locked(tx, memberNo);
      await updateSettings(tx, memberNo, {
        enabled: changes.enabled ?? enabled,
        typeMap: changes.typeMap ?? typeMap,
      });
    },
    async key(tx, memberNo) {
      const { keySealed } = await locked(tx, memberNo);
      return sealer.open(keySealed, placeOf('key_sealed', memberNo));
    },
    async rotate(tx, memberNo, overlapHours) {
      const { keySealed, keyNo } = await locked(tx, memberNo);
      const now = clock.now();
      const key = newKey();
      // Sealed again, because a sealed value is bound to its column.
      const outgoing = sealer.open(keySealed, placeOf('key_sealed', memberNo));
      await updateKey(tx, memberNo, {
        keySealed: sealer.seal(key, placeOf('key_sealed', memberNo)),
        keyNo: keyNo + 1,
        previousKeySealed: overlapHours > 0 ? sealer.seal(outgoing, placeOf('previous_key_sealed', memberNo)) : null,
        previousUntil: overlapHours > 0 ? new Date(now.getTime() + overlapHours * HOUR_MS) : null,
        rotatedAt: now,
      });
      return key;
    },
    endOverlap: updatePreviousEnded,
    spread: (memberNo) => cache.forgetEverywhere(memberNo),
    forget: (memberNo) => cache.forget(memberNo),
  };
}

/** The keys that are accepted now, the current one first. */
export function acceptedKeys({ current, previous }: EpaySettings, now: Date): NumberedKey[] {
  return previous && previous.until > now ? [current, previous] : [current];
}

/**
 * The key with this number while it is accepted, otherwise the newest. A key of the last minute is not in the shop's
 * plugin yet, so until then it is the one before, if that is still accepted.
 */
export function keyNumbered(settings: EpaySettings, keyNo: number, now: Date): string {
  const accepted = acceptedKeys(settings, now);
  const isNew = now.getTime() - settings.rotatedAt.getTime() < NEW_KEY_MS;
  const otherwise = (isNew ? accepted.at(-1) : undefined) ?? settings.current;
  return (accepted.find((one) => one.keyNo === keyNo) ?? otherwise).key;
}

const NEW_KEY_MS = 60_000;

const KEY_LENGTH = 32;
const KEY_ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Letters and digits: plugins put the key into an address without encoding it. */
function newKey(): string {
  return Array.from({ length: KEY_LENGTH }, () => KEY_ALPHABET[randomInt(KEY_ALPHABET.length)]).join('');
}

function isKey(key: string): boolean {
  return /^[A-Za-z0-9-]{32}$/.test(key);
}

function opened(sealer: Sealer, memberNo: bigint, record: SettingsRecord): EpaySettings {
  const { enabled, keySealed, keyNo, previousKeySealed, previousUntil, rotatedAt, typeMap } = record;
  return {
    memberNo,
    enabled,
    typeMap,
    rotatedAt,
    current: { keyNo, key: sealer.open(keySealed, placeOf('key_sealed', memberNo)) },
    previous:
      previousKeySealed && previousUntil
        ? {
            keyNo: keyNo - 1,
            key: sealer.open(previousKeySealed, placeOf('previous_key_sealed', memberNo)),
            until: previousUntil,
          }
        : undefined,
  };
}

function placeOf(column: 'key_sealed' | 'previous_key_sealed', memberNo: bigint) {
  return { table: 'epay_settings', column, row: memberNo };
}
