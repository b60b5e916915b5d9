/**
 * The statement of a range as a sum. Of some entries only, or of none, there is no opening and closing balance: what went
 * in and out is shown alone.
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
  /** Of one release time only. */
  held?: string | undefined;
}

const steps = [
  ['opening', ''],
  ['in', '+'],
  ['out', '−'],
  ['fees', '−'],
  ['closing', '='],
] as const;

/** `whole`: all entries of the range, so the figures add up. */
export function StatementLine({ sums, whole }: { sums: StatementSums; whole: boolean }) {
  const t = useWords(ledgerScreenWords);
  const shown = whole ? steps : steps.filter(([name]) => name !== 'opening' && name !== 'closing');
  const main = whole ? 'closing' : sums.held === undefined ? 'in' : 'held';
  return (
    <>
      {shown.map(([name, sign]) => (
        <Fragment key={name}>
          {whole && sign !== '' && <span className={classes.sign}>{sign}</span>}
          <Sum label={t(name)} main={name === main}>
            <span className={classes.sum} data-end={name === 'opening' || name === 'closing' || undefined}>
              <Amount value={sums[name]} />
            </span>
          </Sum>
        </Fragment>
      ))}
      {sums.held !== undefined && (
        <Sum label={t('held')} main={main === 'held'}>
          <span className={classes.sum} data-end>
            <Amount value={sums.held} />
          </span>
        </Sum>
      )}
    </>
  );
}
