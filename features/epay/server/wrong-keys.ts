/** How often a wrong key was tried in the last minute, by what the caller names. It lives in this process only. */

const WINDOW_MS = 60_000;
const MAX_TRIES = 5;
const MAX_NAMES = 50_000;

export class WrongKeys {
  readonly #tries = new Map<string, number[]>();

  /** 0, or the milliseconds until the next try is allowed. */
  waitMs(name: string, nowMs: number): number {
    const recent = this.#recent(name, nowMs);
    return recent.length < MAX_TRIES ? 0 : (recent[0] ?? nowMs) + WINDOW_MS - nowMs;
  }

  add(name: string, nowMs: number): void {
    const recent = this.#recent(name, nowMs);
    this.#tries.delete(name);
    this.#tries.set(name, [...recent, nowMs].slice(-MAX_TRIES));
    if (this.#tries.size <= MAX_NAMES) return;
    const oldest = this.#tries.keys().next().value;
    if (oldest !== undefined) this.#tries.delete(oldest);
  }

  #recent(name: string, nowMs: number): number[] {
    return (this.#tries.get(name) ?? []).filter((at) => at > nowMs - WINDOW_MS);
  }
}
