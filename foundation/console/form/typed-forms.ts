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
  readonly keptMs: number;
}

const KEY = 'typed';
/** The maximum size of a user's input before it is sealed. It fits into every browser's storage. */
export const MAX_TYPED_BYTES = 1_572_864;
/** The number of users per tab whose input is kept; the newest ones stay. */
const MAX_OWNERS = 3;
const KEPT_MS = 24 * 3_600_000;

const onPage = new Map<string, () => unknown>();
let reader: { readonly owner: string; readonly key: string | undefined } | undefined;
/** The reader's kept input, as last decrypted. */
let opened: { readonly sealed: string; readonly typed: Readonly<Record<string, unknown>> } | undefined;
let sealing: ((key: string) => DraftSeal) | undefined;

/** Sets the encryption, whose code loads only after the login. */
export function sealTypedBy(make: (key: string) => DraftSeal): void {
  sealing = make;
}

/** Sets the logged-in user, whose kept input is available once the key is known. Undefined makes none available. */
export function giveTypedTo(owner: string | undefined, key?: string): void {
  opened = undefined;
  reader = owner === undefined ? undefined : { owner, key: key ?? (reader?.owner === owner ? reader.key : undefined) };
}

/** Whether there is kept input for the user whose key is not known yet. */
export function waitsForKey(): boolean {
  return reader !== undefined && reader.key === undefined && read()[reader.owner] !== undefined;
}

/**
 * Registers `typed`, which returns the page's current input under this name, or undefined for none. Forgets what was
 * kept under the name. Returns a function that ends the registration.
 */
export function offerTyped(name: string, typed: () => unknown): () => void {
  forgetOne(name);
  onPage.set(name, typed);
  return () => {
    if (onPage.get(name) === typed) onPage.delete(name);
  };
}

/** Keeps the page's current input for its user. Call it before `giveTypedTo(undefined)`. */
export function keepTyped(): void {
  const current = [...onPage].flatMap(([name, typed]) => {
    const value = typed();
    return value === undefined ? [] : [[name, value] as const];
  });
  if (current.length > 0) keepAll({ ...keptInput(), ...Object.fromEntries(current) });
}

/** The input kept under this name. Stays the same until the page registers it with `offerTyped`. */
export function typedBeforeLogin(name: string | undefined): unknown {
  return name === undefined ? undefined : keptInput()[name];
}

/** Deletes the user's kept input, for a deliberate logout. */
export function forgetTyped(): void {
  if (reader) write(without(read(), reader.owner));
}

function forgetOne(name: string): void {
  const kept = keptInput();
  if (name in kept) keepAll(without(kept, name));
}

function seal(): DraftSeal | undefined {
  return reader?.key === undefined ? undefined : sealing?.(reader.key);
}

function keptInput(): Readonly<Record<string, unknown>> {
  const kept = reader && read()[reader.owner];
  if (!kept) return {};
  if (opened?.sealed === kept.sealed) return opened.typed;
  const text = seal()?.open(kept.sealed);
  if (text === undefined) return {};
  opened = { sealed: kept.sealed, typed: JSON.parse(text) as Record<string, unknown> };
  return opened.typed;
}

function keepAll(typed: Readonly<Record<string, unknown>>): void {
  const owner = reader?.owner;
  const by = seal();
  if (owner === undefined || !by) return;
  const others = without(read(), owner);
  const fitting = entriesThatFit(typed);
  if (Object.keys(fitting).length === 0) return write(others);
  const own: Draft = { sealed: by.seal(JSON.stringify(fitting)), keptMs: Date.now() };
  const newest = Object.entries(others)
    .toSorted(([, a], [, b]) => b.keptMs - a.keptMs)
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
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, Partial<Draft> | null>;
    const valid = Object.entries(kept).filter(
      (entry): entry is [string, Draft] =>
        typeof entry[1]?.sealed === 'string' && Date.now() - Number(entry[1].keptMs) < KEPT_MS,
    );
    return Object.fromEntries(valid);
  } catch {
    return {};
  }
}

/** Writes `instead` if there is no room for everything. */
function write(kept: Readonly<Record<string, Draft>>, instead?: Readonly<Record<string, Draft>>): void {
  try {
    if (Object.keys(kept).length > 0) sessionStorage.setItem(KEY, JSON.stringify(kept));
    else sessionStorage.removeItem(KEY);
  } catch {
    // If the storage is full or forbidden, the page is empty after the login.
    if (instead) write(instead);
  }
}

function without<Value>(all: Readonly<Record<string, Value>>, name: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([each]) => each !== name));
}
