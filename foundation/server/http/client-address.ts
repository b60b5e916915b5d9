/**
 * Determines the address of a request: the connection's, or behind trusted proxies the one in `X-Forwarded-For`. Always
 * one address in its one plain form, so that lists, limits and database columns can take it; never a port, a zone or a
 * word.
 */
import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4 } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Logger } from '#foundation/server/process/log.ts';

/** `trustedProxies`: addresses and CIDR ranges. Logs once when an untrusted peer sends forwarded headers. */
export function clientAddressReader({
  trustedProxies,
  log,
}: {
  trustedProxies: readonly string[];
  log: Logger;
}): (request: IncomingMessage) => string {
  const isTrusted = trustOf(trustedProxies);
  let isWarned = false;
  return ({ headers, socket }) => {
    const peer = plainAddress(socket.remoteAddress ?? '') ?? NOWHERE;
    if (isTrusted(peer)) return forwardedBy(peer, headers['x-forwarded-for'], isTrusted);
    if (!isWarned && FORWARDED.some((name) => headers[name] !== undefined)) {
      isWarned = true;
      log.warn(
        { peer, trustedProxies },
        `forwarded headers arrive from ${peer}, which TRUSTED_PROXIES does not name, and are ignored: all clients behind that proxy count as one address, so that 300 wrong guesses of one lock all of them out; set TRUSTED_PROXIES to its address if it is your proxy`,
      );
    }
    return peer;
  };
}

const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip'];
/** For a connection that has no address. */
const NOWHERE = '0.0.0.0';

/**
 * Each trusted proxy appends the address before it. An entry that is not an address ends the chain: the proxy that
 * wrote it is the nearest known address.
 */
function forwardedBy(
  peer: string,
  header: string | string[] | undefined,
  isTrusted: (address: string) => boolean,
): string {
  let nearest = peer;
  for (const entry of [header ?? []].flat().join(',').split(',').reverse()) {
    const address = isTrusted(nearest) ? plainAddress(entry) : undefined;
    if (address === undefined) break;
    nearest = address;
  }
  return nearest;
}

/**
 * `203.0.113.9:4711`, `[2001:db8::1]:443`, `"[2001:db8::1]"`, `fe80::1%eth0`, `::ffff:203.0.113.9`: returns the address
 * alone. Returns undefined for everything else.
 */
export function plainAddress(text: string): string | undefined {
  const unquoted = text.trim().replace(/^"(.*)"$/, '$1');
  const [, inBrackets, beforePort] =
    /^(?:\[([^\]]*)\](?::\d{1,5})?|(\d+\.\d+\.\d+\.\d+):\d{1,5})$/.exec(unquoted) ?? [];
  const [address = ''] = (inBrackets ?? beforePort ?? unquoted).split('%', 1);
  if (isIP(address) === 0 || (inBrackets !== undefined && isIPv4(address))) return undefined;
  return ipaddr.process(address).toString();
}

function trustOf(ranges: readonly string[]): (address: string) => boolean {
  const trusted = new BlockList();
  for (const range of ranges) {
    const [text = '', bits] = range.split('/');
    const mapped = isIPv4(text) ? 0 : ipaddr.IPv6.parse(text).isIPv4MappedAddress() ? MAPPED_BITS : 0;
    const address = ipaddr.process(text);
    const maxBits = address.kind() === 'ipv4' ? 32 : 128;
    trusted.addSubnet(
      address.toString(),
      bits === undefined ? maxBits : Math.max(0, Number(bits) - mapped),
      address.kind(),
    );
  }
  return (address) => trusted.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}
/** The length of the prefix before the IPv4 address in an IPv4-mapped IPv6 address. */
const MAPPED_BITS = 96;
