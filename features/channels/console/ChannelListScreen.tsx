/**
 * The list of channels that a member can use: what each costs, how much of its daily limit is used, whether it is open
 * now.
 */
import { useMemo } from 'react';
import { SupportText } from '#features/platform/console/SupportText.tsx';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { type Format, useFormat } from '#foundation/console/display/format.tsx';
import { PageHeader } from '#foundation/console/display/layout.tsx';
import { StatusBadge, type Tone } from '#foundation/console/display/StatusBadge.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import type { ChannelRow } from '../contract.ts';
import { channelCalls } from './calls.ts';
import { channelScreenWords } from '../screen-words.ts';
import classes from './ChannelListScreen.module.css';
import { DayLimit } from './DayLimit.tsx';
import { RateText } from './RateText.tsx';

const REFRESH_MS = 60_000;

function ChannelListScreen() {
  const t = useWords(channelScreenWords);
  const format = useFormat();
  const channels = useCall(channelCalls, '/channel/list', undefined, { refetchEveryMs: REFRESH_MS });
  const columns = useMemo(() => columnsOf(t, format), [t, format]);
  return (
    <>
      <PageHeader title={t('channels')} hint={t('hint', { zone: format.zone })} />
      <DataTable
        name="channels"
        label={t('channels')}
        counted={(count) => t('counted_channels', { count })}
        columns={columns}
        phone={phoneRow(t, format)}
        source={channels}
        rowKey={(row) => row.code}
        empty={{ title: t('empty_title'), hint: <SupportText text={t('empty_hint')} /> }}
      />
    </>
  );
}

const tones: Readonly<Record<ChannelRow['state'], Tone>> = { open: 'good', resting: 'warn', closed: 'idle' };

function columnsOf(t: Translate<typeof channelScreenWords>, format: Format): Column<ChannelRow>[] {
  return [
    { id: 'name', header: t('name'), cell: (row) => <ChannelName row={row} /> },
    {
      id: 'state',
      header: t('state'),
      cell: ({ state }) => <StatusBadge tone={tones[state]}>{t(state)}</StatusBadge>,
    },
    { id: 'mode', priority: 2, header: t('mode'), cell: ({ mode }) => t(mode) },
    { id: 'rate', header: t('rate'), cell: (row) => <RateText rate={row.rate} /> },
    {
      id: 'totalLimit',
      header: t('used_of_limit'),
      cell: ({ usedToday, totalLimit }) => <DayLimit used={usedToday} limit={totalLimit} />,
    },
    {
      id: 'range',
      priority: 4,
      header: t('range'),
      numeric: true,
      cell: ({ minAmount, maxAmount }) => (
        <span className={classes.figures}>{`${format.amount(minAmount)} – ${format.amount(maxAmount)}`}</span>
      ),
    },
    {
      id: 'openHours',
      priority: 3,
      header: t('open_hours'),
      cell: ({ openHours }) =>
        openHours === null ? (
          <span className={classes.quiet}>{t('always')}</span>
        ) : (
          <span className={classes.figures}>{`${openHours.from} – ${openHours.to}`}</span>
        ),
    },
    {
      id: 'successRate',
      priority: 1,
      header: t('success_rate'),
      numeric: true,
      cell: ({ successRate24h }) =>
        successRate24h === null ? (
          <span className={classes.quiet}>{t('no_orders')}</span>
        ) : (
          format.percent(successRate24h)
        ),
    },
  ];
}

function phoneRow(t: Translate<typeof channelScreenWords>, format: Format): PhoneRow<ChannelRow> {
  return {
    what: ({ name, code }) => name || code,
    amount: ({ rate }) => <RateText rate={rate} />,
    state: ({ state }) => state !== 'open' && <StatusBadge tone={tones[state]}>{t(state)}</StatusBadge>,
    facts: ({ mode, minAmount, maxAmount }) => [t(mode), `${format.amount(minAmount)} – ${format.amount(maxAmount)}`],
  };
}

/** The name, and below it the call code used in orders. */
function ChannelName({ row: { name, code } }: { row: ChannelRow }) {
  const t = useWords(channelScreenWords);
  return (
    <span className={classes.channel}>
      <span className={classes.name}>{name}</span>
      <span className={classes.code} title={t('code')}>
        <CopyText value={code} />
      </span>
    </span>
  );
}

export { ChannelListScreen as Screen };
