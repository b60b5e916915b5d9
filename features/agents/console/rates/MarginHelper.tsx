/** Fills all rows of the rate form with the agent's own rate plus a margin. Saves nothing by itself. */
import { Button } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { useLocality } from '#foundation/console/display/format.tsx';
import { AmountInput } from '#foundation/console/form/AmountField.tsx';
import { PercentInput } from '#foundation/console/form/PercentField.tsx';
import { useFormState } from '#foundation/console/form/form.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { UserRate } from '../../rate-contract.ts';
import { rateWords } from '../../rate-words.ts';
import { rateEntries, withMargin } from './rate-values.ts';
import classes from './Rates.module.css';

export function MarginHelper({ rates }: { rates: readonly UserRate[] }) {
  const t = useWords(rateWords);
  const form = useFormState();
  const { currency } = useLocality();
  const [percent, setPercent] = useState('');
  const [fixed, setFixed] = useState('');
  const filled = rates.flatMap(({ own }, row) => {
    const rate = own && withMargin(own, { percent, fixed }, currency);
    return rate ? rateEntries(row, rate) : [];
  });
  const fill = () => {
    for (const [name, value] of filled) {
      form.set(name, value);
      form.leave(name);
    }
  };
  // Enter would submit the whole form.
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    fill();
  };
  return (
    <fieldset className={classes.margin}>
      <legend className={classes.legend}>{t('margin')}</legend>
      <div className={classes.marginFields}>
        <PercentInput label={t('margin_percent')} value={percent} onKeyDown={onKeyDown} onValue={setPercent} />
        <AmountInput label={t('margin_fixed')} allowsZero value={fixed} onKeyDown={onKeyDown} onValue={setFixed} />
        <Button variant="default" disabled={filled.length === 0} onClick={fill}>
          {t('margin_apply')}
        </Button>
      </div>
    </fieldset>
  );
}
