/** What the typed amount costs and when it arrives: fetched shortly after the last keystroke, never computed here. */
import { useDebouncedValue } from '@mantine/hooks';
import { useFormState } from '#foundation/console/form/form.tsx';
import { Amount, Time, useLocality } from '#foundation/console/display/format.tsx';
import { Fact, Facts } from '#foundation/console/display/layout.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { parseAmount } from '#foundation/core/money.ts';
import { disbursementCalls } from '../calls.ts';
import { withdrawWords } from '../../screen-words.ts';
import classes from './Withdraw.module.css';

const TYPING_MS = 300;

export function Price() {
  const t = useWords(withdrawWords);
  const { currency } = useLocality();
  const typed = useFormState().values['amount'] ?? '';
  const wanted = parseAmount(typed, currency) === undefined ? '' : typed;
  const [amount] = useDebouncedValue(wanted, TYPING_MS);
  const withTerms = useCall(
    disbursementCalls,
    '/withdrawal/quote',
    { amount },
    { enabled: amount !== '', keepPrevious: false, quiet: true },
  );
  const price = wanted !== '' && amount === wanted ? withTerms.data : undefined;
  const missing = withTerms.error ? '–' : t('counting');
  const figure = (value: string | null | undefined) =>
    value === null || value === undefined ? missing : <Amount value={value} />;
  if (wanted === '')
    return (
      <p className={classes.priceHint} aria-live="polite">
        {t('price_later')}
      </p>
    );
  return (
    <div className={classes.price} aria-live="polite">
      <Facts>
        <Fact label={t('fee')}>{figure(price?.fee)}</Fact>
        <Fact label={t('debit')}>
          <strong>{figure(price?.debit)}</strong>
        </Fact>
        <Fact label={t('arrives')}>{price ? <Time at={price.expectedAt} /> : missing}</Fact>
      </Facts>
    </div>
  );
}
