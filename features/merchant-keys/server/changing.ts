/** Creates, rotates and changes keys. Everything is checked here, for every caller; a row of keys is locked first. */
import type { Tx } from '#foundation/server/postgres/database.ts';
import { newToken, type Sealer } from '#foundation/server/secrets/sealing.ts';
import {
  canonicalEntry,
  isTooWide,
  isUsableKey,
  keySettingsFaults,
  MAX_OVERLAP_HOURS,
  type SignTypeName,
  signTypeNames,
} from '../rules.ts';
import { FIRST_SIGN_TYPES, type KeyColumn, keyPlace, type NotedAddress, withNotes } from './keys.ts';
import { canonicalHost } from './notify-hosts.ts';
import { readPublicKey } from './public-keys.ts';
import {
  insertKeys,
  lockKeys,
  lockPublicKey,
  type StoredSettings,
  updateKeyColumns,
  updateKeySettings,
} from './store.ts';

export interface KeyChanges {
  signTypes?: readonly SignTypeName[] | undefined;
  requestIps?: readonly (NotedAddress | string)[] | undefined;
  loginIps?: readonly (NotedAddress | string)[] | undefined;
  notifyHosts?: readonly string[] | undefined;
  /** An RSA public key, PEM or base64. Null removes the key. */
  publicKey?: string | null | undefined;
}

