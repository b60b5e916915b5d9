/** Runs `work` while no other process runs work under the same name. Waits for its turn. */
export function alone<T>(folder: string, name: string, work: () => T | Promise<T>): Promise<T>;
