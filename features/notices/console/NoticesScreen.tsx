/** All notices of this account, in pages, the newest first. */
import { Button } from '@mantine/core';
import { PageHeader, Panel, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { useFormat } from '#foundation/console/display/format.tsx';
import { useLive } from '#foundation/console/wire/live.ts';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import { useThrottledRefresh } from '#foundation/console/wire/use-throttled-refresh.ts';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { noticeScreenWords } from '../screen-words.ts';
import { noticeTitles } from '../screen-titles.ts';
import { noticeCalls } from './calls.ts';
import classes from './NoticeBell.module.css';
import { NoticeItem } from './NoticeItem.tsx';

const LIST = '/notice/list';
const LIMIT = 50;

function NoticesScreen() {
  const t = useWords(noticeScreenWords);
  const title = useWords(noticeTitles)('notices');
  const format = useFormat();
  const { params, change } = usePageAddress();
  const page = Math.max(1, Math.min(MAX_PAGES, Math.trunc(Number(params['page'] ?? 1)) || 1));
  const { data, error, refetch } = useCall(noticeCalls, LIST, { page, limit: LIMIT, grouped: true });
  const read = useAction(noticeCalls, '/notice/read', { refreshes: [LIST] });
  const refreshSoon = useThrottledRefresh(LIST);
  useLive('notice.new', refreshSoon);
  useLive('resumed', refreshSoon);
  const pages = data === undefined ? 1 : Math.max(1, Math.ceil(data.total / LIMIT));
  const turnTo = (next: number) =>
    change(({ page: _page, ...others }) => (next === 1 ? others : { ...others, page: String(next) }));
  return (
    <>
      <PageHeader
        title={title}
        actions={
          data !== undefined &&
          data.extend.unread > 0 && (
            <Button variant="default" loading={read.isPending} onClick={() => read.mutate({ id: 'all' })}>
              {t('mark_all')}
            </Button>
          )
        }
      />
      <Panel flush>
        {data === undefined ? (
          error ? (
            <FailedRows title={t('failed')} error={error} onRetry={() => void refetch()} />
          ) : (
            <SkeletonGroup className={classes.skeleton}>
              <SkeletonBar width="90%" />
              <SkeletonBar width="64%" />
              <SkeletonBar width="80%" />
            </SkeletonGroup>
          )
        ) : data.list.length === 0 ? (
          <EmptyRows title={t('empty_title')} hint={t('empty_hint')} />
        ) : (
          <ul className={classes.notices}>
            {data.list.map((row) => (
              <NoticeItem key={row.id} row={row} onLeave={() => undefined} />
            ))}
          </ul>
        )}
        {pages > 1 && (
          <nav className={classes.pages} aria-label={title}>
            <Button variant="default" size="compact-sm" fw={400} disabled={page <= 1} onClick={() => turnTo(page - 1)}>
              {t('newer')}
            </Button>
            <span>{t('page_of', { page: format.number(page), pages: format.number(pages) })}</span>
            <Button
              variant="default"
              size="compact-sm"
              fw={400}
              disabled={page >= pages}
              onClick={() => turnTo(page + 1)}
            >
              {t('older')}
            </Button>
          </nav>
        )}
      </Panel>
    </>
  );
}

/** More than a year of notices has. */
const MAX_PAGES = 10_000;

export { NoticesScreen as Screen };
