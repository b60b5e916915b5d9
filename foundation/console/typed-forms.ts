/**
 * What is typed into a page outlives the end of a session, and a new version of the console: the page is loaded again
 * then, so it waits in the tab's own storage. It is sealed by a key that only its user gets from the server, so that
 * nobody else who uses this browser can read it (decision 0040). Secrets (passwords, codes) are never among it.
 */
export interface DraftSeal {
  seal(text: string): string;
  /** Undefined: sealed by another key, or changed. */
  open(sealed: string): string | undefined;
}

interface Waiting {
  readonly sealed: string;
  readonly keptMs: number;
}

const KEY = 'typed';
/** Of the text before it is sealed; every browser's storage has room for that. */
export const MOST_TYPED_BYTES = 1_572_864;
/** Users of one tab whose work waits; the newest stay. */
const MOST_OWNERS = 3;
const KEPT_MS = 24 * 3_600_000;

const onPage = new Map<string, () => unknown>();
let reader: { readonly owner: string; readonly key: string | undefined } | undefined;
/** What waits for the reader, as it was opened last. */
let opened: { readonly sealed: string; readonly typed: Readonly<Record<string, unknown>> } | undefined;
let sealing: ((key: string) => DraftSeal) | undefined;

/** Who seals. Its code comes with what lies behind the login. */
export function sealTypedBy(make: (key: string) => DraftSeal): void {
  sealing = make;
}

/** Somebody is logged in: from now on what waits for them is found, once their key is known. Nobody: nothing is. */
export function giveTypedTo(owner: string | undefined, key?: string): void {
  opened = undefined;
  reader = owner === undefined ? undefined : { owner, key: key ?? (reader?.owner === owner ? reader.key : undefined) };
}

/** Something waits for the reader, and the key to it is not known yet. */
export function waitsForKey(): boolean {
  return reader !== undefined && reader.key === undefined && read()[reader.owner] !== undefined;
}

/**
 * From now on `typed` tells what stands on the page under this name, `undefined` for nothing. Returns the way to end
 * that.
 */
export function offerTyped(name: string, typed: () => unknown): () => void {
  forgetOne(name);
  onPage.set(name, typed);
  return () => {
    if (onPage.get(name) === typed) onPage.delete(name);
  };
}

/** What the page holds now waits for its user. Call it before the session is forgotten. */
export function keepTyped(): void {
  const current = [...onPage].flatMap(([name, typed]) => {
    const value = typed();
    return value === undefined ? [] : [[name, value] as const];
  });
  if (current.length > 0) keepAll({ ...waiting(), ...Object.fromEntries(current) });
}

/** What waits under this name; asked again, it is the same until it stands on the page. */
export function typedBeforeLogin(name: string | undefined): unknown {
  return name === undefined ? undefined : waiting()[name];
}

/** The reader leaves on purpose: nothing waits for them. */
export function forgetTyped(): void {
  if (reader) write(without(read(), reader.owner));
}

function forgetOne(name: string): void {
  const kept = waiting();
  if (name in kept) keepAll(without(kept, name));
}

function seal(): DraftSeal | undefined {
  return reader?.key === undefined ? undefined : sealing?.(reader.key);
}

function waiting(): Readonly<Record<string, unknown>> {
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
  const fitting = thatFits(typed);
  if (Object.keys(fitting).length === 0) return write(others);
  const own: Waiting = { sealed: by.seal(JSON.stringify(fitting)), keptMs: Date.now() };
  const newest = Object.entries(others)
    .toSorted(([, a], [, b]) => b.keptMs - a.keptMs)
    .slice(0, MOST_OWNERS - 1);
  return write({ ...Object.fromEntries(newest), [owner]: own }, { [owner]: own });
}

/** Whole entries only: half a table would be paid as one. */
function thatFits(typed: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const encoder = new TextEncoder();
  let left = MOST_TYPED_BYTES;
  return Object.fromEntries(
    Object.entries(typed).filter(([name, value]) => {
      const bytes = encoder.encode(JSON.stringify([name, value])).length;
      if (bytes > left) return false;
      left -= bytes;
      return true;
    }),
  );
}

/** Only this file writes there; what is older than a day, or was changed by hand, is nothing. */
function read(): Readonly<Record<string, Waiting>> {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, Partial<Waiting> | null>;
    const valid = Object.entries(kept).filter(
      (entry): entry is [string, Waiting] =>
        typeof entry[1]?.sealed === 'string' && Date.now() - Number(entry[1].keptMs) < KEPT_MS,
    );
    return Object.fromEntries(valid);
  } catch {
    return {};
  }
}

/** `instead`: what is kept where there is no room for all. */
function write(kept: Readonly<Record<string, Waiting>>, instead?: Readonly<Record<string, Waiting>>): void {
  try {
    if (Object.keys(kept).length > 0) sessionStorage.setItem(KEY, JSON.stringify(kept));
    else sessionStorage.removeItem(KEY);
  } catch {
    // A storage that is full or forbidden: the page is empty after the login, as after any other.
    if (instead) write(instead);
  }
}

function without<Value>(all: Readonly<Record<string, Value>>, name: string): Record<string, Value> {
  return Object.fromEntries(Object.entries(all).filter(([each]) => each !== name));
}
