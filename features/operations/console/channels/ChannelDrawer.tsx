/** One channel at its own address: its terms, whom a change affects, and the members with a rate of their own. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRight } from '#features/accounts/console/use-right.ts';
import { RateText } from '#features/channels/console/RateText.tsx';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { DetailName, DetailSection, DetailSkeleton } from '#foundation/console/display/detail.tsx';
import { useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts } from '#foundation/console/display/layout.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import { useLast } from '#foundation/console/overlay/use-last.ts';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import type { OutputOf } from '#foundation/core/calls.ts';
import type { operatorChannelCalls as contract } from '../../channel-contract.ts';
import { operatorChannelWords } from '../../channel-words.ts';
import { operatorChannelCalls } from '../calls.ts';
import { ChannelState, hoursOf, rangeOf } from './channel-columns.tsx';
import { ChannelDialog } from './ChannelDialog.tsx';
import classes from '../Records.module.css';

interface ChannelDrawerProps {
  code: string | undefined;
  onRenamed: (code: string) => void;
  onClose: () => void;
}

export function ChannelDrawer({ code, onRenamed, onClose }: ChannelDrawerProps) {
  const t = useWords(operatorChannelWords);
  const last = useLast(code);
  return (
    <DetailDrawer opened={code !== undefined} title={t('channel')} onClose={onClose}>
      {last !== undefined && <Channel key={last} code={last} onRenamed={onRenamed} />}
    </DetailDrawer>
  );
}

function Channel({ code, onRenamed }: { code: string; onRenamed: (code: string) => void }) {
  const t = useWords(operatorChannelWords);
  const { data, error, refetch } = useCall(
    operatorChannelCalls,
    '/operator/channel/detail',
    { code },
    { keepPrevious: false },
  );
  if (data) return <Details detail={data} onRenamed={onRenamed} />;
  if (error) return <FailedRows title={t('details_failed')} error={error} onRetry={() => void refetch()} />;
  return <DetailSkeleton lines={2} />;
}

type Detail = OutputOf<(typeof contract)['calls']['/operator/channel/detail']>;

function Details({ detail, onRenamed }: { detail: Detail; onRenamed: (code: string) => void }) {
  const t = useWords(operatorChannelWords);
  const format = useFormat();
  const configures = useRight('channels.configure');
  const [editing, setEditing] = useState(false);
  const { channel, affected } = detail;
  const orders = `${format.number(affected.openOrders)}${affected.openOrdersCapped ? '+' : ''}`;
  return (
    <div className={classes.details}>
      <DetailName name={channel.name}>
        <span className={classes.quiet}>
          <CopyText value={channel.code} />
        </span>
        <ChannelState row={channel} />
        {configures && (
          <div className={classes.acts}>
            <Button onClick={() => setEditing(true)}>{t('edit')}</Button>
          </div>
        )}
      </DetailName>
      <DetailSection title={t('terms')}>
        <Facts>
          <Fact label={t('mode')}>{t(`mode_${channel.mode}`)}</Fact>
          <Fact label={t('rate')}>
            <RateText rate={channel.rate} />
          </Fact>
          <Fact label={t('range')}>{rangeOf(channel, format)}</Fact>
          <Fact label={t('limit')}>
            {channel.totalLimit === null ? t('unlimited') : format.amount(channel.totalLimit)}
          </Fact>
          <Fact label={t('hours')}>{hoursOf(channel, t)}</Fact>
          <Fact label={t('recharge')}>{t(channel.recharge ? 'yes' : 'no')}</Fact>
          <Fact label={t('routes')}>
            {t('routes_of', { open: String(channel.openRoutes), all: String(channel.routes) })}
          </Fact>
          <Fact label={t('position')}>{channel.position}</Fact>
        </Facts>
      </DetailSection>
      <DetailSection title={t('names')}>
        <Facts>
          <Fact label={t('name_en')}>{channel.names.en}</Fact>
          <Fact label={t('name_zh')}>{channel.names.zh}</Fact>
          <Fact label={t('name_es')}>{channel.names.es}</Fact>
          <Fact label={t('name_th')}>{channel.names.th}</Fact>
        </Facts>
      </DetailSection>
      <DetailSection title={t('affected')}>
        <Facts figures>
          <Fact label={t('affected_members')}>{format.number(affected.members)}</Fact>
          <Fact label={t('affected_own')}>{format.number(affected.ownRates)}</Fact>
          <Fact label={t('affected_closed')}>{format.number(affected.closedFor)}</Fact>
          <Fact label={t('affected_orders')}>{orders}</Fact>
        </Facts>
      </DetailSection>
      <OwnRates code={channel.code} />
      <ChannelDialog
        key={channel.version}
        opened={editing}
        channel={channel}
        affected={affected}
        onSaved={(code) => code !== channel.code && onRenamed(code)}
        onClose={() => setEditing(false)}
      />
    </div>
  );
}

const SHOWN = 20;

function OwnRates({ code }: { code: string }) {
  const t = useWords(operatorChannelWords);
  const input = { code, limit: SHOWN, order: 'asc' } as const;
  const { data, error, refetch } = useCall(operatorChannelCalls, '/operator/channel/ownRates', input);
  return (
    <DetailSection title={t('own_rates')}>
      {error && <FailedRows title={t('details_failed')} error={error} onRetry={() => void refetch()} />}
      {data?.total === 0 && <p className={classes.note}>{t('no_own_rates')}</p>}
      <ul className={classes.rows}>
        {data?.list.map(({ memberNo, memberName, rate, closed }) => (
          <li key={memberNo}>
            <span className={classes.cell}>
              <bdi className={classes.name}>{memberName}</bdi>
              <ScreenLink to="/operator/members" search={{ open: memberNo }} className={classes.quiet}>
                {memberNo}
              </ScreenLink>
            </span>
            <span className={classes.cell}>
              <RateText rate={rate} />
              {closed && <span className={classes.quiet}>{t('closed_for')}</span>}
            </span>
          </li>
        ))}
      </ul>
      {data && data.total > SHOWN && <p className={classes.note}>{t('own_rates_more', { count: data.total })}</p>}
    </DetailSection>
  );
}
