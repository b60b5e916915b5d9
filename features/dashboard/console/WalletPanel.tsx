/** What the wallet holds, how much of it may leave, and when the next held money becomes free. */
import { Amount, useFormat } from '#foundation/console/format.tsx';
import { Bone, Panel } from '#foundation/console/layout.tsx';
import { useWords } from '#foundation/console/words.tsx';
import { tenthsOf } from '#foundation/core/part-of.ts';
import type { Summary } from '../contract.ts';
import { dashboardWords } from '../screen-words.ts';
import classes from './Dashboard.module.css';
import { Tile } from './Tile.tsx';

export function WalletPanel({ summary }: { summary: Summary | undefined }) {
  const t = useWords(dashboardWords);
  const empty = summary === undefined || !/[1-9]/.test(summary.balance);
  return (
    <Panel title={t('wallet')}>
      <dl className={classes.wallet}>
        <Tile label={t('balance')} large>{summary && <Amount value={summary.balance} />}</Tile>
        <div className={classes.bar} aria-hidden="true">
          {!empty && <span className={classes.barPart} style={{ width: `${Math.min(1000, tenthsOf(summary.available, summary.balance)) / 10}%` }} />}
        </div>
        <div className={classes.pair}>
          <Tile label={t('available')} sign="good">{summary && <Amount value={summary.available} />}</Tile>
          <Tile label={t('frozen')} sign="idle">{summary && <Amount value={summary.frozen} />}</Tile>
        </div>
      </dl>
      <p className={classes.release}>{summary ? <NextRelease next={summary.nextRelease} /> : <Bone width="80%" />}</p>
    </Panel>
  );
}

function NextRelease({ next }: { next: Summary['nextRelease'] }) {
  const t = useWords(dashboardWords);
  const format = useFormat();
  if (next === null) return t('no_release');
  return t('next_release', { amount: format.amount(next.amount), time: format.dateTime(next.at) });
}
