/** Builds `dist/console` if its sources have changed. `node` is the path of the pinned Node. */
export function ensureConsoleBuilt(node: string, folder?: string): Promise<void>;
/** Hashes the names and contents of all sources. */
export function sourceHash(folder: string): string;
