/** Reads and writes the browser's cookies. The session's second half is HttpOnly and not visible here. */

export function readCookie(name: string): string | undefined {
  const wanted = `${encodeURIComponent(name)}=`;
  const found = allCookies()
    .split('; ')
    .find((part) => part.startsWith(wanted));
  return found === undefined ? undefined : decoded(found.slice(wanted.length));
}

let known: string | undefined;

/**
 * Reads `document.cookie` once per synchronous run of code, as each read is a call to another browser process and a
 * page's start makes many.
 */
function allCookies(): string {
  if (known === undefined) queueMicrotask(() => (known = undefined));
  return (known ??= document.cookie);
}

/** Without `expires`, the cookie lasts until the browser closes. */
export function writeCookie(name: string, value: string, expires?: Date): void {
  const secure = window.location.protocol === 'https:' ? '; Secure' : '';
  const until = expires ? `; Expires=${expires.toUTCString()}` : '';
  known = undefined;
  document.cookie = `${encodeURIComponent(name)}=${encodeURIComponent(value)}; Path=/; SameSite=Strict${until}${secure}`;
}

export function removeCookie(name: string): void {
  writeCookie(name, '', new Date(0));
}

export function inDays(days: number): Date {
  return new Date(Date.now() + days * 86_400_000);
}

/** Returns undefined for a malformed cookie of another program on the same host. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
