/**
 * Rules for a merchant's gateway settings: its key, its sign types, the addresses of its requests and logins, and the
 * hosts that it can be notified at. Pure; errors are stable names, not sentences.
 */
import ipaddr from 'ipaddr.js';

export const signTypeNames = ['MD5', 'HMAC-SHA256', 'RSA-SHA256'] as const;
export type SignTypeName = (typeof signTypeNames)[number];

export interface KeySettings {
  signTypes: readonly SignTypeName[];
  /** Exact addresses or CIDR ranges; empty admits every address, which MD5 does not allow. */
  requestIps: readonly string[];
  /** Exact addresses or CIDR ranges from which this member's users can log in; empty admits every address. */
  loginIps: readonly string[];
  /** `host` or `host:port` of the addresses that can be notified; empty admits every host. */
  notifyHosts: readonly string[];
}

export type KeySettingsFault =
  | 'sign_types_needed'
  | 'md5_needs_ips'
  | 'address_form'
  | 'too_many_addresses'
  | 'notify_host_form'
  | 'too_many_hosts';

/** Maps each invalid field to its error; empty if all are valid. */
export function keySettingsFaults({
  signTypes,
  requestIps,
  loginIps,
  notifyHosts,
}: KeySettings): Partial<Record<keyof KeySettings, KeySettingsFault>> {
  const faults: Partial<Record<keyof KeySettings, KeySettingsFault>> = {};
  if (signTypes.length === 0) faults.signTypes = 'sign_types_needed';
  if (signTypes.includes('MD5') && requestIps.length === 0) faults.requestIps = 'md5_needs_ips';
  for (const [field, entries] of [
    ['requestIps', requestIps],
    ['loginIps', loginIps],
  ] as const) {
    if (entries.length > MAX_ADDRESSES) faults[field] = 'too_many_addresses';
    else if (!entries.every(isAddressEntry)) faults[field] = 'address_form';
  }
  if (notifyHosts.length > MAX_HOSTS) faults.notifyHosts = 'too_many_hosts';
  else if (!notifyHosts.every(isNotifyHost)) faults.notifyHosts = 'notify_host_form';
  return faults;
}

/** Visible ASCII without `&`, because MD5's canonical text would then read part of the key as a field. */
export function isUsableKey(key: string): boolean {
  return /^[\x21-\x25\x27-\x7e]{16,128}$/.test(key);
}

/** One exact address, or a range no wider than /8 (IPv4) or /16 (IPv6). */
export function isAddressEntry(entry: string): boolean {
  return parsedEntry(entry) !== undefined;
}

/**
 * The entry in its one spelling: host bits cut, IPv6 in its short form, an IPv4-mapped address as IPv4, a range of one
 * address as that address. Undefined for an invalid entry.
 */
export function canonicalEntry(entry: string): string | undefined {
  const parsed = parsedEntry(entry);
  if (!parsed) return undefined;
  const [address, bits] = parsed;
  const bytes = address.toByteArray();
  const network = ipaddr.fromByteArray(bytes.map((byte, at) => byte & maskOfByte(bits - 8 * at)));
  return bits === 8 * bytes.length ? network.toString() : `${network.toString()}/${bits}`;
}

/** Whether an entry is a range of more addresses than any list can contain; it admits nearly everyone. */
export function isTooWide(entry: string): boolean {
  const [text = '', bits = '', ...more] = entry.split('/');
  const address = parsedAddress(text);
  return (
    address !== undefined &&
    more.length === 0 &&
    /^\d{1,3}$/.test(bits) &&
    Number(bits) < MIN_PREFIX_BITS[address.kind()]
  );
}

/** Returns a check whether an address is on the list. Invalid entries admit no address. */
export function addressList(entries: readonly string[]): (address: string) => boolean {
  const ranges = entries.map(parsedEntry).filter((range) => range !== undefined);
  return (address) => {
    const parsed = parsedAddress(address);
    return (
      parsed !== undefined &&
      ranges.some(([network, bits]) => network.kind() === parsed.kind() && parsed.match(network, bits))
    );
  };
}

/** Whether it has the form of a host, or of a host and a port: no scheme, no path, no login. */
export function isNotifyHost(host: string): boolean {
  const [, name = '', port] = /^(\[[\da-f:.]+\]|[^\s/\\?#@:[\]%*]+)(?::(\d{1,5}))?$/iu.exec(host) ?? [];
  return name !== '' && host.length <= MAX_HOST_CHARACTERS && (port === undefined || isPort(port));
}

/** How long a former key can stay valid after a rotation. */
export const MAX_OVERLAP_HOURS = 30 * 24;

export const MAX_ADDRESSES = 50;
export const MAX_HOSTS = 50;
const MAX_HOST_CHARACTERS = 260;
const MIN_PREFIX_BITS = { ipv4: 8, ipv6: 16 } as const;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** The first `bits` of a byte, all of them from 8 on. */
function maskOfByte(bits: number): number {
  return bits <= 0 ? 0 : bits >= 8 ? 0xff : (0xff << (8 - bits)) & 0xff;
}

function isPort(text: string): boolean {
  return Number(text) >= 1 && Number(text) <= 65_535;
}

function parsedEntry(entry: string): [Address, number] | undefined {
  const [text = '', bitsText, ...more] = entry.split('/');
  const address = parsedAddress(text);
  if (!address || more.length > 0) return undefined;
  const maxBits = address.kind() === 'ipv4' ? 32 : 128;
  if (bitsText === undefined) return [address, maxBits];
  // An IPv4-mapped IPv6 address is converted to IPv4, so its prefix length would be wrong.
  if (!/^(0|[1-9]\d{0,2})$/.test(bitsText) || (text.includes(':') && address.kind() === 'ipv4')) return undefined;
  const bits = Number(bitsText);
  return bits >= MIN_PREFIX_BITS[address.kind()] && bits <= maxBits ? [address, bits] : undefined;
}

/** Parses IPv4 in four plain decimals or IPv6 without a zone; an IPv4-mapped address becomes IPv4. */
function parsedAddress(text: string): Address | undefined {
  const plain = text.includes(':')
    ? !text.includes('%') && ipaddr.IPv6.isValid(text)
    : ipaddr.IPv4.isValidFourPartDecimal(text);
  return plain ? ipaddr.process(text) : undefined;
}
