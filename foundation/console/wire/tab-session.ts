/**
 * Compares this tab's session with the browser's. When another tab has logged in as a different user, this tab stops
 * sending calls and says so. A new login of the same user is adopted silently. Must not import anything that renders.
 */
import { cell, signal } from './signal.ts';
import { browserToken, readToken, takeToken } from './token.ts';

/** `ended`: the browser has no session any more. `other`: it has a session of another user. */
export type TabState = 'own' | 'ended' | 'other';

export interface OtherLogin {
  /** Undefined if unknown. */
  readonly username: string | undefined;
}

/** The user logged in in this browser, if it is not this tab's user. */
export const otherLogin = cell<OtherLogin | undefined>(undefined);
/** Emitted when this tab continues with another session of its user. */
export const sessionAdopted = signal<string>();

/** The storage key under which a tab tells the others whose session the browser has. */
const NOTE = 'login';
/** The length of a token's prefix: enough to tell tokens apart, and too little to use one. */
const MARK_LENGTH = 12;

interface Note {
  readonly mark: string;
  readonly username: string;
}

let owner: string | undefined;
let reportedEnd: string | undefined;

/** Sets the user of this tab's token, as the server reported it. */
export function ownTab(username: string): void {
  owner = username;
  const token = readToken();
  if (token !== undefined && token === browserToken()) writeNote({ mark: markOf(token), username });
  checkTab();
}

/** Clears this tab's user. Call it after `dropToken`. */
export function disownTab(): void {
  owner = undefined;
  if (browserToken() === undefined) writeNote(undefined);
  otherLogin.set(undefined);
}

/** Compares the sessions. Called before anything is sent. */
export function checkTab(): TabState {
  const own = readToken();
  const browser = browserToken();
  if (own === undefined || browser === own) return report('own');
  if (browser === undefined) return report('ended');
  const username = nameOf(browser);
  // A tab that does not know its user yet shows no data, so it can take any session.
  if (owner === undefined || username === owner) {
    takeToken(browser);
    sessionAdopted.emit(browser);
    return report('own');
  }
  return report('other', { username });
}

/**
 * Notices at once when another tab logs in or out, or when it did so while this page was hidden. Calls `onEnded` once
 * per session. Returns a function that stops watching.
 */
export function watchTab(onEnded: () => void): () => void {
  const check = () => {
    if (checkTab() !== 'ended' || reportedEnd === readToken()) return;
    reportedEnd = readToken();
    onEnded();
  };
  const onStorage = ({ key }: StorageEvent) => {
    if (key === NOTE || key === null) check();
  };
  window.addEventListener('storage', onStorage);
  for (const event of ['focus', 'pageshow']) window.addEventListener(event, check);
  document.addEventListener('visibilitychange', check);
  check();
  return () => {
    window.removeEventListener('storage', onStorage);
    for (const event of ['focus', 'pageshow']) window.removeEventListener(event, check);
    document.removeEventListener('visibilitychange', check);
  };
}

/** Updates `otherLogin` and returns the result. */
function report(found: TabState, other?: OtherLogin): TabState {
  if (otherLogin.get()?.username !== other?.username || !other !== !otherLogin.get()) otherLogin.set(other);
  return found;
}

function nameOf(token: string): string | undefined {
  const note = readNote();
  return note?.mark === markOf(token) ? note.username : undefined;
}

function markOf(token: string): string {
  return token.slice(0, MARK_LENGTH);
}

function readNote(): Note | undefined {
  try {
    const { mark, username } = JSON.parse(localStorage.getItem(NOTE) ?? '{}') as Partial<Record<keyof Note, unknown>>;
    return typeof mark === 'string' && typeof username === 'string' ? { mark, username } : undefined;
  } catch {
    return undefined;
  }
}

function writeNote(note: Note | undefined): void {
  try {
    if (note) localStorage.setItem(NOTE, JSON.stringify(note));
    else localStorage.removeItem(NOTE);
  } catch {
    // Without storage, other tabs notice when they come to the front, and do not know the username.
  }
}
