/** The bell: the number of unread notices and their texts. A new one shows at once, in every tab. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { renewConfig } from '#features/platform/console/config.ts';
import { BarButton, Counted } from '#foundation/console/display/BarButton.tsx';
import { useFormat } from '#foundation/console/display/format.tsx';
import { icon } from '#foundation/console/display/icons.tsx';
import { SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { useLive } from '#foundation/console/wire/live.ts';
import { Popup } from '#foundation/console/overlay/Popup.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import { useThrottledRefresh } from '#foundation/console/wire/use-throttled-refresh.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { NoticeRow } from '../contract.ts';
import { noticeCalls } from './calls.ts';
import { noticeScreenWords } from '../screen-words.ts';
import { NoticeItem } from './NoticeItem.tsx';
import { NOTICES_PATH } from './screens.ts';
import classes from './NoticeBell.module.css';

const STEP = 10;
const MOST = 100;

const BellIcon = icon(<path d="M6 16v-5a6 6 0 0 1 12 0v5l2 2H4ZM10 21h4" />);

const LIST = '/notice/list';

export function NoticeBell() {
  const t = useWords(noticeScreenWords);
  const format = useFormat();
  const [limit, setLimit] = useState(STEP);
  // Read everything the panel shows here: a query field that is not read causes no rerender.
  const { data, error, refetch } = useCall(
    noticeCalls,
    LIST,
    { page: 1, limit, grouped: true },
    { quiet: true, deferred: true },
  );
  // What a notice is about can be the user's own state, which pages that open later remember for a while.
  const refreshSoon = useThrottledRefresh(LIST, '/user/info');
  useLive('notice.new', refreshSoon);
  useLive('resumed', refreshSoon);
  // Of the platform: its name and logo are on every page.
  useLive('settings.changed', () => void renewConfig());
  const titleId = useId();
  const unread = data?.extend.unread ?? 0;
  return (
    <Popup
      position="bottom-end"
      width="min(400px, calc(100vw - 16px))"
      flush
      labelledBy={titleId}
      renderButton={(button) => (
        <BarButton label={unread === 0 ? t('notices') : t('bell', { count: unread })} {...button}>
          <Counted count={unread}>
            <BellIcon size={18} />
          </Counted>
        </BarButton>
      )}
    >
      {(close) => (
        <>
          <div className={classes.head}>
            <h2 id={titleId} className={classes.title} tabIndex={-1} data-autofocus>
              {t('notices')}
            </h2>
            {unread > 0 && <MarkAll />}
          </div>
          <div className={classes.list}>
            <Notices data={data} error={error} refetch={refetch} onLeave={close} />
            {data && data.total > data.list.length && limit < MOST && (
              <Button
                variant="subtle"
                size="compact-sm"
                fw={400}
                m={8}
                onClick={() => setLimit(Math.min(MOST, limit + STEP))}
              >
                {`${t('older')} (${format.number(data.total - data.list.length)})`}
              </Button>
            )}
          </div>
          {data && data.total > 0 && (
            <Link to={NOTICES_PATH} search={{}} className={classes.all} onClick={close}>
              {t('see_all')}
            </Link>
          )}
        </>
      )}
    </Popup>
  );
}

function MarkAll() {
  const t = useWords(noticeScreenWords);
  const read = useAction(noticeCalls, '/notice/read', { refreshes: [LIST] });
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      fw={400}
      loading={read.isPending}
      onClick={() => read.mutate({ id: 'all' })}
    >
      {t('mark_all')}
    </Button>
  );
}

interface NoticesProps {
  data: { list: readonly NoticeRow[] } | undefined;
  error: Error | null;
  refetch: () => unknown;
  /** A notice's link was followed. */
  onLeave: () => void;
}

function Notices({ data, error, refetch, onLeave }: NoticesProps) {
  const t = useWords(noticeScreenWords);
  if (!data && error) return <FailedRows title={t('failed')} error={error} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <SkeletonGroup className={classes.skeleton}>
        <SkeletonBar width="90%" />
        <SkeletonBar width="64%" />
        <SkeletonBar width="80%" />
      </SkeletonGroup>
    );
  if (data.list.length === 0) return <EmptyRows title={t('empty_title')} hint={t('empty_hint')} />;
  return (
    <ul className={classes.notices}>
      {data.list.map((row) => (
        <NoticeItem key={row.id} row={row} onLeave={onLeave} />
      ))}
    </ul>
  );
}
