/**
 * The text and the signature of the ePay protocol (version 1, MD5), for our door, our notifications and our requests to
 * another server. The protocol has no timestamp, no nonce and no escaping; what limits that is the door's business.
 */
import { createHash } from 'node:crypto';

export type EpayFields = Readonly<Record<string, string>>;

/** These two are never part of the signed text. */
export const EPAY_UNSIGNED: readonly string[] = ['sign', 'sign_type'];

/** `name=value` by ASCII order of the names, joined by `&`, decoded. Empty values are left out unless `keepEmpty`. */
export function epayText(fields: EpayFields, { keepEmpty = false } = {}): string {
  return Object.keys(fields)
    .filter((name) => !EPAY_UNSIGNED.includes(name) && (keepEmpty || fields[name] !== ''))
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&');
}

/** Lower-case hex: clients compare it as text. */
export function epaySignatureOf(text: string, key: string): string {
  return createHash('md5').update(text, 'utf8').update(key, 'utf8').digest('hex');
}

/** The fields with `sign` and `sign_type` at the end, as they go out. */
export function epaySigned(fields: EpayFields, key: string): Record<string, string> {
  return { ...fields, sign: epaySignatureOf(epayText(fields), key), sign_type: 'MD5' };
}

/** The address with the fields in its query, after those that it has already. A fragment is left out. */
export function withEpayFields(address: string, fields: EpayFields): string {
  const [url = ''] = address.split('#', 1);
  const query = Object.entries(fields)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  if (!url.includes('?')) return `${url}?${query}`;
  return /[?&]$/.test(url) ? url + query : `${url}&${query}`;
}

/** Plugins print blank lines, a byte order mark or HTML around their `success`. */
export function isEpayAcknowledged({ status, body }: { status: number; body: string }): boolean {
  return status === 200 && /^[\s\uFEFF]*success/i.test(body);
}
