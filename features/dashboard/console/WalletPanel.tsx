/** The wallet's balance, the available and frozen parts, and the next release. */
import { Amount, useFormat } from '#foundation/console/display/format.tsx';
import { SkeletonBar, Panel } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { tenthsOf } from '#foundation/core/part-of.ts';
import type { Summary } from '../contract.ts';
import { dashboardWords } from '../screen-words.ts';
import classes from './Figures.module.css';
import { Tile } from './Tile.tsx';

export function WalletPanel({ summary }: { summary: Summary | undefined }) {
  const t = useWords(dashboardWords);
  return (
    <Panel title={t('wallet')}>
      <dl className={classes.wallet}>
        <Tile label={t('balance')} large hint={<AvailablePart summary={summary} />}>
          {summary && <Amount value={summary.balance} />}
        </Tile>
        <Tile label={t('available')} sign="good">
          {summary && <Amount value={summary.available} />}
        </Tile>
        <Tile label={t('frozen')} sign="idle">
          {summary && <Amount value={summary.frozen} />}
        </Tile>
      </dl>
      <p className={classes.release}>
        {summary ? <NextRelease next={summary.nextRelease} /> : <SkeletonBar width="80%" />}
      </p>
    </Panel>
  );
}

/** The available part as a bar; decorative, because the figures below say the same. */
function AvailablePart({ summary }: { summary: Summary | undefined }) {
  const tenths =
    summary && /[1-9]/.test(summary.balance) ? Math.min(1000, tenthsOf(summary.available, summary.balance)) : 0;
  return (
    <span className={classes.bar} aria-hidden="true">
      <span className={classes.barPart} style={{ width: `${tenths / 10}%` }} />
    </span>
  );
}

function NextRelease({ next }: { next: Summary['nextRelease'] }) {
  const t = useWords(dashboardWords);
  const format = useFormat();
  if (next === null) return t('no_release');
  return t('next_release', { amount: format.amount(next.amount), time: format.dateTime(next.at) });
}
