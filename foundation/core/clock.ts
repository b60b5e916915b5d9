/**
 * Time as something that is handed in: code that decides by the time takes a `Clock`, so that a test can set it.
 */

export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until it is moved. */
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
