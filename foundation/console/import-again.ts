/**
 * How a file of code that comes later is asked for. A browser remembers a file that did not come as one that never
 * will, for as long as the page is open: the next time it is asked for under another address. The build puts this in
 * place of each `import` of a file (`vite.config.ts`), by the global name that the first code of every page gives it.
 * Addresses are relative to this code's own file, beside which the build puts all others.
 */
const again = new Map<string, number>();
const missing = new WeakSet<Error>();

/** How browsers, and Vite for a style sheet, name a file of code that did not come. */
const MISSING = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

/** A file of code, or its style sheet, did not come; what came and failed by itself is no such error. */
export function isCodeMissing(error: unknown): boolean {
  return error instanceof Error && (missing.has(error) || MISSING.test(error.message));
}

async function importAgain(file: string): Promise<unknown> {
  const times = again.get(file);
  try {
    return await import(/* @vite-ignore */ times ? `${file}?${times}` : file);
  } catch (error) {
    // What came and failed by itself would fail anew; a file that did not come is a TypeError in every browser.
    if (error instanceof TypeError) {
      missing.add(error);
      again.set(file, (times ?? 0) + 1);
    }
    throw error;
  }
}

Object.assign(globalThis, { importAgain });
