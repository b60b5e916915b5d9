/**
 * The session's token. The browser has one session for all its tabs, in a cookie. A tab keeps the token it started with
 * and sends only that one, so that a login in another tab never changes for whom this tab acts (`tab-session.ts`). The
 * token is sent in the `X-Token` header and in the body of `/user/info`, never in an address.
 */
import { readCookie, removeCookie, writeCookie } from './cookies.ts';

const COOKIE = 'Admin-Token';

let own: string | undefined;
let isRead = false;

/** This tab's token: the browser's at the first call of this function, or a later one from `takeToken`. */
export function readToken(): string | undefined {
  if (!isRead) takeToken(browserToken());
  return own;
}

/** The token of the browser's session, which another tab can have changed. */
export function browserToken(): string | undefined {
  return readCookie(COOKIE) || undefined;
}

/** Takes the browser's token if this tab has none. Returns this tab's token. */
export function adoptToken(): string | undefined {
  if (readToken() === undefined) takeToken(browserToken());
  return own;
}

/** Sets this tab's token without changing the cookie. */
export function takeToken(token: string | undefined): void {
  own = token;
  isRead = true;
}

/** Sets the token of a login in this tab, for the browser as well. */
export function storeToken(token: string, expires: Date): void {
  takeToken(token || undefined);
  writeCookie(COOKIE, token, expires);
}

/** Clears this tab's token. Keeps the cookie if it belongs to another login. */
export function dropToken(): void {
  if (browserToken() === readToken()) removeCookie(COOKIE);
  takeToken(undefined);
}

/** Removes the browser's cookie for all tabs, whichever login it belongs to. */
export function dropBrowserToken(): void {
  removeCookie(COOKIE);
}
