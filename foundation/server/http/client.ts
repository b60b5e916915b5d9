/** What a request shows about its client: address, device, whether it is a browser, its cookies. */
import Bowser from 'bowser';
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Client, Cookies } from './handlers.ts';
import { sha256 } from '#foundation/server/secrets/sealing.ts';

/** `secure`: whether our cookies are `Secure`. */
export function clientOf(request: FastifyRequest, secure: boolean): Client {
  const agent = request.headers['user-agent'] ?? '';
  return {
    ip: request.clientAddress,
    network: networkOf(request.clientAddress),
    device: deviceName(agent),
    key: sha256(`${request.clientAddress}\n${agent}`).toString('base64url'),
    browser: isBrowser(request, secure),
  };
}

/**
 * Whether a browser sent the request. A browser names the page that a POST comes from: in `Sec-Fetch-Site`, which it
 * sends over TLS and to its own machine, and in `Origin`. Programs send neither. `Sec-Fetch-Mode` proves nothing, since
 * Node's `fetch` sends it too. A page over plain http keeps no `Secure` cookie, so it counts as a program.
 */
function isBrowser({ headers }: FastifyRequest, secure: boolean): boolean {
  if (headers['sec-fetch-site'] !== undefined) return true;
  return headers.origin !== undefined && !(secure && headers.origin.startsWith('http:'));
}

/** Returns the first half of an IPv6 address, because its owner has 2^64 of them. Returns an IPv4 address as it is. */
function networkOf(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address}/64`).toString()}/64`;
}

/**
 * Returns `Chrome on Windows`, or another client's own name. Short and plain, because it is stored, shown and sent by
 * text message.
 */
function deviceName(claimed: string): string {
  const userAgent = claimed.slice(0, MAX_USER_AGENT_CHARACTERS).replaceAll(/[^\x20-\x7e]/g, '');
  if (userAgent === '') return 'unknown';
  const found = Bowser.parse(userAgent);
  const browser = found.browser.name;
  const system = found.os.name;
  const name = browser && system ? `${browser} on ${system}` : browser || userAgent.split(/[\s/]/, 1)[0];
  return (name || 'unknown').slice(0, 60);
}
const MAX_USER_AGENT_CHARACTERS = 500;

export function cookiesOf(request: FastifyRequest, reply: FastifyReply | undefined, secure: boolean): Cookies {
  const set = (name: string, value: string, expires: Date): void => {
    // Fastify keeps every value that is set for this header.
    reply?.header(
      'set-cookie',
      stringifySetCookie({ name, value, path: '/', expires, httpOnly: true, sameSite: 'strict', secure }),
    );
  };
  return {
    get: (name) => parseCookie(request.headers.cookie ?? '')[name],
    setHttpOnly: set,
    clear: (name) => set(name, '', new Date(0)),
  };
}
