/** The session's token in its cookie. It travels only in the `X-Token` header, never in an address. */
import { readCookie, removeCookie, writeCookie } from './cookies.ts';

const COOKIE = 'Admin-Token';

export function readToken(): string | undefined {
  return readCookie(COOKIE) || undefined;
}

export function keepToken(token: string, expires: Date): void {
  writeCookie(COOKIE, token, expires);
}

export function dropToken(): void {
  removeCookie(COOKIE);
}
