/** What is wrong with the rates of a form: what it can tell before the server does, and what the server answers. */
import { type AmountRange, isSoundRate, undercutOf } from '#features/channels/rules.ts';
import { type FieldFault, fieldFault } from '#foundation/console/form/field-fault.ts';
import { CallRefused, FieldErrors } from '#foundation/console/wire/api-errors.ts';
import { type Currency, money, parsePercent } from '#foundation/core/money.ts';
import type { RateInput } from '../../fields.ts';
import type { UserRate } from '../../rate-contract.ts';
import { fieldOf, rateOf } from './rate-values.ts';

export interface CheckedRate {
  row: number;
  input: RateInput;
  rate: UserRate;
  currency: Currency;
  /** The amounts of the channel's orders; undefined while they are not known. */
  range: AmountRange | undefined;
}

export function rateFaults({ row, input, rate: { floor, ceiling }, currency, range }: CheckedRate): FieldFault[] {
  const rate = rateOf(input, currency);
  // What can't be read is a fault of the schema.
  if (rate === undefined) return [];
  const maximumE4 = parsePercent(ceiling);
  if (maximumE4 !== undefined && rate.percentE4 > maximumE4)
    return [fieldFault(fieldOf(row, 'percent'), 'rate_too_high', { maximum: Number(ceiling) })];
  if (!isSoundRate(rate)) return [fieldFault(fieldOf(row, 'minFee'), 'rate_not_sound')];
  const own = floor === null ? undefined : rateOf(floor, currency);
  // Nothing is earned on a closed channel.
  const short = own && range && input.closed !== true ? undercutOf(rate, own, range) : undefined;
  if (!short) return [];
  return [
    fieldFault(fieldOf(row, 'percent'), 'rate_below_own', {
      amount: money(short.amountMinor, currency),
      fee: money(short.feeMinor, currency),
      own: money(short.ownMinor, currency),
    }),
  ];
}

/**
 * Moves the errors of a call, which gets only the changed rows, to the rows of the form. `rows`: the form's row of each
 * row that was sent. Returns other errors unchanged.
 */
export function withRowsOfForm(error: unknown, rows: readonly number[]): unknown {
  const fields = error instanceof FieldErrors || error instanceof CallRefused ? error.fields : {};
  const names = Object.keys(fields);
  if (!(error instanceof Error) || names.length === 0) return error;
  const moved = names.map((name): [string, string] => [
    name.replace(/^rates\.(\d+)/, (_, index: string) => `rates.${rows[Number(index)] ?? index}`),
    fields[name] ?? '',
  ]);
  return new FieldErrors(error.message, Object.fromEntries(moved));
}
