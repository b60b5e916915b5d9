/**
 * A batch's payouts in the order of its table, each with its result. An opened row shows its attempts and the possible
 * actions.
 */
import { useMemo } from 'react';
import { DisbursementDrawer } from '#features/disbursements/console/details/DisbursementDrawer.tsx';
import { disbursementOutcomes } from '#features/disbursements/rules.ts';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { Clip } from '#foundation/console/display/Clip.tsx';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import type { Column, PhoneRow, TableSource } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { ChoiceFilter } from '#foundation/console/list/filters.tsx';
import { type Format, Time, useFormat } from '#foundation/console/display/format.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import type { ListAddress } from '#foundation/console/list/use-list-address.ts';
import { useRowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import type { BatchPayout } from '../contract.ts';
import { batchWords } from '../screen-words.ts';
import type { batchAddress } from './batch-address.ts';
import { outcomeTones } from './batch-tones.ts';
import classes from './Batch.module.css';

export interface BatchPayoutsProps {
  batchNo: string;
  list: ListAddress<typeof batchAddress.fields, 'line'>;
  source: TableSource<BatchPayout>;
}

export function BatchPayouts({ batchNo, list, source }: BatchPayoutsProps) {
  const t = useWords(batchWords);
  const format = useFormat();
  const columns = useMemo(() => columnsOf(t, format), [t, format]);
  const steps = useRowSteps(
    (source.data?.list ?? []).map(({ orderNo }) => orderNo),
    list.open,
  );
  return (
    <>
      <FilterBar list={list} error={source.error}>
        <ChoiceFilter
          {...list.bind('outcome')}
          label={t('outcome')}
          options={disbursementOutcomes.map((value) => ({ value, label: t(`outcome_${value}`) }))}
        />
      </FilterBar>
      <DataTable
        name="batch"
        label={t('payouts')}
        counted={(count) => t('counted_payouts', { count })}
        columns={columns}
        phone={phoneRow(t, format)}
        source={source}
        rowKey={({ orderNo }) => orderNo}
        rowLabel={({ orderNo }) => orderNo}
        list={list}
        onOpen={({ orderNo }) => list.setOpen(orderNo)}
        openKey={list.open}
        actions={<ExportButton kind="batch" filter={{ batchNo }} />}
        empty={{ title: t('none_such') }}
      />
      <DisbursementDrawer kind="payout" orderNo={list.open} steps={steps} onClose={() => list.setOpen(undefined)} />
    </>
  );
}

function columnsOf(t: Translate<typeof batchWords>, format: Format): Column<BatchPayout>[] {
  return [
    {
      id: 'line',
      header: t('line'),
      numeric: true,
      cell: ({ line }) => <span className={classes.account}>{line}</span>,
    },
    {
      id: 'outcome',
      header: t('outcome'),
      cell: ({ outcome }) => <StatusBadge tone={outcomeTones[outcome]}>{t(`outcome_${outcome}`)}</StatusBadge>,
    },
    { id: 'amount', header: t('amount'), numeric: true, cell: ({ amount }) => format.amount(amount) },
    { id: 'fee', priority: 1, header: t('fee'), numeric: true, cell: ({ fee }) => format.amount(fee) },
    { id: 'paidTo', header: t('paid_to'), cell: (row) => <PaidTo row={row} /> },
    { id: 'what', header: t('what'), cell: (row) => <Note row={row} /> },
    {
      id: 'orderNo',
      priority: 2,
      header: t('order_no'),
      cell: ({ orderNo }) => <CopyText value={orderNo} most={11} />,
    },
    { id: 'finishedAt', priority: 3, header: t('finished'), cell: ({ finishedAt }) => <Time at={finishedAt} short /> },
  ];
}

function phoneRow(t: Translate<typeof batchWords>, format: Format): PhoneRow<BatchPayout> {
  return {
    what: ({ line, settlement: { holder } }) => `${format.number(line)}. ${holder}`,
    amount: ({ amount }) => format.amount(amount),
    state: ({ outcome }) =>
      outcome !== 'paid' && <StatusBadge tone={outcomeTones[outcome]}>{t(`outcome_${outcome}`)}</StatusBadge>,
    at: ({ finishedAt }) => finishedAt,
    facts: ({ failReason, outcome, settlement: { bankName, account } }) =>
      failReason !== '' && outcome !== 'paid' ? [failReason] : [bankName, account],
  };
}

function PaidTo({ row: { settlement } }: { row: BatchPayout }) {
  const { holder, bankName, account } = settlement;
  return (
    <span className={classes.paidTo}>
      <Clip text={holder} most={26} />
      <span className={classes.quiet}>
        {bankName !== null && (
          <>
            <Clip text={bankName} most={22} />
            {' · '}
          </>
        )}
        <Clip text={account} most={20} className={classes.account} />
      </span>
    </span>
  );
}

/** Why it failed, or its reference at the bank. */
function Note({ row: { failReason, bankReference, outcome } }: { row: BatchPayout }) {
  const t = useWords(batchWords);
  if (failReason !== '' && outcome !== 'paid') return <span className={classes.reason}>{failReason}</span>;
  return (
    <span className={classes.quiet}>{bankReference === '' ? '–' : t('reference', { reference: bankReference })}</span>
  );
}
