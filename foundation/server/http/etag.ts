/** Entity tags for JSON answers, so that a client that has the content gets an empty 304. */
import { sha256 } from '#foundation/server/secrets/sealing.ts';

/** Returns a weak tag, equal for equal content in any key order. */
export function etagOf(value: unknown): string {
  return `W/"${sha256(JSON.stringify(value, sortedKeys)).toString('base64url')}"`;
}

/** Whether an `If-None-Match` names this tag, by the weak comparison of RFC 9110. */
export function namesTag(ifNoneMatch: string | undefined, etag: string): boolean {
  const opaque = (tag: string): string => tag.trim().replace(/^W\//, '');
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim() === '*' || opaque(tag) === opaque(etag));
}

function sortedKeys(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
