/** A member's rates as text fields, and back: `rates.<row>.percent` and so on. Pure. */
import { type RatePart, rateParts, readRate } from '#features/channels/rate-texts.ts';
import type { Rate } from '#features/channels/rules.ts';
import type { FormValues } from '#foundation/console/form/form.tsx';
import { amountOnWire } from '#foundation/core/amount-text.ts';
import { type Currency, formatAmount, formatPercent, parseAmountOrZero, parsePercent } from '#foundation/core/money.ts';
import { isBlank } from '#foundation/core/typed-line.ts';
import { percentOnWire } from '#foundation/core/typed-percent.ts';
import type { RateInput, RateOutput } from '../../fields.ts';
import type { UserRate } from '../../rate-contract.ts';

export function fieldOf(row: number, part: RatePart | 'closed'): string {
  return `rates.${row}.${part}`;
}

/** The value of a ticked `closed`. */
export const TICKED = 'yes';

/** What the member pays now. */
export function initialValues(rates: readonly UserRate[]): FormValues {
  return Object.fromEntries(
    rates.flatMap(({ effective, closed }, row) => [
      ...rateEntries(row, effective),
      [fieldOf(row, 'closed'), closed ? TICKED : ''] as const,
    ]),
  );
}

/** The fields of one row with this rate. */
export function rateEntries(row: number, { percent, fixed, minFee, maxFee }: RateOutput): [string, string][] {
  return [
    [fieldOf(row, 'percent'), percent],
    [fieldOf(row, 'fixed'), fixed],
    [fieldOf(row, 'minFee'), minFee ?? ''],
    [fieldOf(row, 'maxFee'), maxFee ?? ''],
  ];
}

/** The row as the call takes it; null if nothing in it has changed. Text that can't be read stays as typed. */
export function rowInput(
  values: FormValues,
  { row, rate, currency }: { row: number; rate: UserRate; currency: Currency },
): RateInput | null {
  const before = initialValues([rate]);
  const isChanged = [...rateParts, 'closed' as const].some(
    (part) => (values[fieldOf(row, part)] ?? '') !== before[fieldOf(0, part)],
  );
  if (!isChanged) return null;
  const amount = (part: RatePart) => {
    const text = values[fieldOf(row, part)] ?? '';
    return isBlank(text) ? null : amountOnWire(text, { currency, allowsZero: true });
  };
  return {
    channel: rate.channel.code,
    percent: percentOnWire(values[fieldOf(row, 'percent')] ?? ''),
    fixed: amount('fixed') ?? '0',
    minFee: amount('minFee'),
    maxFee: amount('maxFee'),
    closed: values[fieldOf(row, 'closed')] === TICKED,
  };
}

/** The rate in numbers; undefined if one of its parts can't be read. */
export function rateOf(
  { percent, fixed = '0', minFee = null, maxFee = null }: RateInput | RateOutput,
  currency: Currency,
): Rate | undefined {
  return readRate({ percent, fixed, minFee, maxFee }, currency).rate;
}

/** The own rate with something added to its percentage and its fixed part. */
export function withMargin(
  own: RateOutput,
  margin: { percent: string; fixed: string },
  currency: Currency,
): RateOutput | undefined {
  const rate = rateOf(own, currency);
  const percentE4 = isBlank(margin.percent) ? 0 : parsePercent(percentOnWire(margin.percent));
  const fixedMinor = isBlank(margin.fixed)
    ? 0n
    : parseAmountOrZero(amountOnWire(margin.fixed, { currency, allowsZero: true }), currency);
  if (!rate || percentE4 === undefined || fixedMinor === undefined) return undefined;
  return {
    ...own,
    percent: formatPercent(rate.percentE4 + percentE4),
    fixed: formatAmount(rate.fixedMinor + fixedMinor, currency),
  };
}
