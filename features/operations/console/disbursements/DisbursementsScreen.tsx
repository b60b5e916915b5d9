/**
 * Withdrawals and payouts of all members: tabs by what needs a person, all filters in the address, sums, a drawer for one,
 * and acts on one or on many.
 */
import { useMemo, useState } from 'react';
import { beneficiaryTypes } from '#features/cards/beneficiary.ts';
import { disbursementKinds, disbursementStatuses } from '#features/disbursements/rules.ts';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { isRefused } from '#foundation/console/list/filter-refusals.ts';
import { disbursementWords } from '#features/disbursements/screen-words.ts';
import { useRight } from '#features/accounts/console/use-right.ts';
import { ChoiceTabs } from '#foundation/console/display/ChoiceTabs.tsx';
import { Amount, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { PageHeader } from '#foundation/console/display/layout.tsx';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { NewRowsButton } from '#foundation/console/list/data-table/NewRowsButton.tsx';
import { Sum } from '#foundation/console/list/data-table/TableBar.tsx';
import { DateRangeFilter } from '#foundation/console/list/DateRangeFilter.tsx';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { AmountRangeFilter, ChoiceFilter, TextFilter } from '#foundation/console/list/filters.tsx';
import { type ListAddress, useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useStableList } from '#foundation/console/list/use-stable-list.ts';
import { useToday } from '#foundation/console/list/use-today.ts';
import { useRowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { operatorDisbursementWords } from '../../disbursement-words.ts';
import { attentions } from '../../rules.ts';
import { operatorTitles } from '../../screen-titles.ts';
import type { OperatorDisbursementRow as Row } from '../../disbursement-contract.ts';
import { operatorDisbursementCalls } from '../calls.ts';
import { BankFileDrawer } from '../hand-payments/BankFileDrawer.tsx';
import { BankFilesButton } from '../hand-payments/BankFilesButton.tsx';
import { PayByHandDialog } from '../hand-payments/PayByHandDialog.tsx';
import { DisbursementActDialog, type Acting } from './DisbursementActDialog.tsx';
import { BulkBar } from './BulkBar.tsx';
import { BulkResults } from './BulkResults.tsx';
import { operatorColumns, operatorPhoneRow } from './disbursement-columns.tsx';
import { keyOf } from '../record-key.ts';
import { disbursementAddress, isRecentOnly, wireFilter } from './disbursement-filter.ts';
import { DisbursementPanel } from './DisbursementPanel.tsx';
import classes from './Disbursements.module.css';
import { useSelection } from './use-selection.ts';

type List = ListAddress<typeof disbursementAddress.fields, (typeof disbursementAddress.sortable)[number]>;

const CALL = '/operator/disbursement/list';
const REFETCH_MS = 10_000;
const NO_UPSTREAMS = { all: [], open: [] };

function DisbursementsScreen() {
  const t = useWords(operatorDisbursementWords);
  const words = useWords(disbursementWords);
  const title = useWords(operatorTitles)('disbursements');
  const format = useFormat();
  const list = useListAddress(disbursementAddress);
  const { timeZone } = useLocality();
  const filter = wireFilter(list.filters, timeZone, useToday());
  const { sort, order } = list.paging;
  const input = { ...list.paging, ...filter };
  const answer = useCall(operatorDisbursementCalls, CALL, input, { refetchEveryMs: REFETCH_MS });
  const found = useStableList(answer, JSON.stringify(input), keyOf);
  const { source, news } = found;
  const steps = useRowSteps((source.data?.list ?? []).map(keyOf), list.open);
  const [acting, setActing] = useState<Acting>();
  const [paying, setPaying] = useState<readonly Row[]>();
  const bankFile = useShown('bankFile');
  const selection = useSelection();
  const mayAct = useRight('disbursements.act');
  const columns = useMemo(
    () => operatorColumns({ list: words, own: t }, format, mayAct ? selection : undefined),
    [words, t, format, mayAct, selection],
  );
  const bulk = useShown('bulk');
  const shown = source.data?.list ?? [];
  const sums = source.data?.extend;
  return (
    <>
      <PageHeader title={title} hint={isRecentOnly(list.filters) ? t('recent') : t('hint', { zone: format.zone })} />
      <Tabs list={list} counts={answer.data?.extend.attention} />
      <Filters list={list} error={source.error} />
      <DataTable
        name="operator-disbursements"
        label={title}
        columns={columns}
        phone={operatorPhoneRow({ list: words, own: t }, format)}
        fills
        source={source}
        rowKey={keyOf}
        rowLabel={({ orderNo }) => orderNo}
        list={list}
        onOpen={(row) => list.setOpen(keyOf(row))}
        openKey={list.open}
        counted={(count, atLeast) => t(atLeast ? 'counted_at_least' : 'counted', { count })}
        totalCapped={sums?.filtered.capped ?? false}
        actions={
          <>
            <BankFilesButton onOpen={bankFile.show} />
            {!isRefused(source.error) && <ExportButton kind="allDisbursement" filter={{ sort, order, ...filter }} />}
          </>
        }
        sums={sums && <Sums sums={sums.filtered} />}
        news={
          <>
            <NewRowsButton
              text={news === undefined ? undefined : news === 0 ? words('changed') : words('news', { count: news })}
              onShow={() => (list.paging.page === 1 ? found.show() : list.setPage(1))}
            />
            {sums?.filtered.capped === true && (
              <p className={classes.quiet}>{t('sums_of_newest', { count: sums.filtered.count })}</p>
            )}
            {mayAct && <BulkBar selection={selection} shown={shown} onAct={setActing} onPayByHand={setPaying} />}
          </>
        }
        empty={{ title: t('empty'), hint: t('empty_hint') }}
      />
      <DisbursementPanel open={list.open} steps={steps} onAct={setActing} onClose={() => list.setOpen(undefined)} />
      <DisbursementActDialog
        acting={acting}
        upstreams={answer.data?.extend.upstreams ?? NO_UPSTREAMS}
        onClose={() => setActing(undefined)}
        onResult={({ bulkId }) => {
          selection.clear();
          bulk.show(bulkId);
        }}
      />
      <BulkResults bulkId={bulk.shown} onClose={() => bulk.show(undefined)} />
      <PayByHandDialog
        rows={paying}
        upstreams={answer.data?.extend.upstreams.all ?? NO_UPSTREAMS.all}
        onClose={() => setPaying(undefined)}
        onMade={(fileId) => {
          selection.clear();
          bankFile.show(fileId);
        }}
      />
      <BankFileDrawer fileId={bankFile.shown} onClose={() => bankFile.show(undefined)} />
    </>
  );
}

/** The result or the file that is shown, in the address. */
function useShown(name: 'bulk' | 'bankFile'): { shown: string | undefined; show(id: string | undefined): void } {
  const { params, change } = usePageAddress();
  return {
    shown: params[name] || undefined,
    show: (id) => change(({ [name]: _before, ...others }) => (id === undefined ? others : { ...others, [name]: id })),
  };
}

function Sums({ sums: { amount, fee } }: { sums: { amount: string; fee: string } }) {
  const words = useWords(disbursementWords);
  return (
    <>
      <Sum label={words('amount')} main>
        <Amount value={amount} />
      </Sum>
      <Sum label={words('fees')}>
        <Amount value={fee} />
      </Sum>
    </>
  );
}

function Tabs({
  list,
  counts,
}: {
  list: List;
  counts: Readonly<Record<(typeof attentions)[number], number>> | undefined;
}) {
  const t = useWords(operatorDisbursementWords);
  const format = useFormat();
  const tabs = [...attentions, 'all'] as const;
  return (
    <div className={classes.tabs}>
      <ChoiceTabs
        label={t('tabs')}
        value={list.filters.attention ?? 'all'}
        options={tabs.map((value) => ({
          value,
          label: t(`tab_${value}`),
          note: value === 'all' || !counts?.[value] ? undefined : format.number(counts[value]),
        }))}
        onChange={(value) => list.showOnly(value === 'all' ? {} : { attention: value })}
      />
    </div>
  );
}

function Filters({ list, error }: { list: List; error: Error | null }) {
  const t = useWords(operatorDisbursementWords);
  const words = useWords(disbursementWords);
  return (
    <FilterBar list={list} error={error}>
      <TextFilter {...list.bind('q')} label={t('find')} />
      <TextFilter {...list.bind('memberNo')} label={t('member_no')} />
      <ChoiceFilter
        {...list.bind('kind')}
        label={t('kind')}
        options={disbursementKinds.map((value) => ({ value, label: words(value) }))}
      />
      <ChoiceFilter
        {...list.bind('status')}
        label={words('status')}
        options={disbursementStatuses.map((value) => ({ value, label: words(`status_${value}`) }))}
      />
      <ChoiceFilter
        {...list.bind('type')}
        label={words('type')}
        options={beneficiaryTypes.map((value) => ({ value, label: words(`type_${value}`) }))}
      />
      <AmountRangeFilter {...list.bind('amount')} label={words('amount')} />
      <DateRangeFilter {...list.bind('range')} label={words('applied')} />
    </FilterBar>
  );
}

export { DisbursementsScreen as Screen };
