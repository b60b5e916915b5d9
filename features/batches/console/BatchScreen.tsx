/**
 * One batch at its own address (`/repay/batch?no=…`): its progress, and its payouts, which update while the page is
 * open.
 */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { CallRefused } from '#foundation/console/wire/api-errors.ts';
import { SkeletonBar, SkeletonGroup, PageHeader, Panel } from '#foundation/console/display/layout.tsx';
import { useFormat } from '#foundation/console/display/format.tsx';
import { useLive } from '#foundation/console/wire/live.ts';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useThrottledRefresh } from '#foundation/console/wire/use-throttled-refresh.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { batchCalls } from './calls.ts';
import { batchTitles } from '../screen-titles.ts';
import { batchWords } from '../screen-words.ts';
import { batchAddress } from './batch-address.ts';
import { BatchPayouts } from './BatchPayouts.tsx';
import { BatchStatus } from './BatchStatus.tsx';

function BatchScreen() {
  const t = useWords(batchWords);
  const title = useWords(batchTitles)('batch');
  const format = useFormat();
  const batchNo = usePageAddress().params['no'] ?? '';
  const isNumber = /^\d{19}$/.test(batchNo);
  const list = useListAddress(batchAddress);
  const { outcome } = list.filters;
  const { page, limit, sort } = list.paging;
  const input = { batchNo, page, limit, sort, order: 'asc', ...(outcome === undefined ? {} : { outcome }) } as const;
  const detail = useCall(batchCalls, '/batch/detail', input, { enabled: isNumber });
  const refreshSoon = useThrottledRefresh('/batch/detail');
  useLive('payout.changed', refreshSoon);
  useLive('resumed', refreshSoon);
  const batch = detail.data?.extend;
  const missing =
    !isNumber || (!detail.data && detail.error instanceof CallRefused && detail.error.error === 'not_found');
  return (
    <>
      <PageHeader
        title={title}
        hint={batch && t('hint', { time: format.dateTime(batch.createdAt), zone: format.zone })}
        actions={
          <Button
            variant="default"
            renderRoot={(props) => <Link {...props} to="/repay/index" search={{ tab: 'batches' }} />}
          >
            {t('show_all')}
          </Button>
        }
      />
      {missing ? (
        <Panel>
          <EmptyRows title={t('missing_title')} hint={t('missing_hint')} />
        </Panel>
      ) : batch ? (
        <>
          <BatchStatus batch={batch} />
          <BatchPayouts batchNo={batchNo} list={list} source={detail} />
        </>
      ) : (
        <Panel>
          {detail.error ? (
            <FailedRows title={t('load_failed')} error={detail.error} onRetry={() => void detail.refetch()} />
          ) : (
            <SkeletonGroup>
              <SkeletonBar width="46%" height={28} />
              <SkeletonBar width="80%" />
              <SkeletonBar width="60%" />
            </SkeletonGroup>
          )}
        </Panel>
      )}
    </>
  );
}

export { BatchScreen as Screen };
