/**
 * System numbers: 19-digit, time-ordered integers `yymmddHHMMSSmmm` (UTC) + 4 digits. One number serves as primary key,
 * newest-first order, time range, prefix search and monthly partition. They are text on the wire and `bigint` in code.
 */
import type { Clock } from './clock.ts';

export type SystemNo = bigint;

/** The first moment that has a number: the year has two digits. */
export const FIRST_NUMBERED = new Date('2000-01-01T00:00:00.000Z');
/** Numbers end before this moment: a number that begins with 93 does not fit a bigint column. */
export const NUMBERED_BEFORE = new Date('2093-01-01T00:00:00.000Z');

/**
 * Generates numbers that only increase within one process. Between processes, the four random digits make a collision
 * unlikely and the primary key rejects it.
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
   * `at` is for demo data and tests in the past; numbers for it do not increase with each call. Throws if the moment is
   * outside the range of numbers.
   */
  next(at?: Date): SystemNo {
    const number = numberOf(at ?? this.#clock.now()) + BigInt(Math.floor(this.#random() * 10_000));
    if (at) return number;
    this.#last = number > this.#last ? number : carried(this.#last + 1n);
    return this.#last;
  }
}

/**
 * Two processes can draw the same number in the same millisecond. Large batches collide more often than single rows.
 */
const MAX_ATTEMPTS = 5;

/**
 * Runs `work`, which draws its own numbers, and retries while `isTaken` recognizes the error as a number collision.
 * Passes the attempt to `work`, counted from 1.
 */
export async function retryOnNumberCollision<Result>(
  isTaken: (error: unknown) => boolean,
  work: (attempt: number) => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt);
    } catch (error) {
      if (!isTaken(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

/**
 * The smallest number of a moment: `createdAt >= t` is `number >= firstSystemNo(t)`, `createdAt < t` is `number <
 * firstSystemNo(t)`. Returns 0 before `FIRST_NUMBERED`, and a bigint column's maximum from `NUMBERED_BEFORE` on.
 */
export function firstSystemNo(at: Date): SystemNo {
  if (at < FIRST_NUMBERED) return 0n;
  return at < NUMBERED_BEFORE ? numberOf(at) : MAX_SYSTEM_NO;
}

function numberOf(at: Date): SystemNo {
  if (!(at >= FIRST_NUMBERED && at < NUMBERED_BEFORE)) throw new RangeError(`no system number for ${at.toISOString()}`);
  const iso = at.toISOString();
  return BigInt(
    `${iso.slice(2, 4)}${iso.slice(5, 7)}${iso.slice(8, 10)}${iso.slice(11, 13)}${iso.slice(14, 16)}${iso.slice(17, 19)}${iso.slice(20, 23)}0000`,
  );
}

/** The moment a number was made for, to the millisecond. */
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
 * The months from `from` to `to`, both inclusive, as the four digits (`yymm`) that their numbers begin with. Leaves out
 * months without numbers.
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
 * The range of numbers, `to` exclusive, that begin with the typed digits. Returns undefined if no number can begin with
 * them. Both ends fit a bigint column.
 */
export function systemNoPrefixRange(digits: string): { from: SystemNo; to: SystemNo } | undefined {
  if (!/^\d{1,19}$/.test(digits)) return undefined;
  const scale = 10n ** BigInt(19 - digits.length);
  const from = BigInt(digits) * scale;
  if (from > MAX_SYSTEM_NO) return undefined;
  return { from, to: from + scale > MAX_SYSTEM_NO ? MAX_SYSTEM_NO : from + scale };
}

/** The system number that 19 digits name; undefined for any other text, and for more than a bigint column holds. */
export function parseSystemNo(text: string): SystemNo | undefined {
  return text.length === 19 ? parseRecordNumber(text) : undefined;
}

/** The number of any record, in up to 19 digits; undefined for any other text, and for more than a bigint column holds. */
export function parseRecordNumber(text: string): bigint | undefined {
  if (!/^\d{1,19}$/.test(text)) return undefined;
  const number = BigInt(text);
  return number <= MAX_SYSTEM_NO ? number : undefined;
}

const MAX_SYSTEM_NO = 2n ** 63n - 1n;

/** After 10,000 numbers in one millisecond, continues in the next one, so that the digits are still a real time. */
function carried(number: SystemNo): SystemNo {
  const time = systemNoTime(number - (number % 10_000n));
  return Number.isNaN(time.getTime())
    ? numberOf(new Date(systemNoTime(number - 10_000n - (number % 10_000n)).getTime() + 1))
    : number;
}
