/**
 * The session's token. The browser keeps one session for all of its tabs, in a cookie. A tab keeps the token that it
 * began with and sends only that one, so that a login in another tab never changes for whom this tab acts
 * (`tab-session.ts`). The token travels only in the `X-Token` header, never in an address.
 */
import { readCookie, removeCookie, writeCookie } from './cookies.ts';

const COOKIE = 'Admin-Token';

let own: string | undefined;
let isRead = false;

/** This tab's token: the browser's as it was when this tab first asked, or the one that this tab got later. */
export function readToken(): string | undefined {
  if (!isRead) takeToken(browserToken());
  return own;
}

/** The token of the browser's session, which another tab may have changed. */
export function browserToken(): string | undefined {
  return readCookie(COOKIE) || undefined;
}

/** A tab without a session takes the browser's. */
export function adoptToken(): string | undefined {
  if (readToken() === undefined) takeToken(browserToken());
  return own;
}

/** From now on this tab sends this token. The cookie stays as it is. */
export function takeToken(token: string | undefined): void {
  own = token;
  isRead = true;
}

/** A login in this tab: the token becomes the browser's as well. */
export function keepToken(token: string, expires: Date): void {
  takeToken(token || undefined);
  writeCookie(COOKIE, token, expires);
}

/** This tab's session is over. The session of another login in this browser stays. */
export function dropToken(): void {
  if (browserToken() === readToken()) removeCookie(COOKIE);
  takeToken(undefined);
}

/** Ends the browser's session for all tabs, whoever's it is. */
export function dropBrowserToken(): void {
  removeCookie(COOKIE);
}
