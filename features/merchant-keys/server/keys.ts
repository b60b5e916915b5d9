/**
 * What is known of one merchant's keys, unsealed: which are accepted, which are only recognized, and what its page shows
 * of them.
 */
import type { KeyObject } from 'node:crypto';
import { rsaPublicKey } from '@countinghouse/sdk/rsa-keys';
import type { SigningKey, SignType } from '@countinghouse/sdk/signing';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import { addressList, type KeySettings, type SignTypeName } from '../rules.ts';
import { isNotifyHostAllowed, isNotifyHostListed } from './notify-hosts.ts';
import { factsOf, type PublicKeyFacts } from './public-keys.ts';
import type { KeyRecord, SignTypeUse } from './store.ts';

/** A key that was replaced. */
export interface FormerKey {
  readonly key: string;
  /** Null for a key that was replaced before this was stored. */
  readonly createdAt: Date | null;
  /** Accepted before this time, and only recognized from then on. */
  readonly until: Date;
}

export interface MerchantKeys extends KeySettings {
  readonly memberNo: bigint;
  /** For MD5 and HMAC-SHA256. */
  readonly key: string;
  /** The keys that were replaced and are still known, the newest first. Only the first can still be accepted. */
  readonly former: readonly FormerKey[];
  /** The merchant's RSA key. Without one, RSA-SHA256 is refused. */
  readonly publicKey: KeyObject | undefined;
  readonly publicKeyPem: string | null;
  readonly rotatedAt: Date;
  /** Whether requests from this address are allowed. */
  isAddressAllowed(address: string): boolean;
  /** Whether this member's users can be logged in from this address. */
  isLoginAllowed(address: string): boolean;
  /** Whether this address can be notified. */
  isNotifyHostAllowed(url: string): boolean;
  /** Whether this member has listed the host of this address among those that can be notified. */
  isNotifyHostListed(url: string): boolean;
}

/** An address or range, and what its owner notes about it. */
export interface NotedAddress {
  readonly cidr: string;
  readonly note: string;
}

/** One of a member's keys, without the key. */
export interface KeyRow {
  /** Its first and last four characters. */
  hint: string;
  state: 'active' | 'overlap' | 'ended';
  createdAt: Date | null;
  until: Date | null;
  lastUsedAt: Date | null;
  lastUsedIp: string | null;
}

/** What a member's page shows of its keys and settings. */
export interface KeyOverview {
  signTypes: readonly SignTypeName[];
  publicKey: ({ pem: string } & PublicKeyFacts) | null;
  requestIps: readonly NotedAddress[];
  loginIps: readonly NotedAddress[];
  notifyHosts: readonly string[];
  /** The active one first; none before the member has one. */
  keys: readonly KeyRow[];
  /** What was served in the last seven days by sign type. */
  uses: readonly SignTypeUse[];
}

/** A key that a request can be signed with. */
export interface AcceptedKey {
  readonly key: SigningKey;
  /** Undefined with RSA-SHA256. */
  readonly shared: { readonly createdAt: Date | null; readonly isPrevious: boolean } | undefined;
}

/** The keys accepted for a request's signature now, the current one first. */
export function acceptedKeys(keys: MerchantKeys, signType: SignType, now: Date): AcceptedKey[] {
  if (signType === 'RSA-SHA256') return keys.publicKey ? [{ key: keys.publicKey, shared: undefined }] : [];
  const current = { key: keys.key, shared: { createdAt: keys.rotatedAt, isPrevious: false } };
  const previous = previousKeyAt(keys, now);
  return previous === undefined
    ? [current]
    : [current, { key: previous.key, shared: { createdAt: previous.createdAt, isPrevious: true } }];
}

/** The keys that have ended and are still recognized. RSA keys are not. */
export function endedKeys(keys: MerchantKeys, signType: SignType, now: Date): SigningKey[] {
  if (signType === 'RSA-SHA256') return [];
  return keys.former.filter(({ until }) => until <= now).map(({ key }) => key);
}

/** The signatures that are accepted of a member until it chooses. */
export const FIRST_SIGN_TYPES: readonly SignTypeName[] = ['HMAC-SHA256', 'RSA-SHA256'];

/** What the page of a member without keys shows: what it would have with its first one. */
export const NO_KEYS: KeyOverview = {
  signTypes: FIRST_SIGN_TYPES,
  publicKey: null,
  requestIps: [],
  loginIps: [],
  notifyHosts: [],
  keys: [],
  uses: [],
};

