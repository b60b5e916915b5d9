/** A channel's rate as text, for every screen where a channel is listed or chosen. */
import { useFormat } from '#foundation/console/display/format.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { ChannelRow } from '../contract.ts';
import { channelScreenWords } from '../screen-words.ts';
import classes from './RateText.module.css';

/** Shows `0.6% + ¥0.10`, and below it the minimum and maximum fee, if any. */
export function RateText({ rate: { percent, fixed, minFee, maxFee } }: { rate: ChannelRow['rate'] }) {
  const t = useWords(channelScreenWords);
  const format = useFormat();
  const min = minFee === null ? undefined : format.amount(minFee);
  const max = maxFee === null ? undefined : format.amount(maxFee);
  const bounds =
    min !== undefined && max !== undefined
      ? t('fee_between', { min, max })
      : min !== undefined
        ? t('fee_from', { min })
        : max === undefined
          ? undefined
          : t('fee_to', { max });
  return (
    <span className={classes.rate}>
      <span className={classes.figures}>
        {isZero(fixed)
          ? format.percent(percent)
          : t('fixed_fee', { percent: format.percent(percent), fixed: format.amount(fixed) })}
      </span>
      {bounds !== undefined && <span className={classes.bounds}>{bounds}</span>}
    </span>
  );
}

function isZero(amount: string): boolean {
  return /^[0.]*$/.test(amount);
}
