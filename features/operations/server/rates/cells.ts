/** One member's rate on one channel: as the wire has it, its margin, and where it is below cost. Pure. */
import { rateTexts } from '#features/channels/rate-texts.ts';
import { costOf, feeAtRate, orderFee, type Rate, type Route, undercutOf } from '#features/channels/rules.ts';
import type { ChannelRate } from '#features/channels/server/member-rates.ts';
import { type Currency, formatAmount, minorDigits } from '#foundation/core/money.ts';
import type { RateCell } from '../../rate-contract.ts';

/** Margins are shown for an order of so many main units, or the nearest amount that the channel takes. */
const SAMPLE_UNITS = 100n;

export function cellOf(
  { channel, effective, rate, own, closed, isHeld, isBelowOwn, changedAt }: ChannelRate,
  currency: Currency,
): RateCell {
  return {
    code: channel.code,
    rate: rateTexts(effective, currency),
    own: rate !== null,
    agent: own && rateTexts(own, currency),
    closed,
    held: isHeld,
    belowAgent: isBelowOwn,
    belowCost: belowCostAt(effective, channel) !== undefined,
    margin: marginOf(effective, channel, currency),
    changedAt: changedAt?.toISOString() ?? null,
  };
}

/** What the platform keeps of an order of `sample`; null without a route. */
export function marginOf(rate: Rate, channel: ChannelRate['channel'], currency: Currency): string | null {
  const sampleMinor = sampleOf(channel, currency);
  const route = dearestAt(sampleMinor, channel.routes);
  return route ? formatAmount(orderFee(sampleMinor, rate) - costOf(sampleMinor, route), currency) : null;
}

export function sampleOf(
  { minAmountMinor, maxAmountMinor }: { minAmountMinor: bigint; maxAmountMinor: bigint },
  currency: Currency,
): bigint {
  const wanted = SAMPLE_UNITS * 10n ** BigInt(minorDigits(currency));
  if (wanted < minAmountMinor) return minAmountMinor;
  return wanted > maxAmountMinor ? maxAmountMinor : wanted;
}

/** The route that costs most at this amount. */
export function dearestAt(amountMinor: bigint, routes: readonly Route[]): Route | undefined {
  return routes.reduce<Route | undefined>(
    (dearest, route) => (dearest && costOf(amountMinor, dearest) >= costOf(amountMinor, route) ? dearest : route),
    undefined,
  );
}

/** Where the fee is below what an open route costs: the smallest such amount, and the route. */
export function belowCostAt(rate: Rate, channel: ChannelRate['channel']) {
  for (const route of channel.routes) {
    const cost: Rate = {
      percentE4: route.costPercentE4,
      fixedMinor: route.costFixedMinor,
      minFeeMinor: null,
      maxFeeMinor: null,
    };
    const undercut = undercutOf(rate, cost, channel);
    if (undercut) {
      const { amountMinor, feeMinor } = undercut;
      return { route, amountMinor, feeMinor, costMinor: feeAtRate(amountMinor, cost) };
    }
  }
  return undefined;
}
