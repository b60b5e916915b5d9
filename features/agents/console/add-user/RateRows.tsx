/** The rates of a new member: one row per channel, checked while it is typed, with the commission that it would bring. */
import { Button } from '@mantine/core';
import { RateText } from '#features/channels/console/RateText.tsx';
import { Amount, useFormat } from '#foundation/console/display/format.tsx';
import { AmountField } from '#foundation/console/form/AmountField.tsx';
import { useFormState } from '#foundation/console/form/form.tsx';
import { PercentField } from '#foundation/console/form/PercentField.tsx';
import { useLanguage, useWords } from '#foundation/console/page/words.tsx';
import { fieldMessages } from '#foundation/core/field-errors.ts';
import { formatAmount, formatPercent } from '#foundation/core/money.ts';
import { addWords } from '../../add-words.ts';
import { agentTexts } from '../../words.ts';
import classes from './AddUser.module.css';
import {
  commissionOn,
  marginOf,
  type OwnRate,
  percentWithMargin,
  rateFaults,
  rateField,
  rateParts,
  type RateTerms,
  SHOWN_AMOUNTS,
} from './rate-rows.ts';

const partWords = { percent: 'percent', fixed: 'fixed', minFee: 'min_fee', maxFee: 'max_fee' } as const;

/** Sets the percentage of every row to the agent's own plus a margin. */
export function MarginHelper({ own }: { own: readonly OwnRate[] }) {
  const t = useWords(addWords);
  const format = useFormat();
  const { values, set } = useFormState();
  const marginE4 = marginOf(values['margin'] ?? '');
  const apply = () => {
    for (const [row, rate] of own.entries()) {
      const percent = marginE4 === undefined ? undefined : percentWithMargin(rate, marginE4);
      if (percent !== undefined) set(rateField(row, 'percent'), percent);
    }
  };
  return (
    <div className={classes.margin}>
      <PercentField name="margin" label={t('margin')} />
      <Button variant="default" disabled={marginE4 === undefined} onClick={apply}>
        {t('margin_apply', { margin: format.percent(formatPercent(marginE4 ?? 0)) })}
      </Button>
    </div>
  );
}

export function RateRows({ terms }: { terms: RateTerms }) {
  const { values } = useFormState();
  const { language } = useLanguage();
  const faults = fieldMessages({ issues: rateFaults(values, terms) }, agentTexts, language);
  return (
    <ul className={classes.rates}>
      {terms.own.map((own, row) => (
        <Row key={own.channel.code} own={own} row={row} terms={terms} faults={faults} />
      ))}
    </ul>
  );
}

interface RowProps {
  own: OwnRate;
  row: number;
  terms: RateTerms;
  /** Field → what is wrong with what is typed now. */
  faults: Readonly<Record<string, string>>;
}

function Row({ own, row, terms, faults }: RowProps) {
  const t = useWords(addWords);
  const channel = own.channel.name;
  return (
    <li className={classes.rate}>
      <div className={classes.channel}>
        <strong>{channel}</strong>
        <span className={classes.own}>
          {t('own_rate')} <RateText rate={own} />
        </span>
      </div>
      <div className={classes.parts}>
        {rateParts.map((part) => {
          const field = {
            name: rateField(row, part),
            label: (
              <>
                <span className={classes.hidden}>{channel} </span>
                {t(partWords[part])}
              </>
            ),
            error: faults[rateField(row, part)],
          };
          return part === 'percent' ? (
            <PercentField key={part} {...field} />
          ) : (
            <AmountField key={part} {...field} allowsZero />
          );
        })}
      </div>
      <Commissions row={row} terms={terms} />
    </li>
  );
}

function Commissions({ row, terms }: Pick<RowProps, 'row' | 'terms'>) {
  const t = useWords(addWords);
  const format = useFormat();
  const { values } = useFormState();
  return (
    <p className={classes.commissions} aria-live="polite">
      {SHOWN_AMOUNTS.map((amount) => {
        const commissionMinor = commissionOn(amount, row, values, terms);
        return (
          <span key={amount}>
            {t('commission_at', { amount: format.amount(amount) })}{' '}
            <strong>
              {commissionMinor === undefined ? '–' : <Amount value={formatAmount(commissionMinor, terms.currency)} />}
            </strong>
          </span>
        );
      })}
    </p>
  );
}
