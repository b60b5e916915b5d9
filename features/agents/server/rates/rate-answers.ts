/** Rates as requests and answers write them, and as the audit log does. */
import { type RateTexts, rateTexts, readRate } from '#features/channels/rate-texts.ts';
import type { ChannelRate, GivenRate, RateChange, RateRefusal } from '#features/channels/server/member-rates.ts';
import { type Currency, formatPercent, HUNDRED_PERCENT, money, parsePercent } from '#foundation/core/money.ts';
import type { Language, PhraseValues } from '#foundation/core/words.ts';
import type { FieldFaults } from '#foundation/server/http/handlers.ts';
import type { UserRate } from '../../rate-contract.ts';

interface GivenTexts extends RateTexts {
  channel: string;
  closed: boolean;
}

interface FieldContext {
  wrongField(field: string, word: string, values?: PhraseValues): never;
}

/** Reads the rows of `rates`. A percentage above 100 becomes one that no ceiling allows. */
export function readRates({ wrongField }: FieldContext, rows: readonly GivenTexts[], currency: Currency): GivenRate[] {
  return rows.map(({ channel, closed, ...texts }, index) => {
    const { rate, wrong } = readRate(texts, currency, {
      percentOf: (text) => parsePercent(text) ?? HUNDRED_PERCENT + 1,
    });
    return { channel, rate: rate ?? wrongField(`rates.${index}.${wrong[0]}`, 'amount_form'), closed };
  });
}

/** An agent sees a channel that it does not hold as closed, whatever the reason. */
export function userRate(
  { channel, isHeld, own, rate, effective, closed, isBelowOwn, changedAt }: ChannelRate,
  { language, currency, maxRatePercentE4 }: { language: Language; currency: Currency; maxRatePercentE4: number },
): UserRate {
  const { code, name, mode } = channel;
  const ownRate = isHeld && own !== null ? rateTexts(own, currency) : null;
  return {
    channel: { code, name: name[language], mode, state: isHeld ? 'open' : 'closed' },
    own: ownRate,
    rate: rate && rateTexts(rate, currency),
    effective: rateTexts(effective, currency),
    closed,
    floor: ownRate,
    ceiling: formatPercent(maxRatePercentE4),
    belowOwn: isBelowOwn,
    changedAt: changedAt?.toISOString() ?? null,
  };
}

const fieldOf = {
  channel_not_held: 'channel',
  rate_too_high: 'percent',
  rate_not_sound: 'maxFee',
  rate_below_own: 'percent',
} as const satisfies Record<RateRefusal['error'], string>;

interface RateContext {
  refuse(name: RateRefusal['error'], values?: PhraseValues, fields?: FieldFaults): never;
}

/** Refuses with the first of the refusals, if any, and puts a message beside each row that can't be set. */
export function refuseRates({ refuse }: RateContext, refusals: readonly RateRefusal[], currency: Currency): void {
  const [first] = refusals;
  if (!first) return;
  const fields = refusals.map((refusal) => [
    `rates.${refusal.index}.${fieldOf[refusal.error]}`,
    { word: refusal.error, values: valuesOf(refusal, currency) },
  ]);
  refuse(first.error, valuesOf(first, currency), Object.fromEntries(fields) as FieldFaults);
}

/** The values of the refusal's text. */
function valuesOf(refusal: RateRefusal, currency: Currency): PhraseValues {
  switch (refusal.error) {
    case 'rate_below_own': {
      const { amountMinor, feeMinor, ownMinor } = refusal.undercut;
      return { amount: money(amountMinor, currency), fee: money(feeMinor, currency), own: money(ownMinor, currency) };
    }
    case 'rate_too_high':
      return { maximum: refusal.maxPercentE4 / 10_000 };
    default:
      return {};
  }
}

/** For the audit log: `qr: percent 0.6 → 0.7, maxFee none → 5.00; bank: closed no → yes`. */
export function changesText(changes: readonly RateChange[], currency: Currency): string {
  return changes
    .map(({ channel, before, after }) => {
      const [was, is] = [loggedFields(before, currency), loggedFields(after, currency)];
      const fields = Object.keys(is).filter((name) => was[name] !== is[name]);
      return `${channel.code}: ${fields.map((name) => `${name} ${was[name]} → ${is[name]}`).join(', ')}`;
    })
    .join('; ');
}

function loggedFields({ rate, closed }: RateChange['before'], currency: Currency): Readonly<Record<string, string>> {
  const { minFee, maxFee, ...texts } = rateTexts(rate, currency);
  return { ...texts, minFee: minFee ?? 'none', maxFee: maxFee ?? 'none', closed: closed ? 'yes' : 'no' };
}
