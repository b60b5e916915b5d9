/** The channels that take recharges now, each with what it costs and takes: plain radio buttons in the look of cards. */
import type { ChannelRow } from '#features/channels/contract.ts';
import { RateText } from '#features/channels/console/RateText.tsx';
import { useFormat, useLocality } from '#foundation/console/format.tsx';
import { useFormState } from '#foundation/console/form.tsx';
import { useWords } from '#foundation/console/words.tsx';
import { formatAmount } from '#foundation/core/money.ts';
import { leastOf, offerOf } from '../rules.ts';
import { rechargeWords } from '../screen-words.ts';
import classes from './RechargeScreen.module.css';

export interface ChannelChoiceProps {
  channels: readonly ChannelRow[];
  /** The platform's own. */
  minimumMinor: bigint;
}

export function ChannelChoice({ channels, minimumMinor }: ChannelChoiceProps) {
  const t = useWords(rechargeWords);
  const form = useFormState();
  const error = form.errors['channel'];
  return (
    <fieldset className={classes.choice} aria-describedby={error === undefined ? undefined : 'recharge-channel-error'}>
      <legend>{t('channel')}</legend>
      <div className={classes.channels}>
        {channels.map((channel) => (
          <label key={channel.code} className={classes.channel}>
            <input
              type="radio"
              name="channel"
              value={channel.code}
              checked={form.values['channel'] === channel.code}
              onChange={() => form.set('channel', channel.code)}
            />
            <ChannelFacts channel={channel} minimumMinor={minimumMinor} />
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id="recharge-channel-error" className={classes.error}>
          {error}
        </p>
      )}
    </fieldset>
  );
}

function ChannelFacts({ channel, minimumMinor }: { channel: ChannelRow; minimumMinor: bigint }) {
  const t = useWords(rechargeWords);
  const format = useFormat();
  const { currency } = useLocality();
  const offer = offerOf(channel, currency);
  const { leftMinor, maxMinor } = offer;
  const amount = (minor: bigint): string => format.amount(formatAmount(minor, currency));
  return (
    <span className={classes.channelFacts}>
      <span className={classes.channelName}>{channel.name}</span>
      <span className={classes.channelRate}>
        <RateText rate={channel.rate} />
      </span>
      <span className={classes.channelRange}>{t('range', { from: amount(leastOf(minimumMinor, offer)), to: amount(maxMinor) })}</span>
      {leftMinor !== null && leftMinor < maxMinor && <span className={classes.channelRange}>{t('left_today', { left: amount(leftMinor) })}</span>}
    </span>
  );
}
