/** The rates of a new member as fields of the form: `rates.0.percent` and so on, one row per channel of the agent. Pure. */
import type { ChannelRow } from '#features/channels/contract.ts';
import { type AmountRange, isSoundRate, orderFee, type Rate, undercutOf } from '#features/channels/rules.ts';
import { type FieldFault, fieldFault } from '#foundation/console/form/field-fault.ts';
import type { FormValues } from '#foundation/console/form/form.tsx';
import { amountOnWire, readAmount } from '#foundation/core/amount-text.ts';
import {
  type Currency,
  formatPercent,
  money,
  parseAmountOrZero,
  parsePercent,
  type PercentE4,
} from '#foundation/core/money.ts';
import { percentOnWire } from '#foundation/core/typed-percent.ts';
import type { RateInput } from '../../fields.ts';
import type { AgentDetail } from '../../tree-contract.ts';
import type { agentTexts } from '../../words.ts';

export type OwnRate = AgentDetail['ownRates'][number];

/** What the rows are about. */
export interface RateTerms {
  /** The agent's own rates, one per row. */
  own: readonly OwnRate[];
  /** The channels that the agent can use, with the range of amounts; empty while unknown. */
  channels: readonly Pick<ChannelRow, 'code' | 'minAmount' | 'maxAmount'>[];
  currency: Currency;
}

export const rateParts = ['percent', 'fixed', 'minFee', 'maxFee'] as const;
export type RatePart = (typeof rateParts)[number];

export function rateField(row: number, part: RatePart): string {
  return `rates.${row}.${part}`;
}

/** The fields start with the agent's own rates. */
export function rateValues(own: readonly OwnRate[]): FormValues {
  return Object.fromEntries(
    own.flatMap((rate, row) => rateParts.map((part) => [rateField(row, part), rate[part] ?? ''] as const)),
  );
}

/** The rows as the call takes them. An empty lowest or highest fee is none. */
export function ratesTyped(values: FormValues, { own, currency }: Pick<RateTerms, 'own' | 'currency'>): RateInput[] {
  return own.map(({ channel }, row) => {
    const amount = <Empty>(part: RatePart, empty: Empty): string | Empty => {
      const text = values[rateField(row, part)] ?? '';
      return text.trim() === '' ? empty : amountOnWire(text, { currency, allowsZero: true });
    };
    return {
      channel: channel.code,
      percent: percentOnWire(values[rateField(row, 'percent')] ?? ''),
      fixed: amount('fixed', '0'),
      minFee: amount('minFee', null),
      maxFee: amount('maxFee', null),
    };
  });
}

/** A margin such as `0.10`; undefined if it is no percentage. */
export function marginOf(text: string): PercentE4 | undefined {
  return parsePercent(percentOnWire(text));
}

/** The percentage of the agent's own rate plus a margin; undefined if it is more than 100. */
export function percentWithMargin(own: OwnRate, marginE4: PercentE4): string | undefined {
  const text = formatPercent((parsePercent(own.percent) ?? 0) + marginE4);
  return parsePercent(text) === undefined ? undefined : text;
}

/** The amounts on which the commission is shown, in whole units of the currency. */
export const SHOWN_AMOUNTS = ['100', '1000'] as const;

/** What the agent would earn on a paid amount with the row as typed; undefined while the row is wrong. */
export function commissionOn(amount: string, row: number, values: FormValues, terms: RateTerms): bigint | undefined {
  const amountMinor = parseAmountOrZero(amount, terms.currency);
  const rates = ratesOf(row, values, terms);
  if (amountMinor === undefined || !rates || !isSoundRate(rates.rate)) return undefined;
  const earnedMinor = orderFee(amountMinor, rates.rate) - orderFee(amountMinor, rates.own);
  return earnedMinor > 0n ? earnedMinor : 0n;
}

/** What is wrong with the rows, before anything is sent. Never more than what the server refuses. */
export function rateFaults(values: FormValues, terms: RateTerms): FieldFault[] {
  return terms.own.flatMap((_, row) => rowFaults(row, values, terms));
}

function rowFaults(row: number, values: FormValues, terms: RateTerms): FieldFault[] {
  const unreadable = rateParts.flatMap((part) => partFault(row, part, values, terms));
  const rates = ratesOf(row, values, terms);
  if (unreadable.length > 0 || !rates) return unreadable;
  if (!isSoundRate(rates.rate))
    return [fieldFault(rateField(row, 'maxFee'), 'rate_not_sound' satisfies keyof typeof agentTexts)];
  const range = rangeOf(row, terms);
  const short = range && undercutOf(rates.rate, rates.own, range);
  if (!short) return [];
  const word: keyof typeof agentTexts = 'rate_below_own';
  return [
    fieldFault(rateField(row, 'percent'), word, {
      amount: money(short.amountMinor, terms.currency),
      fee: money(short.feeMinor, terms.currency),
      own: money(short.ownMinor, terms.currency),
    }),
  ];
}

/** The amounts that the row's channel accepts; undefined while they are unknown. */
function rangeOf(row: number, { own, channels, currency }: RateTerms): AmountRange | undefined {
  const channel = channels.find(({ code }) => code === own[row]?.channel.code);
  if (!channel) return undefined;
  return {
    minAmountMinor: parseAmountOrZero(channel.minAmount, currency) ?? 0n,
    maxAmountMinor: parseAmountOrZero(channel.maxAmount, currency) ?? 0n,
  };
}

function partFault(row: number, part: RatePart, values: FormValues, { currency }: RateTerms): FieldFault[] {
  const text = values[rateField(row, part)] ?? '';
  const field = rateField(row, part);
  if (part === 'percent')
    return parsePercent(percentOnWire(text)) === undefined ? [fieldFault(field, 'percent_form')] : [];
  if (text.trim() === '') return [];
  const read = readAmount(text, { currency, allowsZero: true });
  return typeof read === 'bigint' ? [] : [fieldFault(field, read.word, read.values)];
}

/** The row's rate and the agent's own; undefined while a field is unreadable. */
function ratesOf(row: number, values: FormValues, terms: RateTerms): { rate: Rate; own: Rate } | undefined {
  const [typed, own] = [ratesTyped(values, terms)[row], terms.own[row]];
  const rates = [typed, own].map((each) => each && rateOf(each, terms.currency));
  return rates[0] && rates[1] && { rate: rates[0], own: rates[1] };
}

type RateText = Pick<RateInput, 'percent' | 'fixed' | 'minFee' | 'maxFee'>;

function rateOf(
  { percent, fixed = '0', minFee = null, maxFee = null }: RateText,
  currency: Currency,
): Rate | undefined {
  const percentE4 = parsePercent(percent);
  const [fixedMinor, minFeeMinor, maxFeeMinor] = [fixed, minFee, maxFee].map((text) =>
    text === null ? null : parseAmountOrZero(text, currency),
  );
  if (percentE4 === undefined || fixedMinor == null || minFeeMinor === undefined || maxFeeMinor === undefined)
    return undefined;
  return { percentE4, fixedMinor, minFeeMinor, maxFeeMinor };
}
