/** The channels that accept recharges now, each with its rate and range. */
import type { ChannelRow } from '#features/channels/contract.ts';
import { RateText } from '#features/channels/console/RateText.tsx';
import { ChoiceCards } from '#foundation/console/form/ChoiceCards.tsx';
import { useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { formatAmount } from '#foundation/core/money.ts';
import { minRecharge, offerOf } from '../rules.ts';
import { rechargeWords } from '../screen-words.ts';
import classes from './RechargeScreen.module.css';

export interface ChannelChoiceProps {
  channels: readonly ChannelRow[];
  /** The platform's own minimum. */
  minimumMinor: bigint;
}

export function ChannelChoice({ channels, minimumMinor }: ChannelChoiceProps) {
  const t = useWords(rechargeWords);
  const options = channels.map((channel) => ({
    value: channel.code,
    facts: <ChannelFacts channel={channel} minimumMinor={minimumMinor} />,
  }));
  return <ChoiceCards name="channel" label={t('channel')} options={options} />;
}

function ChannelFacts({ channel, minimumMinor }: { channel: ChannelRow; minimumMinor: bigint }) {
  const t = useWords(rechargeWords);
  const format = useFormat();
  const { currency } = useLocality();
  const offer = offerOf(channel, currency);
  const { leftMinor, maxMinor } = offer;
  const amount = (minor: bigint): string => format.amount(formatAmount(minor, currency));
  return (
    <>
      <span className={classes.channelName}>{channel.name}</span>
      <span>
        <RateText rate={channel.rate} />
      </span>
      <span className={classes.channelRange}>
        {t('range', { from: amount(minRecharge(minimumMinor, offer)), to: amount(maxMinor) })}
      </span>
      {leftMinor !== null && leftMinor < maxMinor && (
        <span className={classes.channelRange}>{t('left_today', { left: amount(leftMinor) })}</span>
      )}
    </>
  );
}
