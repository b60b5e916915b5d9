/**
 * Compares the session of this tab with the browser's. When another tab has logged in as somebody else, this tab sends
 * nothing any more and says so; a new login of the same user is taken over without a word. Must import nothing that
 * draws.
 */
import { cell, signal } from './signal.ts';
import { browserToken, readToken, takeToken } from './token.ts';

/** `ended`: the browser has no session any more. `other`: it has one of somebody else. */
export type TabStanding = 'own' | 'ended' | 'other';

export interface OtherLogin {
  /** Undefined where it is not known. */
  readonly username: string | undefined;
}

/** Who is logged in in this browser now, while that is not the user of this tab. */
export const otherLogin = cell<OtherLogin | undefined>(undefined);
/** This tab goes on with another session of its user. */
export const sessionAdopted = signal<string>();

/** Whose the browser's session is, for the other tabs. */
const NOTE = 'login';
/** Enough to tell one token from another, and too little to use it. */
const MARK_LENGTH = 12;

interface Note {
  readonly mark: string;
  readonly username: string;
}

let owner: string | undefined;
let endTold: string | undefined;

/** The server has named the user of this tab's token. */
export function ownTab(username: string): void {
  owner = username;
  const token = readToken();
  if (token !== undefined && token === browserToken()) writeNote({ mark: markOf(token), username });
  checkTab();
}

/** This tab belongs to nobody. Call it after `dropToken`. */
export function disownTab(): void {
  owner = undefined;
  if (browserToken() === undefined) writeNote(undefined);
  otherLogin.set(undefined);
}

/** Asked before anything is sent. */
export function checkTab(): TabStanding {
  const own = readToken();
  const browser = browserToken();
  if (own === undefined || browser === own) return standing('own');
  if (browser === undefined) return standing('ended');
  const username = nameOf(browser);
  // A tab that does not know its user yet shows nothing of anybody.
  if (owner === undefined || username === owner) {
    takeToken(browser);
    sessionAdopted.emit(browser);
    return standing('own');
  }
  return standing('other', { username });
}

/**
 * Notices at once what another tab or window did, or what happened while this page was away. `onEnded` is called once
 * for a session. Returns the way to stop.
 */
export function watchTab(onEnded: () => void): () => void {
  const look = () => {
    if (checkTab() !== 'ended' || endTold === readToken()) return;
    endTold = readToken();
    onEnded();
  };
  const onStorage = ({ key }: StorageEvent) => {
    if (key === NOTE || key === null) look();
  };
  window.addEventListener('storage', onStorage);
  for (const event of ['focus', 'pageshow']) window.addEventListener(event, look);
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    window.removeEventListener('storage', onStorage);
    for (const event of ['focus', 'pageshow']) window.removeEventListener(event, look);
    document.removeEventListener('visibilitychange', look);
  };
}

function standing(found: TabStanding, other?: OtherLogin): TabStanding {
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
    // In a browser that keeps nothing, other tabs notice when they come to the front, and give no name.
  }
}
