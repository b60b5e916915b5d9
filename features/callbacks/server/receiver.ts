/** The receiver of a callback. Callbacks of the same member and receiver share a lane. */

/** Returns host:port. Cached by origin, because merchants use the same address again and again. */
export function receiverOf(url: string): string {
  const end = url.indexOf('/', 8);
  const origin = end < 0 ? url : url.slice(0, end);
  let receiver = receivers.get(origin);
  if (receiver === undefined) {
    const { hostname, port, protocol } = new URL(url);
    receiver = `${hostname}:${port || (protocol === 'https:' ? 443 : 80)}`;
    if (receivers.size > 10_000) receivers.clear();
    receivers.set(origin, receiver);
  }
  return receiver;
}
const receivers = new Map<string, string>();
