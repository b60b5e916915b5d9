/** One notice or several of a kind in a row: what happened, when, and what can be done. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Time, useFormat } from '#foundation/console/display/format.tsx';
import { IconButton } from '#foundation/console/display/IconButton.tsx';
import { CheckIcon, icon } from '#foundation/console/display/icons.tsx';
import { useAction } from '#foundation/console/wire/use-call.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { NoticeRow } from '../contract.ts';
import { noticeScreenWords } from '../screen-words.ts';
import { noticeCalls } from './calls.ts';
import { aboutOf, searchOf, SECURE } from './notice-doors.ts';
import classes from './NoticeBell.module.css';

const looks = {
  money: icon(<path d="M4 7h16v10H4ZM12 14.5a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5ZM7 10v.01M17 14v.01" />),
  callback: icon(<path d="M6 16v-5a6 6 0 0 1 9-5.2M18 11v5l2 2H6M10 21h4M18 3l4 4M22 3l-4 4" />),
  security: icon(<path d="M12 3l8 3v5c0 5-3.4 8.6-8 10-4.6-1.4-8-5-8-10V6ZM12 8v5M12 16v.01" />),
  file: icon(<path d="M13 3H6v18h12V8ZM13 3v5h5M12 11v6M9.5 14.5 12 17l2.5-2.5" />),
  person: icon(<path d="M12 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM5 21v-2a4 4 0 0 1 4-4h6a4 4 0 0 1 4 4v2" />),
};

export interface NoticeItemProps {
  row: NoticeRow;
  /** A link of the notice was followed. */
  onLeave: () => void;
}

export function NoticeItem({ row: { id, kind, text, createdAt, read, subject, count }, onLeave }: NoticeItemProps) {
  const t = useWords(noticeScreenWords);
  const format = useFormat();
  const mark = useAction(noticeCalls, '/notice/read', { refreshes: ['/notice/list'] });
  const { look, door, asks } = aboutOf(kind);
  const Look = looks[look];
  const markRead = () => mark.mutate(count > 1 ? { id, group: true } : { id });
  const follow = () => {
    if (!read) markRead();
    onLeave();
  };
  return (
    <li className={classes.notice} data-unread={!read || undefined}>
      <span className={classes.look} data-look={look}>
        <Look size={17} />
      </span>
      <div className={classes.text}>
        <p>
          {!read && <span className={classes.unread}>{t('unread')}</span>}
          {door === undefined ? (
            text
          ) : (
            <Link to={door.to} search={searchOf(door, subject)} className={classes.link} onClick={follow}>
              {text}
            </Link>
          )}
        </p>
        <span className={classes.meta}>
          <Time at={createdAt} relative />
          {count > 1 && <span className={classes.count}>{t('times', { count: format.number(count) })}</span>}
        </span>
        {asks && !read && (
          <span className={classes.acts}>
            <Button variant="default" size="compact-sm" fw={400} disabled={mark.isPending} onClick={markRead}>
              {t('it_was_me')}
            </Button>
            <Link to={SECURE} search={{}} className={classes.secure} onClick={follow}>
              {t('secure')}
            </Link>
          </span>
        )}
      </div>
      {!read && !asks && (
        <IconButton
          label={t('mark_one')}
          className={classes.mark}
          title={t('mark_one')}
          disabled={mark.isPending}
          onClick={markRead}
        >
          <CheckIcon size={14} />
        </IconButton>
      )}
    </li>
  );
}
