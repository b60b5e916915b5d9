/** Builds `dist/console` unless it is of the present sources. `node`: the pinned Node. */
export function ensureConsoleBuilt(node: string, folder?: string): Promise<void>;
/** Over the names and contents of all sources. */
export function sourceHash(folder: string): string;
