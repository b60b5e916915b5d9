/**
 * The statement of a range as a sum. With a filter on entries the figures do not add up, so they are not shown as a
 * sum.
 */
import { Fragment } from 'react';
import { Sum } from '#foundation/console/list/data-table/TableBar.tsx';
import { Amount } from '#foundation/console/display/format.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { ledgerScreenWords } from '../screen-words.ts';
import classes from './MoneyLogScreen.module.css';

export interface StatementSums {
  opening: string;
  closing: string;
  in: string;
  out: string;
  fees: string;
}

const steps = [
  ['opening', ''],
  ['in', '+'],
  ['out', '−'],
  ['fees', '−'],
  ['closing', '='],
] as const;

/** `whole`: no filter on entries, so the figures add up. */
export function StatementLine({ sums, whole }: { sums: StatementSums; whole: boolean }) {
  const t = useWords(ledgerScreenWords);
  return steps.map(([name, sign]) => (
    <Fragment key={name}>
      {whole && sign !== '' && <span className={classes.sign}>{sign}</span>}
      <Sum label={t(name)}>
        <span className={classes.sum} data-end={name === 'opening' || name === 'closing' || undefined}>
          <Amount value={sums[name]} />
        </span>
      </Sum>
    </Fragment>
  ));
}
