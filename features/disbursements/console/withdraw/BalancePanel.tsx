/** The balance that can be withdrawn from, its next release and the hours, all as the server states them. */
import { Amount, useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts, Panel } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { withdrawWords } from '../../screen-words.ts';
import type { Quote } from './withdrawal-quote.ts';
import classes from './Withdraw.module.css';

export interface BalancePanelProps {
  quote: Quote;
  /** Above the form in a single column: what can be spent comes before what is typed. */
  isFirst: boolean;
}

export function BalancePanel({ quote: { available, nextRelease, window }, isFirst }: BalancePanelProps) {
  const t = useWords(withdrawWords);
  const format = useFormat();
  return (
    <div className={isFirst ? classes.balanceFirst : undefined}>
      <Panel title={t('balance')}>
        <Facts>
          <Fact label={t('available')}>
            <strong className={classes.figure}>
              <Amount value={available} />
            </strong>
          </Fact>
          {nextRelease && (
            <Fact label={t('releases_next')}>
              {t('released_then', { amount: format.amount(nextRelease.amount), time: format.moment(nextRelease.at) })}
            </Fact>
          )}
          <Fact label={t('hours')}>
            {window.from === window.to
              ? t('always_open')
              : t('hours_of', { from: window.from, to: window.to, zone: format.zone })}
          </Fact>
        </Facts>
      </Panel>
    </div>
  );
}
