/** The repository. */
export const root: string;
/** A failure that its sentence explains in full. */
export class Stop extends Error {}
/** Installs what the lock file names unless it is there. Returns the path of the pinned Node. */
export function ensureInstalled(folder?: string): Promise<string>;
export function refuseOldNode(version: string): void;
/** Ends the process with the sentence of a `Stop`, or with the whole error. */
export function orExit(work: Promise<unknown>): Promise<void>;
