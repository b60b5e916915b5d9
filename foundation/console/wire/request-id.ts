/**
 * Names one filled form for the server: sent any number of times, it pays once. Not `randomUUID`, which pages only have
 * over TLS.
 */
export function newRequestId(): string {
  return `W-${[...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
