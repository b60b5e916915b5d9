/** Rules of recharges: limits, the net amount, numbering. Pure; amounts in minor units. */
import { type Currency, parseAmountOrZero } from '#foundation/core/money.ts';
import type { ChannelRow } from '#features/channels/contract.ts';
import { readRate } from '#features/channels/rate-texts.ts';
import { orderFee, type Rate } from '#features/channels/rules.ts';

/** The prefix of all recharge numbers from the console; the order list finds them by it. */
export const RECHARGE_NO_PREFIX = 'RC-';

/** Crockford's base32: no letter that looks like a digit. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Returns a recharge's number: ten letters for 50 bits of its request's hash, few enough to read out. Two requests of a
 * member that get the same number are a conflict, which takes a million recharges to have a chance of 1 in 2,000.
 */
export function rechargeNo(hash: Uint8Array): string {
  return RECHARGE_NO_PREFIX + Array.from(hash.subarray(0, 10), (byte) => LETTERS[byte % 32]).join('');
}

/**
 * For this many seconds, an equal and still unpaid recharge of the same session counts as a repeated click, if its
 * requests have no id.
 */
export const REPEAT_SECONDS = 3;

/** How long the cashier stays open. */
export const EXPIRE_MINUTES = 30;

/** The parts of an open channel that matter for an amount. */
export interface Offer {
  readonly code: string;
  readonly rate: Rate;
  readonly minMinor: bigint;
  readonly maxMinor: bigint;
  /** What is left of today's limit; null: unlimited. */
  readonly leftMinor: bigint | null;
}

/** Converts a row of the channel list. */
export function offerOf(
  { code, rate, minAmount, maxAmount, totalLimit, usedToday }: ChannelRow,
  currency: Currency,
): Offer {
  const minor = (text: string): bigint => parseAmountOrZero(text, currency) ?? wrong(text);
  const read = readRate(rate, currency);
  const left = totalLimit === null ? null : minor(totalLimit) - minor(usedToday);
  return {
    code,
    rate: read.rate ?? wrong(read.wrong.map((part) => `${part} ${rate[part]}`).join()),
    minMinor: minor(minAmount),
    maxMinor: minor(maxAmount),
    leftMinor: left !== null && left < 0n ? 0n : left,
  };
}

export type AmountFault = 'recharge_minimum' | 'amount_out_of_range' | 'channel_limit_reached';

/** The first error of an amount, in the server's order. */
export function amountFaultOf(
  amountMinor: bigint,
  minimumMinor: bigint,
  { minMinor, maxMinor, leftMinor }: Pick<Offer, 'minMinor' | 'maxMinor' | 'leftMinor'>,
): AmountFault | undefined {
  if (amountMinor < minimumMinor) return 'recharge_minimum';
  if (amountMinor < minMinor || amountMinor > maxMinor) return 'amount_out_of_range';
  return leftMinor !== null && amountMinor > leftMinor ? 'channel_limit_reached' : undefined;
}

/** amount = fee + obtained, as the order will be booked. */
export function splitOf(amountMinor: bigint, rate: Rate): { feeMinor: bigint; obtainedMinor: bigint } {
  const feeMinor = orderFee(amountMinor, rate);
  return { feeMinor, obtainedMinor: amountMinor - feeMinor };
}

/** The smallest amount of a channel, considering the platform's own minimum. */
export function minRecharge(minimumMinor: bigint, { minMinor }: Pick<Offer, 'minMinor'>): bigint {
  return minimumMinor > minMinor ? minimumMinor : minMinor;
}

const MAX_QUICK_AMOUNTS = 6;

/** Round amounts that can be recharged, from the minimum on: 1, 2 and 5 times each power of ten. */
export function quickAmountsOf(
  minimumMinor: bigint,
  { minMinor, maxMinor, leftMinor }: Pick<Offer, 'minMinor' | 'maxMinor' | 'leftMinor'>,
): bigint[] {
  const fromMinor = minRecharge(minimumMinor, { minMinor });
  const toMinor = leftMinor !== null && leftMinor < maxMinor ? leftMinor : maxMinor;
  const amounts: bigint[] = [];
  for (let power = 1n; power <= toMinor && amounts.length < MAX_QUICK_AMOUNTS; power *= 10n) {
    amounts.push(...[power, 2n * power, 5n * power].filter((amount) => amount >= fromMinor && amount <= toMinor));
  }
  return amounts.slice(0, MAX_QUICK_AMOUNTS);
}

function wrong(text: string): never {
  throw new Error(`${text} is not an amount of a channel`);
}
