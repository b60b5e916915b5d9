/**
 * Who is logged in, as the console knows it: the token in its cookie, and what the server says about its owner. The
 * server checks every call by itself; nothing here grants anything.
 */
import { callApi } from '#foundation/console/wire/api.ts';
import { language } from '#foundation/console/page/language.ts';
import { cell, signal } from '#foundation/console/wire/signal.ts';
import { checkTab, disownTab, ownTab } from '#foundation/console/wire/tab-session.ts';
import { adoptToken, dropBrowserToken, dropToken, keepToken, readToken } from '#foundation/console/wire/token.ts';
import { forgetTyped, giveTypedTo, keepTyped, waitsForKey } from '#foundation/console/form/typed-forms.ts';
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
  ownTab(userinfo.username);
  giveTypedTo(userinfo.username);
  session.set({ token: userinfo.token, roles: userinfo.roles, person: userinfo });
}

/** Asks the server once a token. Fails with a message for people. */
export async function loadSession(): Promise<Session> {
  const known = session.get();
  // The key to what waits for the reader comes with all about them.
  if (known && known.token === adoptToken() && !waitsForKey()) return known;
  await loadUserInfo();
  const loaded = session.get();
  if (!loaded) throw new Error(say('info_empty'));
  return loaded;
}

let asking: { token: string; info: Promise<UserInfo> } | undefined;

/** All about the reader; several askers share one request a token. Fails with a message for people. */
export function loadUserInfo(): Promise<UserInfo> {
  const token = adoptToken() ?? '';
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
  forgetTyped();
  forgetSession();
}

/**
 * The session is over, or the code is out of date: what was typed waits for the same person, and the page is loaded
 * again.
 */
export function renewSession(): void {
  // Somebody else logged in meanwhile: the page says so, and asks what to do.
  if (checkTab() === 'other') return;
  keepTyped();
  forgetSession();
  window.location.reload();
}

/** Another tab ended the session: what was typed waits for the same person. */
export function endSession(): void {
  keepTyped();
  forgetSession();
}

/** The page is loaded again for whoever is logged in in this browser; what was typed waits for its own user. */
export function reloadPage(): void {
  keepTyped();
  window.location.reload();
}

/** Somebody else is logged in: that login ends in this browser, and this tab's user can log in again. */
export function takeBrowserBack(): void {
  keepTyped();
  dropBrowserToken();
  forgetSession();
  window.location.reload();
}

export function forgetSession(): void {
  dropToken();
  disownTab();
  giveTypedTo(undefined);
  session.set(undefined);
  asking = undefined;
  sessionEnded.emit();
}

async function readUserInfo(token: string): Promise<UserInfo> {
  const info: UserInfo | undefined = await callApi(userCalls, '/user/info', { token }, { quiet: true });
  // The tab went on with another session meanwhile: the answer is about the one before.
  checkTab();
  if (token !== (readToken() ?? '')) return loadUserInfo();
  if (!info?.userinfo) throw new Error(say('info_empty'));
  if (!Array.isArray(info.roles) || info.roles.length === 0) throw new Error(say('roles_empty'));
  ownTab(info.userinfo.username);
  giveTypedTo(info.userinfo.username, info.userinfo.draftKey);
  session.set({ token, roles: info.roles, person: info.userinfo });
  return info;
}

function say(name: keyof typeof sessionWords): string {
  return formatPhrase(sessionWords[name], language.get());
}
