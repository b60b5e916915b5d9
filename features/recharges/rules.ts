/** What a recharge may be, what the wallet gets of it, how it is numbered. Pure; amounts in minor units. */
import { type Currency, parseAmountOrZero, parsePercent } from '#foundation/core/money.ts';
import type { ChannelRow } from '#features/channels/contract.ts';
import { orderFee, type Rate } from '#features/channels/rules.ts';

/** What all numbers of recharges made in the console begin with: by it the order list finds them. */
export const RECHARGE_NO_PREFIX = 'RC-';

/** In the order of time. `mark`: eight characters that tell apart what is made in the same second. */
export function rechargeNo(at: Date, mark: string): string {
  return `${RECHARGE_NO_PREFIX}${Math.floor(at.getTime() / 1000)}-${mark}`;
}

/** For so many seconds an equal recharge of the same session that is still unpaid is the same one, clicked again. */
export const REPEAT_SECONDS = 3;

/** How long the cashier is open. */
export const EXPIRE_MINUTES = 30;

/** A channel that may be chosen, as far as an amount is concerned. */
export interface Offer {
  readonly code: string;
  readonly rate: Rate;
  readonly minMinor: bigint;
  readonly maxMinor: bigint;
  /** Of its limit for today; null is unlimited. */
  readonly leftMinor: bigint | null;
}

/** Of what the channel list says. */
export function offerOf(
  { code, rate, minAmount, maxAmount, totalLimit, usedToday }: ChannelRow,
  currency: Currency,
): Offer {
  const minor = (text: string): bigint => parseAmountOrZero(text, currency) ?? wrong(text);
  const left = totalLimit === null ? null : minor(totalLimit) - minor(usedToday);
  return {
    code,
    rate: {
      percentE4: parsePercent(rate.percent) ?? wrong(rate.percent),
      fixedMinor: minor(rate.fixed),
      minFeeMinor: rate.minFee === null ? null : minor(rate.minFee),
      maxFeeMinor: rate.maxFee === null ? null : minor(rate.maxFee),
    },
    minMinor: minor(minAmount),
    maxMinor: minor(maxAmount),
    leftMinor: left !== null && left < 0n ? 0n : left,
  };
}

export type AmountFault = 'recharge_minimum' | 'amount_out_of_range' | 'channel_limit_reached';

/** The first thing that is wrong with an amount, in the order in which the server says it. */
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

/** What a channel takes at least, under the platform's own minimum. */
export function minRecharge(minimumMinor: bigint, { minMinor }: Pick<Offer, 'minMinor'>): bigint {
  return minimumMinor > minMinor ? minimumMinor : minMinor;
}

const MAX_QUICK_AMOUNTS = 6;

/** Round amounts that may be recharged, from the least on: 1, 2 and 5 of each power of ten. */
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
  throw new Error(`${text} is no amount of a channel`);
}