/** The former keys that are kept: that of the last rotation, and the one before. */
export const MAX_FORMER_KEYS = 2;

export function previousKeyAt({ former: [previous] }: MerchantKeys, now: Date): FormerKey | undefined {
  return previous && previous.until > now ? previous : undefined;
}

export function withNotes(cidrs: readonly string[], notes: readonly string[]): NotedAddress[] {
  return cidrs.map((cidr, at) => ({ cidr, note: notes[at] ?? '' }));
}

export function unsealed(sealer: Sealer, memberNo: bigint, record: KeyRecord): MerchantKeys {
  const { publicKey, signTypes, requestIps, loginIps, notifyHosts, rotatedAt } = record;
  const [isListed, isLoginListed] = [addressList(requestIps), addressList(loginIps)];
  return {
    memberNo,
    key: sealer.open(record.keySealed, keyPlace('key_sealed', memberNo)),
    former: formerKeys(sealer, memberNo, record).map(({ key, createdAt, until }) => ({ key, createdAt, until })),
    publicKey: publicKey === null ? undefined : rsaPublicKey(publicKey),
    publicKeyPem: publicKey,
    // Enforced here too, even if the row says otherwise: without an address list, MD5 requests could be replayed from
    // anywhere.
    signTypes: requestIps.length > 0 ? signTypes : signTypes.filter((signType) => signType !== 'MD5'),
    requestIps,
    loginIps,
    notifyHosts,
    rotatedAt,
    isAddressAllowed: (address) => requestIps.length === 0 || isListed(address),
    isLoginAllowed: (address) => loginIps.length === 0 || isLoginListed(address),
    isNotifyHostAllowed: (url) => isNotifyHostAllowed(url, notifyHosts),
    isNotifyHostListed: (url) => isNotifyHostListed(url, notifyHosts),
  };
}

type FormerRow = FormerKey & { usedAt: Date | null; usedIp: string | null };

function formerKeys(sealer: Sealer, memberNo: bigint, record: KeyRecord): FormerRow[] {
  const { previousKeySealed, previousUntil, endedKeySealed, endedAt } = record;
  const found: FormerRow[] = [];
  if (previousKeySealed && previousUntil)
    found.push({
      key: sealer.open(previousKeySealed, keyPlace('previous_key_sealed', memberNo)),
      createdAt: record.previousCreatedAt,
      until: previousUntil,
      usedAt: record.previousUsedAt,
      usedIp: record.previousUsedIp,
    });
  if (endedKeySealed && endedAt)
    found.push({
      key: sealer.open(endedKeySealed, keyPlace('ended_key_sealed', memberNo)),
      createdAt: record.endedCreatedAt,
      until: endedAt,
      usedAt: record.endedUsedAt,
      usedIp: record.endedUsedIp,
    });
  return found;
}

/** What a member's page shows of its row. */
export function overviewOf(
  sealer: Sealer,
  memberNo: bigint,
  record: KeyRecord,
  uses: readonly SignTypeUse[],
  now: Date,
): KeyOverview {
  const { publicKey, rotatedAt, lastUsedAt, lastUsedIp } = record;
  const active = sealer.open(record.keySealed, keyPlace('key_sealed', memberNo));
  return {
    signTypes: record.signTypes,
    publicKey: publicKey === null ? null : { pem: publicKey, ...factsOf(rsaPublicKey(publicKey)) },
    requestIps: withNotes(record.requestIps, record.requestIpNotes),
    loginIps: withNotes(record.loginIps, record.loginIpNotes),
    notifyHosts: record.notifyHosts,
    keys: [
      { hint: keyHint(active), state: 'active', createdAt: rotatedAt, until: null, lastUsedAt, lastUsedIp },
      ...formerKeys(sealer, memberNo, record).map(({ key, createdAt, until, usedAt, usedIp }): KeyRow => ({
        hint: keyHint(key),
        state: until > now ? 'overlap' : 'ended',
        createdAt,
        until,
        lastUsedAt: usedAt,
        lastUsedIp: usedIp,
      })),
    ],
    uses,
  };
}

/** Keys have 16 characters or more, so at most half of one is shown. */
export function keyHint(key: string): string {
  return `${key.slice(0, 4)}…${key.slice(-4)}`;
}

export type KeyColumn = 'key_sealed' | 'previous_key_sealed' | 'ended_key_sealed';

export function keyPlace(column: KeyColumn, memberNo: bigint): { table: string; column: string; row: bigint } {
  return { table: 'merchant_keys', column, row: memberNo };
}
