/** All channels with their terms and their last day. A row opens the channel; one who may configure adds and edits. */
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useRight } from '#features/accounts/console/use-right.ts';
import { channelModes } from '#features/channels/contract.ts';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { Amount, useFormat } from '#foundation/console/display/format.tsx';
import { PageHeader } from '#foundation/console/display/layout.tsx';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { Sum } from '#foundation/console/list/data-table/TableBar.tsx';
import { isRefused } from '#foundation/console/list/filter-refusals.ts';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { ChoiceFilter, ChoicesFilter, TextFilter } from '#foundation/console/list/filters.tsx';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { operatorChannelWords } from '../../channel-words.ts';
import { operatorTitles } from '../../screen-titles.ts';
import { operatorChannelCalls } from '../calls.ts';
import { channelColumns, channelPhoneRow } from './channel-columns.tsx';
import { channelAddress, channelStates, wireChannelFilter } from './channel-filter.ts';
import { ChannelDialog } from './ChannelDialog.tsx';
import { ChannelDrawer } from './ChannelDrawer.tsx';

const REFETCH_MS = 30_000;

function ChannelsScreen() {
  const t = useWords(operatorChannelWords);
  const title = useWords(operatorTitles)('channels');
  const format = useFormat();
  const list = useListAddress(channelAddress);
  const filter = wireChannelFilter(list.filters);
  const { sort, order } = list.paging;
  const input = { ...list.paging, ...filter };
  const source = useCall(operatorChannelCalls, '/operator/channel/list', input, { refetchEveryMs: REFETCH_MS });
  const columns = useMemo(() => channelColumns(t, format), [t, format]);
  const configures = useRight('channels.configure');
  const [adding, setAdding] = useState(false);
  const sums = source.data?.extend;
  return (
    <>
      <PageHeader
        title={title}
        hint={t('hint', { zone: format.zone })}
        actions={configures && <Button onClick={() => setAdding(true)}>{t('add')}</Button>}
      />
      <FilterBar list={list} error={source.error}>
        <TextFilter {...list.bind('q')} label={t('find')} />
        <ChoicesFilter
          {...list.bind('mode')}
          label={t('mode')}
          options={channelModes.map((value) => ({ value, label: t(`mode_${value}`) }))}
        />
        <ChoiceFilter
          {...list.bind('state')}
          label={t('state')}
          options={channelStates.map((value) => ({ value, label: t(value) }))}
        />
      </FilterBar>
      <DataTable
        name="operatorChannels"
        label={title}
        counted={(count) => t('counted', { count })}
        columns={columns}
        phone={channelPhoneRow(t, format)}
        fills
        source={source}
        rowKey={({ code }) => code}
        rowLabel={({ name }) => name}
        list={list}
        onOpen={({ code }) => list.setOpen(code)}
        openKey={list.open}
        actions={!isRefused(source.error) && <ExportButton kind="channel" filter={{ sort, order, ...filter }} />}
        sums={
          sums && (
            <>
              <Sum label={t('orders_24h')}>{format.number(sums.orders24h)}</Sum>
              <Sum label={t('amount_24h')}>
                <Amount value={sums.amount24h} />
              </Sum>
            </>
          )
        }
        empty={{ title: t('none_found'), hint: t('none_found_hint') }}
      />
      <ChannelDrawer
        code={list.open}
        onRenamed={(code) => list.setOpen(code)}
        onClose={() => list.setOpen(undefined)}
      />
      <ChannelDialog opened={adding} onSaved={(code) => list.setOpen(code)} onClose={() => setAdding(false)} />
    </>
  );
}

export { ChannelsScreen as Screen };
