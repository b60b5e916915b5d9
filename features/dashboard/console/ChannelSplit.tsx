/** The amount by channel, as bars with figures. A click on a bar limits the chart to its channel. */
import { Amount, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { formatAmount, parseAmountOrZero, sum } from '#foundation/core/money.ts';
import { percentOfTenths, tenthsOf } from '#foundation/core/part-of.ts';
import type { Chart } from '../contract.ts';
import { dashboardWords } from '../screen-words.ts';
import classes from './ChartPanel.module.css';

export interface ChannelSplitProps {
  channels: Chart['channels'] | undefined;
  /** Code of the channel that the chart is limited to. */
  chosen: string | undefined;
  onChoose(code: string | undefined): void;
}

export function ChannelSplit({ channels, chosen, onChoose }: ChannelSplitProps) {
  const t = useWords(dashboardWords);
  const format = useFormat();
  const { currency } = useLocality();
  const total = formatAmount(
    sum((channels ?? []).map(({ amount }) => parseAmountOrZero(amount, currency) ?? 0n)),
    currency,
  );
  return (
    <section className={classes.split} aria-label={t('by_channel')}>
      <header className={classes.splitHead}>
        <h3 className={classes.splitTitle}>{t('by_channel')}</h3>
        {chosen !== undefined && (
          <button type="button" className={classes.allButton} onClick={() => onChoose(undefined)}>
            {t('all_channels')}
          </button>
        )}
      </header>
      {channels === undefined && (
        <SkeletonGroup className={classes.splitSkeleton}>
          <SkeletonBar width="90%" />
          <SkeletonBar width="70%" />
          <SkeletonBar width="80%" />
        </SkeletonGroup>
      )}
      {channels?.length === 0 && <p className={classes.quiet}>–</p>}
      <ul className={classes.channels}>
        {channels?.map(({ code, name, amount, orders }) => {
          const tenths = tenthsOf(amount, total);
          return (
            <li key={code}>
              <button
                type="button"
                className={classes.channel}
                aria-pressed={code === chosen}
                title={t('by_channel_hint')}
                onClick={() => onChoose(code === chosen ? undefined : code)}
              >
                <span className={classes.channelName}>{name || code}</span>
                <span className={classes.channelAmount}>
                  <Amount value={amount} />
                </span>
                <span className={classes.track} aria-hidden="true">
                  <span className={classes.fill} style={{ width: `${tenths / 10}%` }} />
                </span>
                <span className={classes.channelShare}>{format.percent(percentOfTenths(tenths))}</span>
                <span className={classes.channelShare}>{t('channel_orders', { count: orders })}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
