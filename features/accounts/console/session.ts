/**
 * Who is logged in, as the console knows it: the token in its cookie and what the server says about its owner. The
 * server checks every call itself; nothing here grants access.
 */
import { callApi } from '#foundation/console/wire/api.ts';
import { language } from '#foundation/console/page/language.ts';
import { cell, signal } from '#foundation/console/wire/signal.ts';
import { checkTab, disownTab, ownTab } from '#foundation/console/wire/tab-session.ts';
import { adoptToken, dropBrowserToken, dropToken, storeToken, readToken } from '#foundation/console/wire/token.ts';
import { deleteSavedInput, setInputOwner, saveInput, needsKey } from '#foundation/console/form/saved-input.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { Right } from '#features/rights.ts';
import type { Role } from '#foundation/core/session.ts';
import type { LoggedIn, UserInfo } from '../contract.ts';
import { userCalls } from './calls.ts';
import { sessionWords } from '../session-words.ts';

export interface Session {
  readonly token: string;
  readonly roles: readonly Role[];
  /** Of an operator; empty for others. */
  readonly rights: readonly Right[];
  readonly person: Pick<UserInfo['userinfo'], 'username' | 'nickname' | 'avatar' | 'memberNo' | 'mustChangePassword'>;
}

/** The server's answer for the current token; empty until it is fetched. */
export const session = cell<Session | undefined>(undefined);

/** Emitted when a session ends: nothing about its user must stay in this browser. */
export const sessionEnded = signal<void>();

/** The answer to a login includes the person and the roles, so that the first screen needs no further request. */
export function startSession({ userinfo }: LoggedIn): void {
  storeToken(userinfo.token, new Date(userinfo.expiretime * 1000));
  ownTab(userinfo.username);
  setInputOwner(userinfo.username);
  session.set({ token: userinfo.token, roles: userinfo.roles, rights: userinfo.rights, person: userinfo });
}

/** Asks the server once per token. Rejects with a message for the user. */
export async function loadSession(): Promise<Session> {
  const known = session.get();
  // The key to the reader's drafts comes with the user info.
  if (known && known.token === adoptToken() && !needsKey()) return known;
  await loadUserInfo();
  const loaded = session.get();
  if (!loaded) throw new Error(translate('info_empty'));
  return loaded;
}

let loadingInfo: { token: string; info: Promise<UserInfo> } | undefined;

/** Fetches the user info; concurrent callers share one request per token. Rejects with a message for the user. */
export function loadUserInfo(): Promise<UserInfo> {
  const token = adoptToken() ?? '';
  if (loadingInfo?.token !== token) loadingInfo = { token, info: readUserInfo(token) };
  loadingInfo.info.catch(() => (loadingInfo = undefined));
  return loadingInfo.info;
}

/** Ends the session on the server; whatever the server answers, this browser forgets it. */
export async function logOut(): Promise<void> {
  try {
    await callApi(userCalls, '/user/logout', undefined, { quiet: true });
  } catch {
    // Already ended, or the server is unreachable: the token expires on the server and is dropped here.
  }
  deleteSavedInput();
  forgetSession();
}

/**
 * Called when the session is over or the code is out of date: keeps what was typed for the same user and reloads the
 * page.
 */
export function renewSession(): void {
  // Another user has logged in meanwhile: the page says so and asks what to do.
  if (checkTab() === 'other') return;
  saveInput();
  forgetSession();
  window.location.reload();
}

/** Called when another tab ended the session: keeps what was typed for the same user. */
export function endSession(): void {
  saveInput();
  forgetSession();
}

/** Reloads the page for the user who is logged in in this browser; what was typed is kept for its own user. */
export function reloadPage(): void {
  saveInput();
  window.location.reload();
}

/** Called when another user is logged in: ends that login in this browser, so that this tab's user can log in again. */
export function takeBrowserBack(): void {
  saveInput();
  dropBrowserToken();
  forgetSession();
  window.location.reload();
}

export function forgetSession(): void {
  dropToken();
  disownTab();
  setInputOwner(undefined);
  session.set(undefined);
  loadingInfo = undefined;
  sessionEnded.emit();
}

async function readUserInfo(token: string): Promise<UserInfo> {
  const info: UserInfo | undefined = await callApi(userCalls, '/user/info', { token }, { quiet: true });
  // The tab has switched to another session meanwhile: this answer is about the previous one.
  checkTab();
  if (token !== (readToken() ?? '')) return loadUserInfo();
  if (!info?.userinfo) throw new Error(translate('info_empty'));
  if (!Array.isArray(info.roles) || info.roles.length === 0) throw new Error(translate('roles_empty'));
  ownTab(info.userinfo.username);
  setInputOwner(info.userinfo.username, info.userinfo.draftKey);
  session.set({ token, roles: info.roles, rights: info.rights, person: info.userinfo });
  return info;
}

function translate(name: keyof typeof sessionWords): string {
  return formatPhrase(sessionWords[name], language.get());
}
