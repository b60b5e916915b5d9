/**
 * What was typed into the forms of a page outlives the login anew that a lost session asks for. The page is loaded again then, so
 * it waits in the tab's own storage: for the same person alone, and only until the form stands again. A form names the fields;
 * secrets, and what the server keeps sealed, are never among them.
 */
type Typed = Readonly<Record<string, string>>;

interface Kept {
  readonly owner: string;
  readonly forms: Readonly<Record<string, Typed>>;
}

const KEY = 'typed';
const onPage = new Map<string, () => Typed>();

/** From now on `typed` tells what stands in the form of this name; answers how to end that. */
export function offerTyped(name: string, typed: () => Typed): () => void {
  forgetForm(name);
  onPage.set(name, typed);
  return () => void onPage.delete(name);
}

/** What the page's forms hold now waits for `owner`. */
export function keepTyped(owner: string): void {
  if (onPage.size === 0) return;
  write({ owner, forms: Object.fromEntries([...onPage].map(([name, typed]) => [name, typed()])) });
}

/** What waits for the form of this name; asked again, it is the same until the form stands. */
export function typedBeforeLogin(name: string | undefined): Typed {
  return name === undefined ? {} : (read()?.forms[name] ?? {});
}

/** Somebody has logged in: what waits for somebody else is gone. */
export function giveTypedTo(owner: string): void {
  if (read()?.owner !== owner) write(undefined);
}

export function forgetTyped(): void {
  write(undefined);
}

function forgetForm(name: string): void {
  const kept = read();
  if (kept?.forms[name]) write({ ...kept, forms: Object.fromEntries(Object.entries(kept.forms).filter(([each]) => each !== name)) });
}

/** Only this file writes there, and a storage that is full or forbidden keeps nothing. */
function read(): Kept | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Kept | null) ?? undefined;
  } catch {
    return undefined;
  }
}

function write(kept: Kept | undefined): void {
  try {
    if (kept) sessionStorage.setItem(KEY, JSON.stringify(kept));
    else sessionStorage.removeItem(KEY);
  } catch {
    // The form is empty then, as after any other login.
  }
}
