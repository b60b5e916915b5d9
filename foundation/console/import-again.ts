/**
 * How a file of code that comes later is asked for. A browser remembers a file that did not come as one that never will, for as
 * long as the page is open: the next time it is asked for under another address. The build puts this in place of each `import`
 * of a file (`vite.config.ts`), by the global name that the first code of every page gives it.
 */
const again = new Map<string, number>();

async function importAgain(file: string): Promise<unknown> {
  const times = again.get(file);
  try {
    return await import(/* @vite-ignore */ times ? `${file}?${times}` : file);
  } catch (error) {
    // What came and failed by itself would fail anew; a file that did not come is a TypeError in every browser.
    if (error instanceof TypeError) again.set(file, (times ?? 0) + 1);
    throw error;
  }
}

Object.assign(globalThis, { importAgain });
