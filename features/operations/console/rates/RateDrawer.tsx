/** One member's rates: on each channel what it pays, the default, the agent's own, the cost and the margin; and the history. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import type { z } from 'zod';
import { useRight } from '#features/accounts/console/use-right.ts';
import { RateText } from '#features/channels/console/RateText.tsx';
import { ActDialog } from '#features/accounts/console/ActDialog.tsx';
import { DetailName, DetailSection } from '#foundation/console/display/detail.tsx';
import { Amount, Time, useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts } from '#foundation/console/display/layout.tsx';
import { EmptyRows } from '#foundation/console/display/states.tsx';
import { AmountField } from '#foundation/console/form/AmountField.tsx';
import type { FormValues } from '#foundation/console/form/form.tsx';
import { PercentField } from '#foundation/console/form/PercentField.tsx';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useLast } from '#foundation/console/overlay/use-last.ts';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import { type RateCell, type RateChannel, type RateRow, SetRate } from '../../rate-contract.ts';
import { operatorRateTexts } from '../../rate-texts.ts';
import { operatorRateWords } from '../../rate-words.ts';
import { operatorRateCalls } from '../calls.ts';
import classes from '../Records.module.css';

interface RateDrawerProps {
  open: string | undefined;
  /** Undefined if the page of the list does not have it. */
  member: RateRow | undefined;
  channels: readonly RateChannel[];
  isLoading: boolean;
  onClose: () => void;
}

export function RateDrawer({ open, member, channels, isLoading, onClose }: RateDrawerProps) {
  const t = useWords(operatorRateWords);
  const last = useLast(member);
  const shown = open === undefined ? last : member;
  return (
    <DetailDrawer opened={open !== undefined} title={t('rates')} onClose={onClose}>
      {shown ? (
        <Member member={shown} channels={channels} />
      ) : (
        !isLoading && open !== undefined && <EmptyRows title={t('gone')} />
      )}
    </DetailDrawer>
  );
}

function Member({ member, channels }: { member: RateRow; channels: readonly RateChannel[] }) {
  const t = useWords(operatorRateWords);
  return (
    <div className={classes.details}>
      <DetailName name={member.name}>
        <ScreenLink to="/operator/members" search={{ open: member.memberNo }} className={classes.quiet}>
          {member.memberNo}
        </ScreenLink>
        {member.upline && (
          <span className={classes.quiet}>
            {t('upline')}: <bdi>{member.upline.name}</bdi> {member.upline.memberNo}
          </span>
        )}
      </DetailName>
      {channels.map((channel) => {
        const cell = member.cells.find(({ code }) => code === channel.code);
        return cell && <Channel key={channel.code} member={member} channel={channel} cell={cell} />;
      })}
    </div>
  );
}

interface ChannelProps {
  member: RateRow;
  channel: RateChannel;
  cell: RateCell;
}

function Channel({ member, channel, cell }: ChannelProps) {
  const t = useWords(operatorRateWords);
  const format = useFormat();
  const configures = useRight('rates.configure');
  const [opened, setOpened] = useState<'edit' | 'history'>();
  const { cost } = channel;
  return (
    <DetailSection title={channel.name || channel.code}>
      <Facts>
        <Fact label={t('pays')}>
          <RateText rate={cell.rate} />
          {cell.own && <span className={classes.quiet}>{t('own')}</span>}{' '}
          {cell.belowCost && <span className={classes.bad}>{t('below_cost')}</span>}{' '}
          {cell.belowAgent && <span className={classes.bad}>{t('below_agent')}</span>}
        </Fact>
        <Fact label={t('default_rate')}>
          <RateText rate={channel.rate} />
        </Fact>
        {cell.agent && (
          <Fact label={t('agent_rate')}>
            <RateText rate={cell.agent} />
          </Fact>
        )}
        <Fact label={t('cost')}>
          {cost
            ? t('cost_of', {
                cost: `${format.percent(cost.percent)} + ${format.amount(cost.fixed)}`,
                name: cost.upstream,
              })
            : t('no_cost')}
        </Fact>
        {cell.margin !== null && (
          <Fact label={t('margin', { sample: format.amount(channel.sample) })}>
            <Amount value={cell.margin} />
          </Fact>
        )}
      </Facts>
      <div className={classes.acts}>
        {configures && (
          <Button variant="default" size="compact-sm" onClick={() => setOpened('edit')}>
            {t('edit')}
          </Button>
        )}{' '}
        <Button
          variant="default"
          size="compact-sm"
          aria-expanded={opened === 'history'}
          onClick={() => setOpened(opened === 'history' ? undefined : 'history')}
        >
          {t('history')}
        </Button>
      </div>
      {opened === 'history' && <History memberNo={member.memberNo} code={channel.code} />}
      <RateDialog
        key={JSON.stringify(cell.rate)}
        opened={opened === 'edit'}
        member={member}
        channel={channel}
        cell={cell}
        onClose={() => setOpened(undefined)}
      />
    </DetailSection>
  );
}

const SHOWN = 20;

function History({ memberNo, code }: { memberNo: string; code: string }) {
  const t = useWords(operatorRateWords);
  const { data } = useCall(operatorRateCalls, '/operator/rate/changes', { memberNo, code, limit: SHOWN });
  if (data?.total === 0) return <p className={classes.note}>{t('no_history')}</p>;
  return (
    <ul className={classes.rows}>
      {data?.list.map(({ at, rate, by, reason }) => (
        <li key={at}>
          <RateText rate={rate} />
          <span className={classes.quiet}>
            <bdi>{by ?? t('by_agent')}</bdi> · <Time at={at} short /> {reason !== '' && <bdi>· {reason}</bdi>}
          </span>
        </li>
      ))}
    </ul>
  );
}

function RateDialog({
  opened,
  member,
  channel,
  cell,
  onClose,
}: ChannelProps & { opened: boolean; onClose: () => void }) {
  const t = useWords(operatorRateWords);
  const set = useAction(operatorRateCalls, '/operator/rate/set', {
    refreshes: ['/operator/rate/list', '/operator/rate/changes', '/operator/approval/list'],
    quiet: true,
    background: false,
  });
  return (
    <ActDialog<z.output<typeof SetRate>>
      opened={opened}
      title={t('edit_of', { name: member.name, channel: channel.name || channel.code })}
      act={t('save')}
      schema={SetRate}
      texts={operatorRateTexts}
      initial={{
        percent: cell.rate.percent,
        fixed: cell.rate.fixed,
        minFee: cell.rate.minFee ?? '',
        maxFee: cell.rate.maxFee ?? '',
      }}
      input={wireRate}
      why={{ name: 'reason', label: t('reason') }}
      onSend={async (input) => {
        const { outcome } = await set.mutateAsync({
          ...input,
          memberNo: member.memberNo,
          code: channel.code,
          before: cell.rate,
        });
        showToast(t(outcome === 'done' ? 'saved' : 'proposed'), 'good');
      }}
      onClose={onClose}
    >
      <p className={classes.note}>{t('edit_what')}</p>
      <div className={classes.pair}>
        <PercentField name="percent" label={t('percent')} />
        <AmountField name="fixed" label={t('fixed')} allowsZero />
        <AmountField name="minFee" label={t('min_fee')} placeholder={t('none')} allowsZero />
        <AmountField name="maxFee" label={t('max_fee')} placeholder={t('none')} allowsZero />
      </div>
    </ActDialog>
  );
}

function wireRate(values: FormValues): Readonly<Record<string, unknown>> {
  const orNull = (name: string) => values[name]?.trim() || null;
  return { ...values, minFee: orNull('minFee'), maxFee: orNull('maxFee') };
}
