/**
 * System numbers: 19-digit, time-ordered integers `yymmddHHMMSSmmm` (UTC) + 4 digits. One key is primary key, newest-first
 * order, time range, prefix search and month's partition at once. On the wire they are text, in the code `bigint`.
 */
import type { Clock } from './clock.ts';

export type SystemNo = bigint;

/** Makes numbers that only grow within one process; between processes the four random digits and the primary key keep them apart. */
export class SystemNumbers {
  readonly #clock: Clock;
  readonly #random: () => number;
  #last = 0n;

  constructor(clock: Clock, random: () => number = Math.random) {
    this.#clock = clock;
    this.#random = random;
  }

  /** `at` for demo data and tests that live in the past; then the order of calls does not count. */
  next(at?: Date): SystemNo {
    const number = firstSystemNo(at ?? this.#clock.now()) + BigInt(Math.floor(this.#random() * 10_000));
    if (at) return number;
    this.#last = number > this.#last ? number : carried(this.#last + 1n);
    return this.#last;
  }
}

/** Two processes can draw the same number in the same millisecond; many numbers at once meet sooner than one does. */
const MOST_DRAWS = 5;

/** Does `work`, which draws its numbers itself, and anew with others while `isTaken` says of its failure that one was another's. Tells it which draw it is, from 1. */
export async function drawingUntilFree<Result>(isTaken: (error: unknown) => boolean, work: (draw: number) => Promise<Result>): Promise<Result> {
  for (let draw = 1; ; draw += 1) {
    try {
      return await work(draw);
    } catch (error) {
      if (!isTaken(error) || draw === MOST_DRAWS) throw error;
    }
  }
}

/** The smallest number of a moment: `createdAt >= t` is `number >= firstSystemNo(t)`. */
export function firstSystemNo(at: Date): SystemNo {
  const iso = at.toISOString();
  return BigInt(`${iso.slice(2, 4)}${iso.slice(5, 7)}${iso.slice(8, 10)}${iso.slice(11, 13)}${iso.slice(14, 16)}${iso.slice(17, 19)}${iso.slice(20, 23)}0000`);
}

/** The moment that a number names, to the millisecond. */
export function systemNoTime(number: SystemNo): Date {
  const text = number.toString().padStart(19, '0');
  const [yy, mo, dd, hh, mi, ss, ms] = [
    text.slice(0, 2),
    text.slice(2, 4),
    text.slice(4, 6),
    text.slice(6, 8),
    text.slice(8, 10),
    text.slice(10, 12),
    text.slice(12, 15),
  ];
  return new Date(`20${yy}-${mo}-${dd}T${hh}:${mi}:${ss}.${ms}Z`);
}

/** The months, as the four digits (`yymm`) that their numbers begin with, from `from`'s to `to`'s. */
export function systemNoMonths(from: Date, to: Date): number[] {
  const monthOf = (at: Date): number => at.getUTCFullYear() * 12 + at.getUTCMonth();
  const count = Math.max(0, monthOf(to) - monthOf(from) + 1);
  return Array.from({ length: count }, (_, ahead) => {
    const month = new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + ahead));
    return Number(firstSystemNo(month) / 10n ** 15n);
  });
}

/** Digits of a whole or partial number, as typed: the numbers from `from` to before `to`; `undefined` when it can't begin one. Both fit a bigint column. */
export function systemNoPrefixRange(digits: string): { from: SystemNo; to: SystemNo } | undefined {
  if (!/^\d{1,19}$/.test(digits)) return undefined;
  const scale = 10n ** BigInt(19 - digits.length);
  const from = BigInt(digits) * scale;
  if (from > GREATEST) return undefined;
  return { from, to: from + scale > GREATEST ? GREATEST : from + scale };
}

const GREATEST = 2n ** 63n - 1n;

/** More than 10,000 numbers in one millisecond: go on in the next one, whose digits still name a real time. */
function carried(number: SystemNo): SystemNo {
  const time = systemNoTime(number - (number % 10_000n));
  return Number.isNaN(time.getTime()) ? firstSystemNo(new Date(systemNoTime(number - 10_000n - (number % 10_000n)).getTime() + 1)) : number;
}
