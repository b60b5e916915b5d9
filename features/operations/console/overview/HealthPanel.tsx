/** How the platform itself is: its books, jobs, callbacks, upstreams and processes. */
import { useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts, Panel, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { OperatorHealth } from '../../overview-contract.ts';
import { overviewWords } from '../../overview-words.ts';
import classes from './Overview.module.css';

export interface HealthPanelProps {
  data: OperatorHealth | undefined;
  error: Error | null;
  onRetry: () => void;
}

export function HealthPanel({ data, error, onRetry }: HealthPanelProps) {
  const t = useWords(overviewWords);
  return (
    <Panel title={t('health')}>
      {data ? (
        <Health health={data} />
      ) : error ? (
        <FailedRows title={t('health_failed')} error={error} onRetry={onRetry} />
      ) : (
        <SkeletonGroup>
          <SkeletonBar width="80%" />
          <SkeletonBar width="65%" />
          <SkeletonBar width="75%" />
        </SkeletonGroup>
      )}
    </Panel>
  );
}

function Health({ health: { books, jobs, callbacks, upstreams, processes } }: { health: OperatorHealth }) {
  const t = useWords(overviewWords);
  const format = useFormat();
  return (
    <Facts>
      <Fact label={t('books')}>
        <StatusBadge tone={books.wrong ? 'bad' : books.checkedAt === null ? 'idle' : 'good'}>
          {t(books.wrong ? 'books_wrong' : books.checkedAt === null ? 'books_unchecked' : 'books_right')}
        </StatusBadge>
        {books.wrong && <p className={classes.note}>{books.wrong.promise}</p>}
        {books.checkedAt !== null && (
          <p className={classes.note}>{t('checked', { ago: format.ago(books.checkedAt) })}</p>
        )}
      </Fact>
      <Fact label={t('jobs')}>
        <StatusBadge tone={jobs.late.length > 0 ? 'bad' : jobs.count === 0 ? 'idle' : 'good'}>
          {jobs.late.length > 0
            ? t('jobs_late', { count: jobs.late.length })
            : jobs.count === 0
              ? t('jobs_unknown')
              : t('jobs_on_time', { count: jobs.count })}
        </StatusBadge>
        {jobs.late.map(({ name, failed, endedAt }) => (
          <p key={name} className={classes.note}>
            {name} · {t(failed ? 'job_failed' : 'job_last', { ago: format.ago(endedAt) })}
          </p>
        ))}
      </Fact>
      <Fact label={t('callbacks_due')}>
        <StatusBadge tone={callbacks.due > 0 ? 'busy' : 'good'}>
          {callbacks.due > 0
            ? t('callbacks_late', { count: `${format.number(callbacks.due)}${callbacks.capped ? '+' : ''}` })
            : t('callbacks_sent')}
        </StatusBadge>
        {callbacks.oldestAt !== null && (
          <p className={classes.note}>{t('oldest', { ago: format.ago(callbacks.oldestAt) })}</p>
        )}
      </Fact>
      <Fact label={t('upstreams')}>
        {upstreams.length === 0 && t('none')}
        {upstreams.map(({ id, name, state }) => (
          <p key={id} className={classes.line}>
            <bdi className={classes.name}>{name}</bdi>
            <StatusBadge tone={state === 'open' ? 'good' : 'warn'}>{t(state)}</StatusBadge>
          </p>
        ))}
      </Fact>
      <Fact label={t('processes')}>
        {processes.length === 0 && t('none')}
        {processes.map(({ host, version, roles, startedAt }) => (
          <p key={`${host} ${startedAt}`} className={classes.line}>
            <span className={classes.name}>
              {host} ({roles.join(', ')})
            </span>
            <span className={classes.note}>{t('version_since', { version, time: format.moment(startedAt) })}</span>
          </p>
        ))}
      </Fact>
    </Facts>
  );
}
