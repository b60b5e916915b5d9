/** The platform's announcements: the newest one, and the others on request. Opening one marks it as read. */
import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import type { AnnouncementRow } from '#features/platform/contract.ts';
import { platformCalls } from '#features/platform/console/calls.ts';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { Time } from '#foundation/console/display/format.tsx';
import { ChevronRightIcon } from '#foundation/console/display/icons.tsx';
import { SkeletonBar, SkeletonGroup, Panel } from '#foundation/console/display/layout.tsx';
import { useLive } from '#foundation/console/wire/live.ts';
import { Markdown } from '#foundation/console/display/Markdown.tsx';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import { useThrottledRefresh } from '#foundation/console/wire/use-throttled-refresh.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { dashboardWords } from '../screen-words.ts';
import classes from './SidePanels.module.css';

const FIRST = 1;
const MAX_ROWS = 20;

export function useAnnouncements() {
  useLive('announcement.new', useThrottledRefresh('/announcement/list'));
  return useCall(platformCalls, '/announcement/list', { page: 1, limit: MAX_ROWS });
}

export function Announcements({ announcements }: { announcements: ReturnType<typeof useAnnouncements> }) {
  const t = useWords(dashboardWords);
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = announcements;
  const unread = data?.extend.unread ?? 0;
  const shown = data?.list.slice(0, isOpen ? MAX_ROWS : FIRST) ?? [];
  const more = (data?.list.length ?? 0) - FIRST;
  return (
    <Panel
      title={t('announcements')}
      actions={unread > 0 && <span className={classes.unreadCount}>{t('unread_count', { count: unread })}</span>}
    >
      {data === undefined ? (
        error ? (
          <FailedRows title={t('announcements_failed')} error={error} onRetry={() => void refetch()} />
        ) : (
          <SkeletonGroup className={classes.skeleton}>
            <SkeletonBar width="80%" />
            <SkeletonBar width="64%" />
            <SkeletonBar width="72%" />
          </SkeletonGroup>
        )
      ) : data.list.length === 0 ? (
        <p className={classes.quiet}>{t('announcements_none')}</p>
      ) : (
        <ul className={classes.announcements}>
          {shown.map((row) => (
            <Announcement key={row.id} row={row} />
          ))}
        </ul>
      )}
      {more > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          fw={400}
          mt={8}
          ms={-8}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t('fewer_announcements') : t('more_announcements', { count: more })}
        </Button>
      )}
    </Panel>
  );
}

function Announcement({ row: { id, title, body, publishedAt, read } }: { row: AnnouncementRow }) {
  const t = useWords(dashboardWords);
  const [open, setOpen] = useState(false);
  const bodyId = useId();
  const markRead = useAction(platformCalls, '/announcement/read', { refreshes: ['/announcement/list'], quiet: true });
  const toggle = () => {
    setOpen(!open);
    if (!open && !read) markRead.mutate({ id });
  };
  return (
    <li>
      <button
        type="button"
        className={classes.announcementHead}
        aria-expanded={open}
        aria-controls={bodyId}
        onClick={toggle}
      >
        <span className={classes.chevron}>
          <ChevronRightIcon size={14} />
        </span>
        <span className={classes.announcementTitle} data-unread={!read || undefined}>
          {title}
          {!read && <span className={classes.unreadText}>{t('unread')}</span>}
        </span>
        {!read && <span className={classes.unread} />}
        <span className={classes.announcementTime}>
          <Time at={publishedAt} relative />
        </span>
      </button>
      <div id={bodyId} className={classes.announcementBody} hidden={!open}>
        {open && <Markdown text={body} />}
      </div>
    </li>
  );
}
