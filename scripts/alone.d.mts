/** Runs `work` while no other process is inside `alone` for the same name; waits for its turn. */
export function alone<T>(folder: string, name: string, work: () => T | Promise<T>): Promise<T>;
