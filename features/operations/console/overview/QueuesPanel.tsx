/** What waits for an operator: how many, since when, and how much money. */
import { IconCircleCheck } from '@tabler/icons-react';
import { Amount, useFormat } from '#foundation/console/display/format.tsx';
import { ChevronRightIcon } from '#foundation/console/display/icons.tsx';
import { Panel, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { ownPaths } from '#foundation/console/page/own-paths.ts';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCell } from '#foundation/console/wire/signal.ts';
import type { Queue } from '../../overview-contract.ts';
import { overviewWords } from '../../overview-words.ts';
import { queuePaths } from '../../queues.ts';
import classes from './Overview.module.css';

export interface QueuesPanelProps {
  data: { queues: readonly Queue[] } | undefined;
  error: Error | null;
  onRetry: () => void;
}

export function QueuesPanel({ data, error, onRetry }: QueuesPanelProps) {
  const t = useWords(overviewWords);
  const known = useCell(ownPaths);
  const waiting = data?.queues.filter(({ count }) => count > 0);
  return (
    <Panel title={t('queues')}>
      {waiting === undefined ? (
        error ? (
          <FailedRows title={t('queues_failed')} error={error} onRetry={onRetry} />
        ) : (
          <SkeletonGroup>
            <SkeletonBar width="70%" />
            <SkeletonBar width="85%" />
            <SkeletonBar width="60%" />
          </SkeletonGroup>
        )
      ) : waiting.length === 0 ? (
        <p className={classes.done}>
          <IconCircleCheck size={18} stroke={1.75} aria-hidden />
          {t('all_done')}
        </p>
      ) : (
        <ul className={classes.queues}>
          {waiting.map((queue) => (
            <li key={queue.name}>
              <QueueLine queue={queue} hasScreen={known.has(queuePaths[queue.name])} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function QueueLine({ queue, hasScreen }: { queue: Queue; hasScreen: boolean }) {
  const path = queuePaths[queue.name];
  const tabs = path === '/operator/disbursements' ? { search: { tab: queue.name } } : {};
  return hasScreen ? (
    <ScreenLink to={path} {...tabs} className={classes.queue}>
      <QueueText queue={queue} />
      <ChevronRightIcon />
    </ScreenLink>
  ) : (
    <span className={classes.queue}>
      <QueueText queue={queue} />
    </span>
  );
}

function QueueText({ queue: { name, count, capped, oldestAt, amount } }: { queue: Queue }) {
  const t = useWords(overviewWords);
  const format = useFormat();
  return (
    <>
      <span className={classes.queueText}>
        <span className={classes.queueName}>{t(name)}</span>
        <span className={classes.queueAge} title={oldestAt === null ? undefined : format.dateTime(oldestAt)}>
          {oldestAt !== null && t('oldest', { ago: format.ago(oldestAt) })}
        </span>
      </span>
      <span className={classes.queueFigures}>
        <strong>{`${format.number(count)}${capped ? '+' : ''}`}</strong>
        {amount !== null && (
          <span className={classes.queueAge}>
            <Amount value={amount} />
            {capped && '+'}
          </span>
        )}
      </span>
    </>
  );
}
