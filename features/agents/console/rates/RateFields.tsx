/** One channel's row in the rate form: its four parts, the agent's own rate, and what the agent would earn. */
import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { RateText } from '#features/channels/console/RateText.tsx';
import { orderFee } from '#features/channels/rules.ts';
import { useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { AmountField } from '#foundation/console/form/AmountField.tsx';
import { type FormValues, useFormState } from '#foundation/console/form/form.tsx';
import { PercentField } from '#foundation/console/form/PercentField.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { type Currency, formatAmount, parseAmountOrZero } from '#foundation/core/money.ts';
import type { UserRate } from '../../rate-contract.ts';
import { rateWords } from '../../rate-words.ts';
import { agentWords } from '../../screen-words.ts';
import { RateBadges } from './RateBadges.tsx';
import { fieldOf, rateOf, rowInput, TICKED } from './rate-values.ts';
import classes from './Rates.module.css';

/** What the agent earns is shown for these amounts, of the platform's main unit. */
const SHOWN_AMOUNTS = ['100', '1000'] as const;

export function RateFields({ row, rate }: { row: number; rate: UserRate }) {
  const t = useWords(rateWords);
  const shared = useWords(agentWords);
  const form = useFormState();
  const { channel, own } = rate;
  const closed = fieldOf(row, 'closed');
  // Errors that belong to no field of the row.
  const fault = form.errors[`rates.${row}.channel`] ?? form.errors[`rates.${row}`];
  return (
    <fieldset className={classes.row}>
      <legend className={classes.legend}>{channel.name || channel.code}</legend>
      <div className={classes.about}>
        <span className={classes.quiet}>{shared('your_rate')}</span>
        {own === null ? <span className={classes.quiet}>{t('not_held')}</span> : <RateText rate={own} />}
        <RateBadges rate={rate} />
      </div>
      {own !== null && (
        <>
          <div className={classes.parts}>
            <PercentField name={fieldOf(row, 'percent')} label={t('percent')} />
            <AmountPart name={fieldOf(row, 'fixed')} label={t('fixed')} />
            <AmountPart name={fieldOf(row, 'minFee')} label={t('min_fee')} placeholder={t('no_limit')} />
            <AmountPart name={fieldOf(row, 'maxFee')} label={t('max_fee')} placeholder={t('no_limit')} />
          </div>
          <Earnings row={row} rate={rate} />
          <Checkbox
            size="sm"
            name={closed}
            label={t('close_channel')}
            checked={form.values[closed] === TICKED}
            onChange={(event) => form.set(closed, event.currentTarget.checked ? TICKED : '')}
          />
        </>
      )}
      {fault !== undefined && (
        <p className={classes.fault} role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}

function AmountPart({ name, label, placeholder }: { name: string; label: string; placeholder?: string }) {
  return <AmountField name={name} label={label} {...(placeholder === undefined ? {} : { placeholder })} allowsZero />;
}

/** Nothing while a part can't be read. */
function Earnings({ row, rate }: { row: number; rate: UserRate }) {
  const t = useWords(rateWords);
  const format = useFormat();
  const { currency } = useLocality();
  const [small, large] = earningsOf(useFormState().values, { row, rate, currency });
  return (
    <p className={classes.earnings} aria-live="polite">
      {small !== undefined &&
        large !== undefined &&
        t('earns', {
          small: format.amount(small),
          smallAmount: format.amount(SHOWN_AMOUNTS[0]),
          large: format.amount(large),
          largeAmount: format.amount(SHOWN_AMOUNTS[1]),
        })}
    </p>
  );
}

function earningsOf(
  values: FormValues,
  { row, rate, currency }: { row: number; rate: UserRate; currency: Currency },
): (string | undefined)[] {
  const own = rate.own && rateOf(rate.own, currency);
  const typed = rateOf(rowInput(values, { row, rate, currency }) ?? rate.effective, currency);
  if (!own || !typed) return [];
  return SHOWN_AMOUNTS.map((text) => {
    const amountMinor = parseAmountOrZero(text, currency) ?? 0n;
    const earned = orderFee(amountMinor, typed) - orderFee(amountMinor, own);
    return formatAmount(earned > 0n ? earned : 0n, currency);
  });
}
