/** The hosts that a merchant can be notified at, compared as the browser and the sender of callbacks read addresses. */
import { isNotifyHost } from '../rules.ts';

/**
 * A host, or a host and a port, in its one spelling: in lower case, an international name in its ASCII form. Undefined
 * for anything else, such as a whole address.
 */
export function canonicalHost(text: string): string | undefined {
  if (!isNotifyHost(text)) return undefined;
  const [port] = /(?<=[^:]:|\]:)\d+$/.exec(text) ?? [];
  const name = port === undefined ? text : text.slice(0, -port.length - 1);
  // Not every parser refuses the prefix of an international name alone.
  if (/(?:^|\.)xn--(?:\.|$)/i.test(name)) return undefined;
  const { hostname } = URL.parse(`http://${name}/`) ?? {};
  return hostname ? `${hostname}${port === undefined ? '' : `:${Number(port)}`}` : undefined;
}

/** Whether an address can be notified. A host without a port stands for all its ports; an empty list for all hosts. */
export function isNotifyHostAllowed(url: string, hosts: readonly string[]): boolean {
  return hosts.length === 0 || isNotifyHostListed(url, hosts);
}

/** The same, but no host is in an empty list. */
export function isNotifyHostListed(url: string, hosts: readonly string[]): boolean {
  const parsed = URL.parse(url);
  if (!parsed) return false;
  const { hostname, protocol } = parsed;
  const port = parsed.port || (protocol === 'https:' ? '443' : '80');
  return hosts.includes(hostname) || hosts.includes(`${hostname}:${port}`);
}
