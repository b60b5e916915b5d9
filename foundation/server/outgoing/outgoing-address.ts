/**
 * Where the server can connect to: only public unicast addresses, in any spelling, unless the exact `host:port` is on
 * the allow list. Pure rules, no network; outgoing.ts applies them when a URL is saved and when it connects.
 */
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * `malformed`: can't be read as a URL with a usable host name. `too_long`: over 2,048 characters. `not_http`: a scheme
 * other than http and https. `credentials_in_url`: has a user or password. `address_refused`: names a host that is not
 * public. `unresolvable`: unknown to every name server (returned only where names are resolved).
 */
export type UrlRefusal =
  | 'malformed'
  | 'too_long'
  | 'not_http'
  | 'credentials_in_url'
  | 'address_refused'
  | 'unresolvable';
export type UrlCheck = { readonly ok: true; readonly url: URL } | { readonly ok: false; readonly reason: UrlRefusal };

/** Whether exactly this host and port can be reached although it is not public. */
export type AllowList = (host: string, port: number) => boolean;

/** Parses exact `host:port` entries (`127.0.0.1:9000`, `[::1]:9000`, `receiver:80`). Throws for any other form. */
export function allowList(entries: readonly string[]): AllowList {
  const allowed = new Set(entries.map(allowedKey));
  return (host, port) => allowed.has(hostPort(host, port));
}

/**
 * Checks what the text alone shows: syntax, scheme, literal addresses, and names that never mean a public host. The
 * returned URL is normalised (no dot at the end of the host) and is the one to connect to.
 */
export function checkUrlText(text: string, isAllowed: AllowList): UrlCheck {
  if (text.length > maxUrlCharacters) return { ok: false, reason: 'too_long' };
  // The parser silently drops tabs, line ends and outer blanks; the stored text would differ from the checked one.
  if (/[\p{Cc}\p{Z}\\]/u.test(text)) return { ok: false, reason: 'malformed' };
  const url = URL.parse(text);
  if (!url) return { ok: false, reason: 'malformed' };
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return { ok: false, reason: 'not_http' };
  if (url.username !== '' || url.password !== '') return { ok: false, reason: 'credentials_in_url' };
  if (url.hostname.endsWith('.')) url.hostname = withoutEndDot(url.hostname);
  const host = bareHost(url.hostname);
  if (isIP(host) === 0 && !isHostName(host)) return { ok: false, reason: 'malformed' };
  if (isAllowed(host, portOf(url))) return { ok: true, url };
  const isPublic = isIP(host) === 0 ? !isLocalName(host) : isPublicAddress(host);
  return isPublic ? { ok: true, url } : { ok: false, reason: 'address_refused' };
}

/** True for a literal address on the public unicast internet. False for anything that is not a plain address. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  // Nothing is allocated outside 2000::/3: IPv4-compatible (::7f00:1) and translated forms hide an IPv4 address there.
  if (parsed.kind() === 'ipv6') return (parsed.toByteArray()[0] ?? 0) >> 5 === 1;
  return !hostServices.has(parsed.toString());
}

export function portOf(url: { readonly protocol: string; readonly port: string }): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

/** Returns an IPv6 host without the brackets that it has in a URL. */
export function bareHost(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

const maxUrlCharacters = 2048;

/** Public addresses that the machine's own host answers: Azure's platform service (metadata, certificates). */
const hostServices: ReadonlySet<string> = new Set(['168.63.129.16']);

/** Names that resolvers answer from the machine or from the local network. */
const localEndings: readonly string[] = [
  'localhost',
  'localdomain',
  'local',
  'internal',
  'intranet',
  'lan',
  'home.arpa',
];

function isLocalName(host: string): boolean {
  return !host.includes('.') || localEndings.some((ending) => host === ending || host.endsWith(`.${ending}`));
}

function isHostName(host: string): boolean {
  return (
    host.length <= 253 && host.split('.').every((label) => /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))
  );
}

function withoutEndDot(hostname: string): string {
  return hostname.replace(/\.$/, '');
}

function hostPort(host: string, port: number): string {
  return `${host}|${port}`;
}

function allowedKey(entry: string): string {
  const [, written = '', port = ''] = /^(\[[^\]]+\]|[^:/@?#\s]+):([0-9]{1,5})$/.exec(entry) ?? [];
  const host = bareHost(withoutEndDot(URL.parse(`http://${written}/`)?.hostname ?? ''));
  if ((isIP(host) === 0 && !isHostName(host)) || Number(port) < 1 || Number(port) > 65_535) {
    throw new Error(`An outgoing allow entry must be an exact host:port, not ${JSON.stringify(entry)}`);
  }
  return hostPort(host, Number(port));
}
