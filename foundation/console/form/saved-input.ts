/**
 * Keeps typed input beyond the end of a session or a new version of the console. Both reload the page, so the input is
 * kept in the tab's session storage. It is encrypted with a key that the server gives only to its user, so that no
 * other user of this browser can read it (decision 0040). Secrets (passwords, codes) are never kept.
 */
export interface DraftSeal {
  seal(text: string): string;
  /** Returns undefined if the text was sealed with another key or changed. */
  open(sealed: string): string | undefined;
}

interface Draft {
  readonly sealed: string;
  readonly savedMs: number;
}

const KEY = 'typed';
/** The maximum size of a user's input before it is sealed. It fits into every browser's storage. */
export const MAX_TYPED_BYTES = 1_572_864;
/** The number of users per tab whose input is kept; the newest ones stay. */
const MAX_OWNERS = 3;
const MAX_AGE_MS = 24 * 3_600_000;

const onPage = new Map<string, () => unknown>();
let current: { readonly owner: string; readonly key: string | undefined } | undefined;
/** The reader's kept input, as last decrypted. */
let opened: { readonly sealed: string; readonly typed: Readonly<Record<string, unknown>> } | undefined;
let sealing: ((key: string) => DraftSeal) | undefined;

/** Sets the encryption, whose code loads only after the login. */
export function setInputSeal(make: (key: string) => DraftSeal): void {
  sealing = make;
}

/** Sets the logged-in user, whose kept input is available once the key is known. Undefined makes none available. */
export function setInputOwner(owner: string | undefined, key?: string): void {
  opened = undefined;
  current =
    owner === undefined ? undefined : { owner, key: key ?? (current?.owner === owner ? current.key : undefined) };
}

/** Whether there is kept input for the user whose key is not known yet. */
export function needsKey(): boolean {
  return current !== undefined && current.key === undefined && read()[current.owner] !== undefined;
}

/**
 * Registers `typed`, which returns the page's current input under this name, or undefined for none. Forgets what was
 * kept under the name. Returns a function that ends the registration.
 */
export function registerInput(name: string, typed: () => unknown): () => void {
  forgetOne(name);
  onPage.set(name, typed);
  return () => {
    if (onPage.get(name) === typed) onPage.delete(name);
  };
}

/** Keeps the page's current input for its user. Call it before `setInputOwner(undefined)`. */
export function saveInput(): void {
  const current = [...onPage].flatMap(([name, typed]) => {
    const value = typed();
    return value === undefined ? [] : [[name, value] as const];
  });
  if (current.length > 0) saveAll({ ...openSaved(), ...Object.fromEntries(current) });
}

/** The input kept under this name. Stays the same until the page registers it with `registerInput`. */
export function savedInput(name: string | undefined): unknown {
  return name === undefined ? undefined : openSaved()[name];
}

/** Deletes the user's kept input, for a deliberate logout. */
export function deleteSavedInput(): void {
  if (current) write(without(read(), current.owner));
}

function forgetOne(name: string): void {
  const stored = openSaved();
  if (name in stored) saveAll(without(stored, name));
}

function seal(): DraftSeal | undefined {
  return current?.key === undefined ? undefined : sealing?.(current.key);
}

function openSaved(): Readonly<Record<string, unknown>> {
  const stored = current && read()[current.owner];
  if (!stored) return {};
  if (opened?.sealed === stored.sealed) return opened.typed;
  const text = seal()?.open(stored.sealed);
  if (text === undefined) return {};
  opened = { sealed: stored.sealed, typed: JSON.parse(text) as Record<string, unknown> };
  return opened.typed;
}

function saveAll(typed: Readonly<Record<string, unknown>>): void {
  const owner = current?.owner;
  const by = seal();
  if (owner === undefined || !by) return;
  const others = without(read(), owner);
  const fitting = entriesThatFit(typed);
  if (Object.keys(fitting).length === 0) return write(others);
  const own: Draft = { sealed: by.seal(JSON.stringify(fitting)), savedMs: Date.now() };
  const newest = Object.entries(others)
    .toSorted(([, a], [, b]) => b.savedMs - a.savedMs)
    .slice(0, MAX_OWNERS - 1);
  return write({ ...Object.fromEntries(newest), [owner]: own }, { [owner]: own });
}

/** Leaves out whole entries that do not fit, because a truncated table could be paid as if it were complete. */
function entriesThatFit(typed: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const encoder = new TextEncoder();
  let left = MAX_TYPED_BYTES;
  return Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => {
      const bytes = encoder.encode(JSON.stringify([name, value])).length;
      if (bytes > left) return false;
      left -= bytes;
      return true;
    }),
  );
}

/** Ignores entries that are older than a day or were changed by hand. Only this file writes under the key. */
function read(): Readonly<Record<string, Draft>> {
  try {
    const stored = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, Partial<Draft> | null>;
    const valid = Object.entries(stored).filter(
      (entry): entry is [string, Draft] =>
        typeof entry[1]?.sealed === 'string' && Date.now() - Number(entry[1].savedMs) < MAX_AGE_MS,
    );
    return Object.fromEntries(valid);
  } catch {
    return {};
  }
}

/** Writes `instead` if there is no room for everything. */
function write(stored: Readonly<Record<string, Draft>>, instead?: Readonly<Record<string, Draft>>): void {
  try {
    if (Object.keys(stored).length > 0) sessionStorage.setItem(KEY, JSON.stringify(stored));
    else sessionStorage.removeItem(KEY);
  } catch {
    // If the storage is full or forbidden, the page is empty after the login.
    if (instead) write(instead);
  }
}

function without<Value>(all: Readonly<Record<string, Value>>, name: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([each]) => each !== name));
}
