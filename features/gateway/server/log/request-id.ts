/** The ids of requests in the gateway log. They begin with the moment, so their order is that of time. */
import { randomBytes } from 'node:crypto';

let last = { ms: 0, count: 0 };

/** A UUID of version 7 for a moment. Those of one process and millisecond ascend. */
export function newRequestId(at: Date): string {
  const ms = at.getTime();
  last = { ms, count: last.ms === ms ? Math.min(last.count + 1, 0xfff) : 0 };
  const random = randomBytes(8);
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80;
  const tail = random.toString('hex');
  return `${momentOf(at)}-7${last.count.toString(16).padStart(3, '0')}-${tail.slice(0, 4)}-${tail.slice(4)}`;
}

/** The lowest id of a moment. */
export function firstRequestId(at: Date): string {
  return `${momentOf(at)}-0000-0000-000000000000`;
}

function momentOf(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}
