/** The hour (UTC) and the day (in a zone) of an instant, fast: days are cached per quarter of an hour. */
import { dayOf, startOfDay } from '#foundation/core/time-zone.ts';

export class Buckets {
  readonly #timeZone: string;
  readonly #days = new Map<number, Date>();

  constructor(timeZone: string) {
    this.#timeZone = timeZone;
  }

  hourOf(at: Date): Date {
    return new Date(Math.floor(at.getTime() / HOUR_MS) * HOUR_MS);
  }

  /** Every zone changes its day and its offset on a quarter of an hour. */
  dayOf(at: Date): Date {
    const quarter = Math.floor(at.getTime() / QUARTER_MS);
    let day = this.#days.get(quarter);
    if (!day) {
      if (this.#days.size > 10_000) this.#days.clear();
      this.#days.set(quarter, (day = startOfDay(dayOf(at, this.#timeZone), this.#timeZone)));
    }
    return day;
  }
}

const QUARTER_MS = 15 * 60_000;
const HOUR_MS = 60 * 60_000;
