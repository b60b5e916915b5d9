/**
 * What a merchant's gateway settings may be: its key, the sign types it allows, the addresses it asks from.
 * Pure; every fault is named by a word, never by a sentence.
 */
import ipaddr from 'ipaddr.js';

export const signTypeNames = ['MD5', 'HMAC-SHA256', 'RSA-SHA256'] as const;
export type SignTypeName = (typeof signTypeNames)[number];

export interface KeySettings {
  signTypes: readonly SignTypeName[];
  /** Exact addresses or CIDR ranges; empty lets every address in, which MD5 does not allow. */
  requestIps: readonly string[];
  /** Exact addresses or CIDR ranges from where this member's users may log in; empty: from everywhere. */
  loginIps: readonly string[];
}

export type KeySettingsFault = 'sign_types_needed' | 'md5_needs_ips' | 'address_form' | 'too_many_addresses';

/** Field → what is wrong with it; empty when nothing is. */
export function keySettingsFaults({
  signTypes,
  requestIps,
  loginIps,
}: KeySettings): Partial<Record<keyof KeySettings, KeySettingsFault>> {
  const faults: Partial<Record<keyof KeySettings, KeySettingsFault>> = {};
  if (signTypes.length === 0) faults.signTypes = 'sign_types_needed';
  if (signTypes.includes('MD5') && requestIps.length === 0) faults.requestIps = 'md5_needs_ips';
  for (const [field, entries] of [
    ['requestIps', requestIps],
    ['loginIps', loginIps],
  ] as const) {
    if (entries.length > MOST_ADDRESSES) faults[field] = 'too_many_addresses';
    else if (!entries.every(isAddressEntry)) faults[field] = 'address_form';
  }
  return faults;
}

/** Visible ASCII without `&`, which would let MD5's text take the key for a field. */
export function isUsableKey(key: string): boolean {
  return /^[\x21-\x25\x27-\x7e]{16,128}$/.test(key);
}

/** One exact address, or a range no wider than /8 (IPv4) or /16 (IPv6): wider ones are no list. */
export function isAddressEntry(entry: string): boolean {
  return parsedEntry(entry) !== undefined;
}

/** Whether an address is on a list of entries. Faulty entries admit nobody. */
export function addressList(entries: readonly string[]): (address: string) => boolean {
  const ranges = entries.map(parsedEntry).filter((range) => range !== undefined);
  return (address) => {
    const asked = parsedAddress(address);
    return (
      asked !== undefined &&
      ranges.some(([network, bits]) => network.kind() === asked.kind() && asked.match(network, bits))
    );
  };
}

const MOST_ADDRESSES = 50;
const WIDEST_BITS = { ipv4: 8, ipv6: 16 } as const;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

function parsedEntry(entry: string): [Address, number] | undefined {
  const [text = '', bitsText, ...more] = entry.split('/');
  const address = parsedAddress(text);
  if (!address || more.length > 0) return undefined;
  const longest = address.kind() === 'ipv4' ? 32 : 128;
  if (bitsText === undefined) return [address, longest];
  // A mapped address has lost the bits that its prefix counted.
  if (!/^(0|[1-9]\d{0,2})$/.test(bitsText) || (text.includes(':') && address.kind() === 'ipv4')) return undefined;
  const bits = Number(bitsText);
  return bits >= WIDEST_BITS[address.kind()] && bits <= longest ? [address, bits] : undefined;
}

/** IPv4 in four plain decimals or IPv6 without a zone; IPv4 inside IPv6 is taken for what it is. */
function parsedAddress(text: string): Address | undefined {
  const plain = text.includes(':')
    ? !text.includes('%') && ipaddr.IPv6.isValid(text)
    : ipaddr.IPv4.isValidFourPartDecimal(text);
  return plain ? ipaddr.process(text) : undefined;
}
