/** Members × channels: what each pays. A row opens the member's rates beside default, agent's own, cost and margin. */
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useRight } from '#features/accounts/console/use-right.ts';
import { RateText } from '#features/channels/console/RateText.tsx';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { PageHeader } from '#foundation/console/display/layout.tsx';
import { choiceField, textField } from '#foundation/console/list/address-fields.ts';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { ChoiceFilter, TextFilter } from '#foundation/console/list/filters.tsx';
import { isRefused } from '#foundation/console/list/filter-refusals.ts';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import type { RateCell, RateChannel, RateRow } from '../../rate-contract.ts';
import { rateBulkWords } from '../../rate-bulk-words.ts';
import { operatorRateWords } from '../../rate-words.ts';
import { operatorTitles } from '../../screen-titles.ts';
import { operatorRateCalls } from '../calls.ts';
import { type BulkMode, RateBulkDrawer } from './RateBulkDrawer.tsx';
import { RateDrawer } from './RateDrawer.tsx';
import classes from '../Records.module.css';

const kinds = ['merchant', 'agent'] as const;
const address = {
  fields: { q: textField(), kind: choiceField(kinds), upline: textField() },
  sortable: ['memberNo'],
  firstOrder: 'asc',
} as const;
const NO_CHANNELS: readonly RateChannel[] = [];
const REFETCH_MS = 30_000;
/** Further channels are columns that the user can choose. */
const SHOWN_CHANNELS = 6;

function RatesScreen() {
  const t = useWords(operatorRateWords);
  const tBulk = useWords(rateBulkWords);
  const title = useWords(operatorTitles)('rates');
  const list = useListAddress(address);
  const { q, kind, upline } = list.filters;
  const configures = useRight('rates.configure');
  const [bulk, setBulk] = useState<BulkMode>();
  const filter = useMemo(
    () => ({
      ...(q === undefined ? {} : { q }),
      ...(kind === undefined ? {} : { kind }),
      ...(upline === undefined ? {} : { uplineNo: upline }),
    }),
    [q, kind, upline],
  );
  const source = useCall(
    operatorRateCalls,
    '/operator/rate/list',
    { ...list.paging, ...filter },
    { refetchEveryMs: REFETCH_MS },
  );
  const counted = (count: number): string => t('counted', { count });
  const channels = source.data?.extend.channels ?? NO_CHANNELS;
  const columns = useMemo(() => rateColumns(t, channels), [t, channels]);
  const phone = ratePhoneRow(t);
  const opened = source.data?.list.find(({ memberNo }) => memberNo === list.open);
  return (
    <>
      <PageHeader
        title={title}
        hint={t('hint')}
        actions={
          configures && (
            <>
              <Button variant="default" onClick={() => setBulk('import')}>
                {tBulk('import')}
              </Button>
              <Button variant="default" disabled={channels.length === 0} onClick={() => setBulk('edit')}>
                {tBulk('edit_many')}
              </Button>
            </>
          )
        }
      />
      <FilterBar list={list} error={source.error}>
        <TextFilter {...list.bind('q')} label={t('find')} />
        <ChoiceFilter
          {...list.bind('kind')}
          label={t('kind')}
          options={kinds.map((value) => ({ value, label: t(value) }))}
        />
        <TextFilter {...list.bind('upline')} label={t('upline_no')} />
      </FilterBar>
      <DataTable
        name="operatorRates"
        label={title}
        counted={counted}
        actions={
          !isRefused(source.error) && (
            <ExportButton kind="memberRate" filter={{ order: list.paging.order, ...filter }} />
          )
        }
        columns={columns}
        phone={phone}
        fills
        source={source}
        rowKey={({ memberNo }) => memberNo}
        rowLabel={({ name }) => name}
        list={list}
        onOpen={({ memberNo }) => list.setOpen(memberNo)}
        openKey={list.open}
        empty={{ title: t('none_found'), hint: t('none_found_hint') }}
      />
      <RateDrawer
        open={list.open}
        member={opened}
        channels={channels}
        isLoading={source.data === undefined}
        onClose={() => list.setOpen(undefined)}
      />
      <RateBulkDrawer
        mode={bulk}
        filter={filter}
        count={source.data?.total ?? 0}
        channels={channels}
        onClose={() => setBulk(undefined)}
      />
    </>
  );
}

function ratePhoneRow(t: Translate<typeof operatorRateWords>): PhoneRow<RateRow> {
  return {
    what: ({ name }) => <bdi>{name}</bdi>,
    facts: ({ kind, memberNo, cells }) => [
      t(kind),
      memberNo,
      cells.some(({ own }) => own) && t('own_rates', { count: cells.filter(({ own }) => own).length }),
      cells.some(({ belowCost }) => belowCost) && t('below_cost'),
    ],
  };
}

function rateColumns(t: Translate<typeof operatorRateWords>, channels: readonly RateChannel[]): Column<RateRow>[] {
  return [
    {
      id: 'memberNo',
      header: t('member'),
      sortable: true,
      cell: ({ memberNo, name, kind }) => (
        <span className={classes.cell}>
          <bdi className={classes.name}>{name}</bdi>
          <span className={classes.quiet}>
            {t(kind)} · {memberNo}
          </span>
        </span>
      ),
    },
    ...channels.map(({ code, name }, index): Column<RateRow> => ({
      id: `rate_${code}`,
      header: name || code,
      priority: channels.length - index,
      optional: index >= SHOWN_CHANNELS,
      cell: ({ cells }) => {
        const cell = cells.find((one) => one.code === code);
        return cell && <CellText cell={cell} />;
      },
    })),
  ];
}

function CellText({ cell }: { cell: RateCell }) {
  const t = useWords(operatorRateWords);
  return (
    <span className={classes.cell}>
      <RateText rate={cell.rate} />
      {(cell.own || cell.closed) && (
        <span className={classes.quiet}>
          {[cell.own && t('own'), cell.closed && t('closed')].filter((text) => text !== false).join(' · ')}
        </span>
      )}
      {cell.belowCost && <span className={classes.bad}>{t('below_cost')}</span>}
      {cell.belowAgent && <span className={classes.bad}>{t('below_agent')}</span>}
    </span>
  );
}

export { RatesScreen as Screen };
