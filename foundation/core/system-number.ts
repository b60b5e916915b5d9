/**
 * System numbers: 19-digit, time-ordered integers `yymmddHHMMSSmmm` (UTC) + 4 digits. One key is primary key,
 * newest-first order, time range, prefix search and month's partition at once. On the wire they are text, in the code
 * `bigint`.
 */
import type { Clock } from './clock.ts';

export type SystemNo = bigint;

/** Numbers name moments from here on: their year has two digits. */
export const FIRST_NUMBERED = new Date('2000-01-01T00:00:00.000Z');
/** No number names this moment or a later one: 93 as the first two digits does not fit a bigint column. */
export const NUMBERED_BEFORE = new Date('2093-01-01T00:00:00.000Z');

/**
 * Makes numbers that only grow within one process; between processes the four random digits and the primary key keep
 * them apart.
 */
export class SystemNumbers {
  readonly #clock: Clock;
  readonly #random: () => number;
  #last = 0n;

  constructor(clock: Clock, random: () => number = Math.random) {
    this.#clock = clock;
    this.#random = random;
  }

  /**
   * `at` for demo data and tests that live in the past; then the order of calls does not count. Throws where no number
   * names the moment.
   */
  next(at?: Date): SystemNo {
    const number = numberOf(at ?? this.#clock.now()) + BigInt(Math.floor(this.#random() * 10_000));
    if (at) return number;
    this.#last = number > this.#last ? number : carried(this.#last + 1n);
    return this.#last;
  }
}

/** Two processes can draw the same number in the same millisecond; many numbers at once meet sooner than one does. */
const MOST_DRAWS = 5;

/**
 * Does `work`, which draws its numbers itself, and anew with others while `isTaken` says of its failure that one was
 * another's. Tells it which draw it is, from 1.
 */
export async function drawingUntilFree<Result>(
  isTaken: (error: unknown) => boolean,
  work: (draw: number) => Promise<Result>,
): Promise<Result> {
  for (let draw = 1; ; draw += 1) {
    try {
      return await work(draw);
    } catch (error) {
      if (!isTaken(error) || draw === MOST_DRAWS) throw error;
    }
  }
}

/**
 * The smallest number of a moment: `createdAt >= t` is `number >= firstSystemNo(t)`, `createdAt < t` is `number <
 * firstSystemNo(t)`. Before the first moment that a number names it is 0; from the end of numbers on it is the greatest
 * that a column holds.
 */
export function firstSystemNo(at: Date): SystemNo {
  if (at < FIRST_NUMBERED) return 0n;
  return at < NUMBERED_BEFORE ? numberOf(at) : GREATEST;
}

function numberOf(at: Date): SystemNo {
  if (!(at >= FIRST_NUMBERED && at < NUMBERED_BEFORE))
    throw new RangeError(`no system number names ${at.toISOString()}`);
  const iso = at.toISOString();
  return BigInt(
    `${iso.slice(2, 4)}${iso.slice(5, 7)}${iso.slice(8, 10)}${iso.slice(11, 13)}${iso.slice(14, 16)}${iso.slice(17, 19)}${iso.slice(20, 23)}0000`,
  );
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

/**
 * The months, as the four digits (`yymm`) that their numbers begin with, from `from`'s to `to`'s, as far as numbers
 * name them.
 */
export function systemNoMonths(from: Date, to: Date): number[] {
  const monthOf = (at: Date): number => at.getUTCFullYear() * 12 + at.getUTCMonth();
  const first = Math.max(monthOf(from), monthOf(FIRST_NUMBERED));
  const last = Math.min(monthOf(to), monthOf(NUMBERED_BEFORE) - 1);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, ahead) =>
    Number(numberOf(new Date(Date.UTC(Math.floor((first + ahead) / 12), (first + ahead) % 12))) / 10n ** 15n),
  );
}

/**
 * Digits of a whole or partial number, as typed: the numbers from `from` to before `to`; `undefined` when it can't
 * begin one. Both fit a bigint column.
 */
export function systemNoPrefixRange(digits: string): { from: SystemNo; to: SystemNo } | undefined {
  if (!/^\d{1,19}$/.test(digits)) return undefined;
  const scale = 10n ** BigInt(19 - digits.length);
  const from = BigInt(digits) * scale;
  if (from > GREATEST) return undefined;
  return { from, to: from + scale > GREATEST ? GREATEST : from + scale };
}

/** The system number that 19 digits name; undefined for any other text, and for more than a bigint column holds. */
export function parseSystemNo(text: string): SystemNo | undefined {
  return text.length === 19 ? parseRecordNumber(text) : undefined;
}

/** The number of any record, in up to 19 digits; undefined for any other text, and for more than a bigint column holds. */
export function parseRecordNumber(text: string): bigint | undefined {
  if (!/^\d{1,19}$/.test(text)) return undefined;
  const number = BigInt(text);
  return number <= GREATEST ? number : undefined;
}

const GREATEST = 2n ** 63n - 1n;

/** More than 10,000 numbers in one millisecond: go on in the next one, whose digits still name a real time. */
function carried(number: SystemNo): SystemNo {
  const time = systemNoTime(number - (number % 10_000n));
  return Number.isNaN(time.getTime())
    ? numberOf(new Date(systemNoTime(number - 10_000n - (number % 10_000n)).getTime() + 1))
    : number;
}
