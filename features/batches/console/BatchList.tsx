/** The batches, newest first, with their progress. A row leads to the batch's own page. */
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { NewRowsButton } from '#foundation/console/list/data-table/NewRowsButton.tsx';
import { type Format, Time, useFormat } from '#foundation/console/display/format.tsx';
import { useLive } from '#foundation/console/wire/live.ts';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useThrottledRefresh } from '#foundation/console/wire/use-throttled-refresh.ts';
import { useStableList } from '#foundation/console/list/use-stable-list.ts';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import type { Batch } from '../contract.ts';
import { batchCalls } from './calls.ts';
import { batchTitles } from '../screen-titles.ts';
import { batchWords } from '../screen-words.ts';
import { stateTones } from './batch-tones.ts';
import classes from './Batch.module.css';
import { BatchProgress } from './BatchProgress.tsx';

const address = { fields: {}, sortable: ['createdAt'] } as const;
const keyOf = ({ batchNo }: Batch) => batchNo;

export function BatchList() {
  const t = useWords(batchWords);
  const title = useWords(batchTitles);
  const format = useFormat();
  const navigate = useNavigate();
  const list = useListAddress(address);
  const found = useStableList(useCall(batchCalls, '/batch/list', list.paging), JSON.stringify(list.paging), keyOf);
  const refreshSoon = useThrottledRefresh('/batch/list');
  useLive('payout.changed', refreshSoon);
  useLive('resumed', refreshSoon);
  const columns = useMemo(() => columnsOf(t, format), [t, format]);
  const { news } = found;
  return (
    <DataTable
      name="batches"
      label={t('batches')}
      counted={(count) => t('counted_batches', { count })}
      columns={columns}
      phone={phoneRow(t, format)}
      fills
      source={found.source}
      rowKey={keyOf}
      rowLabel={keyOf}
      list={list}
      onOpen={({ batchNo }) => void navigate({ to: '/repay/batch', search: { no: batchNo } })}
      news={
        <NewRowsButton
          text={news === undefined ? undefined : news === 0 ? t('changed') : t('news', { count: news })}
          onShow={() => (list.paging.page === 1 ? found.show() : list.setPage(1))}
        />
      }
      empty={{
        title: t('none'),
        hint: t('none_hint'),
        action: { label: title('upload'), onClick: () => void navigate({ to: '/repay/batchApply', search: {} }) },
      }}
    />
  );
}

function phoneRow(t: Translate<typeof batchWords>, format: Format): PhoneRow<Batch> {
  return {
    what: ({ fileName }) => fileName ?? t('by_hand'),
    amount: ({ amounts }) => format.amount(amounts.amount),
    state: ({ state }) => state !== 'done' && <StatusBadge tone={stateTones[state]}>{t(`state_${state}`)}</StatusBadge>,
    at: ({ createdAt }) => createdAt,
    sort: 'createdAt',
    facts: ({ counts: { paid, total } }) => [t('paid_of', { paid, total })],
  };
}

function columnsOf(t: Translate<typeof batchWords>, format: Format): Column<Batch>[] {
  return [
    { id: 'batchNo', header: t('batch_no'), cell: ({ batchNo }) => <CopyText value={batchNo} most={13} /> },
    {
      id: 'state',
      header: t('state'),
      cell: ({ state }) => <StatusBadge tone={stateTones[state]}>{t(`state_${state}`)}</StatusBadge>,
    },
    { id: 'progress', header: t('progress'), cell: (batch) => <BatchProgress batch={batch} /> },
    { id: 'amount', header: t('amount'), numeric: true, cell: ({ amounts }) => format.amount(amounts.amount) },
    { id: 'fee', priority: 1, header: t('fees'), numeric: true, cell: ({ amounts }) => format.amount(amounts.fee) },
    {
      id: 'paid',
      priority: 3,
      header: t('paid_amount'),
      numeric: true,
      cell: ({ amounts }) => format.amount(amounts.paid),
    },
    {
      id: 'source',
      priority: 2,
      header: t('source'),
      cell: ({ fileName }) => <span className={classes.source}>{fileName ?? t('by_hand')}</span>,
    },
    {
      id: 'createdAt',
      priority: 4,
      header: t('made'),
      sortable: true,
      cell: ({ createdAt }) => <Time at={createdAt} short />,
    },
    {
      id: 'finishedAt',
      priority: 1,
      header: t('finished'),
      optional: true,
      cell: ({ finishedAt }) => <Time at={finishedAt} short />,
    },
  ];
}
