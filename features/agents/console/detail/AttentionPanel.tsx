/** Direct members that need care, each with a link to its details. */
import { IconCircleCheck, IconIdBadge2, IconPercentage, IconTrendingDown } from '@tabler/icons-react';
import { ChevronRightIcon } from '#foundation/console/display/icons.tsx';
import { useFormat } from '#foundation/console/display/format.tsx';
import { Panel, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { overviewWords } from '../../overview-words.ts';
import { AgentLink } from '../AgentLink.tsx';
import { treeCalls } from '../calls.ts';
import { type Attention, attentionOf } from './attention.ts';
import classes from './AgentDetail.module.css';

/** The most that one request returns. */
const MAX_MEMBERS = 100;
const SHOWN = 6;
const icons = { below_own: IconPercentage, success_fell: IconTrendingDown, uncertified: IconIdBadge2 } as const;

export function AttentionPanel() {
  const t = useWords(overviewWords);
  const { data, error, dataUpdatedAt } = useCall(
    treeCalls,
    '/agent/userlist',
    { sort: 'registeredAt', order: 'desc', limit: MAX_MEMBERS },
    { quiet: true },
  );
  // Of all members: those with many orders are seldom among the newest.
  const fallen = useCall(
    treeCalls,
    '/agent/userlist',
    { attention: 'successFell', sort: 'amount30d', order: 'desc', limit: MAX_MEMBERS },
    { quiet: true },
  );
  const hasFailed = Boolean(error ?? fallen.error);
  const items =
    data && fallen.data && attentionOf({ newest: data.list, fallen: fallen.data.list }, new Date(dataUpdatedAt));
  const more = (items?.length ?? 0) - SHOWN;
  return (
    <Panel title={t('attention')}>
      {items === undefined && !hasFailed && (
        <SkeletonGroup>
          <SkeletonBar width="70%" />
          <SkeletonBar width="85%" />
        </SkeletonGroup>
      )}
      {items === undefined && hasFailed && (
        <p className={classes.quiet} role="alert">
          {t('attention_failed')}
        </p>
      )}
      {items?.length === 0 && (
        <p className={classes.done}>
          <IconCircleCheck size={18} stroke={1.75} aria-hidden />
          {t('attention_none')}
        </p>
      )}
      {items !== undefined && items.length > 0 && (
        <ul className={classes.todos}>
          {items.slice(0, SHOWN).map((item) => (
            <AttentionItem key={`${item.what} ${item.member.memberNo}`} item={item} />
          ))}
        </ul>
      )}
      {more > 0 && <p className={classes.more}>{t('attention_more', { count: more })}</p>}
      {data !== undefined && data.total > MAX_MEMBERS && (
        <p className={classes.more}>{t('attention_newest', { count: MAX_MEMBERS, total: data.total })}</p>
      )}
    </Panel>
  );
}

function AttentionItem({ item }: { item: Attention }) {
  const { what, member } = item;
  const Icon = icons[what];
  return (
    <li>
      <AgentLink to="/agent/userlist" search={{ open: member.memberNo }} className={classes.todo}>
        <span className={classes.todoIcon} data-bad={what !== 'uncertified' || undefined}>
          <Icon size={18} stroke={1.75} aria-hidden />
        </span>
        <span className={classes.todoText}>
          <span className={classes.todoName}>{member.name}</span>
          <span className={classes.quiet}>
            <AttentionText item={item} />
          </span>
        </span>
        <span className={classes.todoGo}>
          <ChevronRightIcon />
        </span>
      </AgentLink>
    </li>
  );
}

function AttentionText({ item }: { item: Attention }) {
  const t = useWords(overviewWords);
  const format = useFormat();
  switch (item.what) {
    case 'below_own':
      return t('attention_below_own');
    case 'success_fell':
      return t('attention_success_fell', {
        now: format.percent(item.rateNow),
        before: format.percent(item.rateBefore),
      });
    case 'uncertified':
      return t('attention_uncertified', { days: item.days });
  }
}
