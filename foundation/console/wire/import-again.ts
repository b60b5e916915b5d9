/**
 * Retries dynamic imports that failed. A browser caches a failed import for as long as the page is open (as the standard
 * says, and Chromium does), so the next attempt uses a different URL. Loading the page again instead would lose what was
 * typed. A file that such a file imports itself, and that failed, still fails until the page is loaded again.
 *
 * The build replaces each dynamic `import` with the global `importAgain` (`vite.config.ts`), which the first code of
 * every page sets: only the bundler knows the names. URLs are relative to this file, as the build puts all chunks in one
 * folder.
 */
const failuresByFile = new Map<string, number>();
const missing = new WeakSet<Error>();

/** The error messages of browsers, and of Vite for a style sheet, when a file fails to load. */
const MISSING = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

/** Whether a chunk or its style sheet failed to load. False for code that loaded and then threw. */
export function isCodeMissing(error: unknown): boolean {
  return error instanceof Error && (missing.has(error) || MISSING.test(error.message));
}

async function importAgain(file: string): Promise<unknown> {
  const failures = failuresByFile.get(file);
  try {
    return await import(/* @vite-ignore */ failures ? `${file}?${failures}` : file);
  } catch (error) {
    // Code that loaded and then threw would throw again. A failed load is a TypeError in every browser.
    if (error instanceof TypeError) {
      missing.add(error);
      failuresByFile.set(file, (failures ?? 0) + 1);
    }
    throw error;
  }
}

Object.assign(globalThis, { importAgain });
