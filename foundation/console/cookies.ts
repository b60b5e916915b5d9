/** The browser's cookies, one at a time. The session's second half is HttpOnly and never seen here. */

export function readCookie(name: string): string | undefined {
  const wanted = `${encodeURIComponent(name)}=`;
  const found = allCookies()
    .split('; ')
    .find((part) => part.startsWith(wanted));
  return found === undefined ? undefined : decoded(found.slice(wanted.length));
}

let known: string | undefined;

/** Asked once for what runs together: each question leaves the browser's own process, and a page's start asks many. */
function allCookies(): string {
  if (known === undefined) queueMicrotask(() => (known = undefined));
  return (known ??= document.cookie);
}

/** Without `expires` the cookie ends with the browser's session. */
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

/** Another program's malformed cookie must not stop ours. */
function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
