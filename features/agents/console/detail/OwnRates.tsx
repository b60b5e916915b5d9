/** The agent's own rates: the least that it can charge. */
import { RateText } from '#features/channels/console/RateText.tsx';
import { Fact, Facts, Panel, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { overviewWords } from '../../overview-words.ts';
import type { AgentDetail } from '../../tree-contract.ts';
import classes from './AgentDetail.module.css';

export function OwnRates({ rates }: { rates: AgentDetail['ownRates'] | undefined }) {
  const t = useWords(overviewWords);
  return (
    <Panel title={t('own_rates')}>
      {rates === undefined && (
        <SkeletonGroup>
          <SkeletonBar width="85%" />
          <SkeletonBar width="70%" />
        </SkeletonGroup>
      )}
      {rates?.length === 0 && <p className={classes.quiet}>{t('own_rates_none')}</p>}
      {rates !== undefined && rates.length > 0 && (
        <>
          <p className={classes.quiet}>{t('own_rates_hint')}</p>
          <Facts>
            {rates.map(({ channel, ...rate }) => (
              <Fact key={channel.code} label={channel.name || channel.code}>
                <RateText rate={rate} />
              </Fact>
            ))}
          </Facts>
        </>
      )}
    </Panel>
  );
}
