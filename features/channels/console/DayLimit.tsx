/** How much of a channel's daily limit is used: the amount, and a bar that changes colour when it is nearly full. */
import { Amount, useFormat } from '#foundation/console/display/format.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { percentOfTenths, tenthsOf } from '#foundation/core/part-of.ts';
import { channelScreenWords } from '../screen-words.ts';
import classes from './ChannelListScreen.module.css';

/** A null `limit` means unlimited. */
export function DayLimit({ used, limit }: { used: string; limit: string | null }) {
  const t = useWords(channelScreenWords);
  const format = useFormat();
  if (limit === null)
    return (
      <span className={classes.figures}>
        <Amount value={used} /> <span className={classes.quiet}>/ {t('unlimited')}</span>
      </span>
    );
  const tenths = tenthsOf(used, limit);
  const percent = format.percent(percentOfTenths(tenths));
  const tone = tenths >= 1000 ? 'bad' : tenths >= 800 ? 'warn' : 'good';
  return (
    <span className={classes.limit} title={t('part_used', { percent, limit: format.amount(limit) })}>
      <span className={classes.limitText}>
        <span>
          <Amount value={used} />{' '}
          <span className={classes.quiet}>
            / <Amount value={limit} />
          </span>
        </span>
        <span className={classes.percent}>{percent}</span>
      </span>
      <span
        className={classes.track}
        role="meter"
        aria-label={t('used_today')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.min(100, tenths / 10)}
        aria-valuetext={t('part_used', { percent, limit: format.amount(limit) })}
      >
        <span className={classes.fill} data-tone={tone} style={{ width: `${Math.min(1000, tenths) / 10}%` }} />
      </span>
    </span>
  );
}
