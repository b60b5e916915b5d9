/** The current time as a dependency: code that depends on the time takes a `Clock`, so that tests can set it. */

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock for tests: its time changes only when it is set or advanced. */
export class SettableClock implements Clock {
  #at: Date;

  constructor(at: Date | string) {
    this.#at = new Date(at);
  }

  now(): Date {
    return new Date(this.#at);
  }

  set(at: Date | string): void {
    this.#at = new Date(at);
  }

  advance(milliseconds: number): void {
    this.#at = new Date(this.#at.getTime() + milliseconds);
  }
}