export interface NewKeys extends KeyChanges {
  /** 16–128 visible ASCII characters without `&`; random if absent. */
  key?: string | undefined;
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

/** Returns false for a member that has keys. */
export async function createKeys(
  tx: Tx,
  sealer: Sealer,
  now: Date,
  memberNo: bigint,
  { key = newToken(), publicKey = null, ...given }: NewKeys,
): Promise<boolean> {
  const settings = {
    signTypes: given.signTypes ?? FIRST_SIGN_TYPES,
    requestIps: (given.requestIps ?? []).map(noted),
    loginIps: (given.loginIps ?? []).map(noted),
    notifyHosts: given.notifyHosts ?? [],
  };
  const checked = await checkedSettings(
    tx,
    memberNo,
    { ...settings, publicKey },
    { publicKey: null },
    isUsableKey(key) ? {} : { key: 'key_form' },
  );
  return insertKeys(tx, memberNo, {
    ...checked,
    keySealed: sealer.seal(key, keyPlace('key_sealed', memberNo)),
    rotatedAt: now,
  });
}

export async function rotateKey(
  tx: Tx,
  sealer: Sealer,
  now: Date,
  memberNo: bigint,
  overlapHours: number,
): Promise<string> {
  if (!(overlapHours >= 0 && overlapHours <= MAX_OVERLAP_HOURS))
    throw new KeySettingsError({ overlapHours: 'overlap_form' });
  const record = await lockKeys(tx, memberNo);
  if (!record) throw new Error(`member ${memberNo} has no key to rotate`);
  const key = newToken();
  const { previousKeySealed, previousUntil } = record;
  // A value is sealed for its column, so a key that moves is sealed again.
  const moved = (sealed: Buffer, from: KeyColumn, to: KeyColumn): Buffer =>
    sealer.seal(sealer.open(sealed, keyPlace(from, memberNo)), keyPlace(to, memberNo));
  const ended = previousKeySealed !== null && previousUntil !== null;
  await updateKeyColumns(tx, memberNo, {
    keySealed: sealer.seal(key, keyPlace('key_sealed', memberNo)),
    rotatedAt: now,
    lastUsedAt: null,
    lastUsedIp: null,
    previousKeySealed: moved(record.keySealed, 'key_sealed', 'previous_key_sealed'),
    previousCreatedAt: record.rotatedAt,
    previousUntil: new Date(now.getTime() + overlapHours * 3_600_000),
    previousUsedAt: record.lastUsedAt,
    previousUsedIp: record.lastUsedIp,
    ...(ended
      ? {
          endedKeySealed: moved(previousKeySealed, 'previous_key_sealed', 'ended_key_sealed'),
          endedCreatedAt: record.previousCreatedAt,
          endedAt: previousUntil < now ? previousUntil : now,
          endedUsedAt: record.previousUsedAt,
          endedUsedIp: record.previousUsedIp,
        }
      : {
          endedKeySealed: record.endedKeySealed,
          endedCreatedAt: record.endedCreatedAt,
          endedAt: record.endedAt,
          endedUsedAt: record.endedUsedAt,
          endedUsedIp: record.endedUsedIp,
        }),
  });
  return key;
}

export async function changeSettings(tx: Tx, memberNo: bigint, changes: KeyChanges): Promise<(keyof KeyChanges)[]> {
  const record = await lockKeys(tx, memberNo);
  if (!record) throw new Error(`member ${memberNo} has no keys to change`);
  const known = {
    signTypes: record.signTypes,
    requestIps: withNotes(record.requestIps, record.requestIpNotes),
    loginIps: withNotes(record.loginIps, record.loginIpNotes),
    notifyHosts: record.notifyHosts,
    publicKey: record.publicKey,
  };
  const checked = await checkedSettings(
    tx,
    memberNo,
    {
      signTypes: changes.signTypes ?? known.signTypes,
      requestIps: changes.requestIps?.map(noted) ?? known.requestIps,
      loginIps: changes.loginIps?.map(noted) ?? known.loginIps,
      notifyHosts: changes.notifyHosts ?? known.notifyHosts,
      publicKey: changes.publicKey === undefined ? known.publicKey : changes.publicKey,
    },
    record,
  );
  const after = {
    signTypes: checked.signTypes,
    requestIps: withNotes(checked.requestIps, checked.requestIpNotes),
    loginIps: withNotes(checked.loginIps, checked.loginIpNotes),
    notifyHosts: checked.notifyHosts,
    publicKey: checked.publicKey,
  };
  const names = Object.keys(after) as (keyof typeof after)[];
  const changed = names.filter((name) => JSON.stringify(known[name]) !== JSON.stringify(after[name]));
  if (changed.length > 0) await updateKeySettings(tx, memberNo, checked);
  return changed;
}

interface GivenSettings {
  signTypes: readonly SignTypeName[];
  requestIps: readonly NotedAddress[];
  loginIps: readonly NotedAddress[];
  notifyHosts: readonly string[];
  publicKey: string | null;
}

async function checkedSettings(
  tx: Tx,
  memberNo: bigint,
  { publicKey, signTypes, requestIps, loginIps, notifyHosts }: GivenSettings,
  known: { publicKey: string | null },
  otherFaults: Record<string, string> = {},
): Promise<StoredSettings> {
  const settings = { signTypes, requestIps: cidrsOf(requestIps), loginIps: cidrsOf(loginIps), notifyHosts };
  const faults: Record<string, string> = { ...keySettingsFaults(settings), ...otherFaults };
  // A range that admits everyone is as good as no list.
  if (signTypes.includes('MD5') && settings.requestIps.some(isTooWide)) faults['requestIps'] = 'md5_needs_ips';
  const hosts = notifyHosts.map(canonicalHost);
  if (hosts.includes(undefined)) faults['notifyHosts'] ??= 'notify_host_form';
  let pem = publicKey;
  // A stored key is not judged again.
  if (publicKey !== null && publicKey !== known.publicKey) {
    const read = readPublicKey(publicKey);
    if (typeof read === 'string') faults['publicKey'] = read;
    else {
      pem = read.pem;
      // RSA-signed text does not name the merchant. If two merchants shared a key, a request of one would be valid for
      // the other.
      if (pem !== known.publicKey && (await lockPublicKey(tx, pem, memberNo))) faults['publicKey'] = 'public_key_taken';
    }
  }
  if (Object.keys(faults).length > 0) throw new KeySettingsError(faults);
  const [requests, logins] = [canonicalList(requestIps), canonicalList(loginIps)];
  return {
    publicKey: pem,
    signTypes: signTypeNames.filter((type) => signTypes.includes(type)),
    requestIps: cidrsOf(requests),
    requestIpNotes: requests.map(({ note }) => note),
    loginIps: cidrsOf(logins),
    loginIpNotes: logins.map(({ note }) => note),
    notifyHosts: [...new Set(hosts.filter((host) => host !== undefined))],
  };
}

function noted(address: NotedAddress | string): NotedAddress {
  return typeof address === 'string' ? { cidr: address, note: '' } : address;
}

function cidrsOf(addresses: readonly NotedAddress[]): string[] {
  return addresses.map(({ cidr }) => cidr);
}

/** Each address once, in its canonical form, with its first note. */
function canonicalList(addresses: readonly NotedAddress[]): NotedAddress[] {
  const found = new Map<string, NotedAddress>();
  for (const { cidr, note } of addresses) {
    const canonical = canonicalEntry(cidr);
    if (canonical !== undefined && !found.has(canonical)) found.set(canonical, { cidr: canonical, note });
  }
  return [...found.values()];
}
