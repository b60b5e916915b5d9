/** All upstreams and how they answer; the routes of channels and payouts, and their versions. */
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useRight } from '#features/accounts/console/use-right.ts';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { ChoiceTabs } from '#foundation/console/display/ChoiceTabs.tsx';
import { useFormat } from '#foundation/console/display/format.tsx';
import { PageHeader } from '#foundation/console/display/layout.tsx';
import { choiceField, textField } from '#foundation/console/list/address-fields.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { isRefused } from '#foundation/console/list/filter-refusals.ts';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { ChoiceFilter, TextFilter } from '#foundation/console/list/filters.tsx';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { given } from '#foundation/core/given.ts';
import { operatorRoutingWords } from '../../routing-words.ts';
import { operatorTitles } from '../../screen-titles.ts';
import type { ConnectorRow } from '../../upstream-contract.ts';
import { operatorUpstreamWords } from '../../upstream-words.ts';
import { operatorUpstreamCalls } from '../calls.ts';
import { RoutesTab } from '../routing/RoutesTab.tsx';
import { VersionsTab } from '../routing/VersionsTab.tsx';
import { upstreamColumns, upstreamPhoneRow } from './upstream-columns.tsx';
import { UpstreamDialog } from './UpstreamDialog.tsx';
import { UpstreamDrawer } from './UpstreamDrawer.tsx';
import classes from '../Records.module.css';

const states = ['open', 'closed'] as const;
const address = {
  fields: { q: textField(), state: choiceField(states) },
  sortable: ['id', 'name', 'orders24h', 'failures24h'],
  firstOrder: 'asc',
} as const;
const REFETCH_MS = 15_000;

function UpstreamsTab({ connectors, adding, onAdded }: TabProps) {
  const t = useWords(operatorUpstreamWords);
  const title = useWords(operatorTitles)('upstreams');
  const format = useFormat();
  const list = useListAddress(address);
  const { q, state } = list.filters;
  const filter = given({ q, state });
  const { sort, order } = list.paging;
  const input = { ...list.paging, ...filter };
  const source = useCall(operatorUpstreamCalls, '/operator/upstream/list', input, { refetchEveryMs: REFETCH_MS });
  const columns = useMemo(() => upstreamColumns(t, format), [t, format]);
  return (
    <>
      <FilterBar list={list} error={source.error}>
        <TextFilter {...list.bind('q')} label={t('find')} />
        <ChoiceFilter
          {...list.bind('state')}
          label={t('state')}
          options={states.map((value) => ({ value, label: t(value) }))}
        />
      </FilterBar>
      <DataTable
        name="operatorUpstreams"
        label={title}
        counted={(count) => t('counted', { count })}
        columns={columns}
        phone={upstreamPhoneRow(t, format)}
        fills
        source={source}
        rowKey={({ id }) => String(id)}
        rowLabel={({ name }) => name}
        list={list}
        onOpen={({ id }) => list.setOpen(String(id))}
        openKey={list.open}
        actions={!isRefused(source.error) && <ExportButton kind="upstream" filter={{ sort, order, ...filter }} />}
        empty={{ title: t('none_found'), hint: t('none_found_hint') }}
      />
      <UpstreamDrawer id={list.open} connectors={connectors} onClose={() => list.setOpen(undefined)} />
      {connectors && (
        <UpstreamDialog
          opened={adding}
          connectors={connectors}
          onSaved={(id) => list.setOpen(String(id))}
          onClose={onAdded}
        />
      )}
    </>
  );
}

interface TabProps {
  /** Undefined while they are loading. */
  connectors: readonly ConnectorRow[] | undefined;
  adding: boolean;
  onAdded: () => void;
}

const parts = ['upstreams', 'routes', 'versions'] as const;

function UpstreamsScreen() {
  const t = useWords(operatorUpstreamWords);
  const own = useWords(operatorRoutingWords);
  const title = useWords(operatorTitles)('upstreams');
  const configures = useRight('upstreams.configure');
  const [adding, setAdding] = useState(false);
  const { params, change } = usePageAddress();
  const part = parts.find((name) => name === params['part']) ?? 'upstreams';
  const connectors = useCall(operatorUpstreamCalls, '/operator/upstream/list', { limit: 1 }).data?.extend.connectors;
  return (
    <>
      <PageHeader
        title={title}
        hint={t('hint')}
        actions={
          part === 'upstreams' &&
          configures &&
          connectors && <Button onClick={() => setAdding(true)}>{t('add')}</Button>
        }
      />
      <div className={classes.tabs}>
        <ChoiceTabs
          label={own('parts')}
          value={part}
          options={parts.map((value) => ({ value, label: own(`part_${value}`) }))}
          // Filters and pages belong to one part.
          onChange={(value) => change(() => (value === 'upstreams' ? {} : { part: value }))}
        />
      </div>
      {part === 'upstreams' && (
        <UpstreamsTab connectors={connectors} adding={adding} onAdded={() => setAdding(false)} />
      )}
      {part === 'routes' && <RoutesTab />}
      {part === 'versions' && <VersionsTab />}
    </>
  );
}

export { UpstreamsScreen as Screen };
