/**
 * Who is logged in, as the console knows it: the token in its cookie, and what the server says about its owner. The server
 * checks every call by itself; nothing here grants anything.
 */
import { callApi } from '#foundation/console/api.ts';
import { language } from '#foundation/console/language.ts';
import { cell, signal } from '#foundation/console/signal.ts';
import { dropToken, keepToken, readToken } from '#foundation/console/token.ts';
import { forgetTyped, giveTypedTo, keepTyped } from '#foundation/console/typed-forms.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { Role } from '#foundation/core/session.ts';
import type { LoggedIn, UserInfo } from '../contract.ts';
import { userCalls } from './calls.ts';
import { sessionWords } from '../session-words.ts';

export interface Session {
  readonly token: string;
  readonly roles: readonly Role[];
  readonly person: Pick<UserInfo['userinfo'], 'username' | 'nickname' | 'avatar' | 'memberNo'>;
}

/** Whom the server named for the current token; empty until it is asked. */
export const session = cell<Session | undefined>(undefined);

/** Nothing of whoever was logged in is to stay in this browser. */
export const sessionEnded = signal<void>();

/** The answer to a login names the person and the roles: the first screen need not wait for more. */
export function startSession({ userinfo }: LoggedIn): void {
  keepToken(userinfo.token, new Date(userinfo.expiretime * 1000));
  giveTypedTo(userinfo.username);
  session.set({ token: userinfo.token, roles: userinfo.roles, person: userinfo });
}

/** Asks the server once a token. Fails with a message for people. */
export async function loadSession(): Promise<Session> {
  const known = session.get();
  if (known && known.token === readToken()) return known;
  await loadUserInfo();
  const loaded = session.get();
  if (!loaded) throw new Error(say('info_empty'));
  return loaded;
}

let asking: { token: string; info: Promise<UserInfo> } | undefined;

/** All about the reader; several askers share one request a token. Fails with a message for people. */
export function loadUserInfo(): Promise<UserInfo> {
  const token = readToken() ?? '';
  if (asking?.token !== token) asking = { token, info: readUserInfo(token) };
  asking.info.catch(() => (asking = undefined));
  return asking.info;
}

/** The server ends the session; whatever it answers, this browser forgets it. */
export async function logOut(): Promise<void> {
  try {
    await callApi(userCalls, '/user/logout', undefined, { quiet: true });
  } catch {
    // Ended already, or out of reach: the token runs out on the server, and here it is gone.
  }
  forgetSession();
}

/** The server knows the session no more: what stands in the page's forms waits for the same person's next login. */
export function renewSession(): void {
  const owner = session.get()?.person.username;
  forgetSession();
  if (owner !== undefined) keepTyped(owner);
  window.location.reload();
}

export function forgetSession(): void {
  dropToken();
  forgetTyped();
  session.set(undefined);
  asking = undefined;
  sessionEnded.emit();
}

async function readUserInfo(token: string): Promise<UserInfo> {
  const info: UserInfo | undefined = await callApi(userCalls, '/user/info', { token }, { quiet: true });
  if (!info?.userinfo) throw new Error(say('info_empty'));
  if (!Array.isArray(info.roles) || info.roles.length === 0) throw new Error(say('roles_empty'));
  // Who logged in by another tab begins no session here.
  giveTypedTo(info.userinfo.username);
  session.set({ token, roles: info.roles, person: info.userinfo });
  return info;
}

function say(name: keyof typeof sessionWords): string {
  return formatPhrase(sessionWords[name], language.get());
}
