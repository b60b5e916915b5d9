/**
 * The amount by channel, as bars with figures, and the success rate with its change. A click on a bar limits the chart to
 * its channel; the number of orders leads to them.
 */
import { Amount, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { formatAmount, parseAmountOrZero, sum } from '#foundation/core/money.ts';
import { percentOfTenths, tenthsOf } from '#foundation/core/part-of.ts';
import type { Overview } from '../contract.ts';
import { dashboardWords } from '../screen-words.ts';
import { Change } from './Change.tsx';
import classes from './PeriodPanel.module.css';
import { paidOn } from './order-links.ts';

export interface ChannelSplitProps {
  /** Of all channels. */
  overview: Overview | undefined;
  /** Code of the channel that the chart is limited to. */
  chosen: string | undefined;
  onChoose(code: string | undefined): void;
}

export function ChannelSplit({ overview, chosen, onChoose }: ChannelSplitProps) {
  const t = useWords(dashboardWords);
  const format = useFormat();
  const { currency } = useLocality();
  const channels = overview?.channels;
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
      {overview === undefined && (
        <SkeletonGroup className={classes.splitSkeleton}>
          <SkeletonBar width="90%" />
          <SkeletonBar width="70%" />
          <SkeletonBar width="80%" />
        </SkeletonGroup>
      )}
      {channels?.length === 0 && <p className={classes.quiet}>–</p>}
      <ul className={classes.channels}>
        {channels?.map(({ code, name, amount, orders, successRate, change }) => {
          const tenths = /[1-9]/.test(total) ? tenthsOf(amount, total) : 0;
          return (
            <li key={code} className={classes.channelRow} data-chosen={code === chosen || undefined}>
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
              </button>
              <p className={classes.channelMore}>
                <span>{format.percent(percentOfTenths(tenths))}</span>
                <ScreenLink to="/order/list" search={paidOn(overview?.days ?? NO_DAYS, code)} className={classes.door}>
                  {t('channel_paid', { count: orders })}
                </ScreenLink>
                <span className={classes.rate} title={t('channel_rate')}>
                  {format.percent(successRate)} <Change value={change} points title={t('before')} />
                </span>
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

const NO_DAYS = { from: '', to: '' };
