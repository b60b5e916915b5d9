/** The repository. */
export const root: string;
/** A failure that its message explains in full. */
export class Stop extends Error {}
/** Installs the packages of the lock file if they are missing. Returns the path of the pinned Node. */
export function ensureInstalled(folder?: string): Promise<string>;
export function refuseOldNode(version: string): void;
/** Waits for `work`. If it fails, prints the message of a `Stop` or the whole error, and exits. */
export function orExit(work: Promise<unknown>): Promise<void>;
