/**
 * Names one filled form for the server: however often it is sent, it pays once. Not `randomUUID`, which a page has only
 * over TLS.
 */
export function newRequestId(): string {
  return `W-${[...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
