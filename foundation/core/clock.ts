/** The current time as a dependency: code that depends on the time takes a `Clock`, so that tests can set it. */

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock for tests: its time changes only when it is set or advanced, or passes by itself once the clock is started. */
export class SettableClock implements Clock {
  #at: Date;
  /** By `performance.now()`. */
  #startedAt: number | undefined;

  constructor(at: Date | string) {
    this.#at = new Date(at);
  }

  now(): Date {
    const passed = this.#startedAt === undefined ? 0 : Math.floor(performance.now() - this.#startedAt);
    return new Date(this.#at.getTime() + passed);
  }

  set(at: Date | string): void {
    this.#at = new Date(at);
    if (this.#startedAt !== undefined) this.start();
  }

  advance(milliseconds: number): void {
    this.#at = new Date(this.#at.getTime() + milliseconds);
  }

  /** From now on the time passes by itself as well. */
  start(): void {
    this.#startedAt = performance.now();
  }
}
