/** What a comparison has found: its progress, then what agrees and what differs, and the differences as a file. */
import { useState } from 'react';
import { TakeFileButton } from '#features/exports/console/TakeFileButton.tsx';
import { CallRefused } from '#foundation/console/wire/api-errors.ts';
import { ChoiceTabs } from '#foundation/console/display/ChoiceTabs.tsx';
import { useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts, Panel, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import type { CheckResult as Result } from '../contract.ts';
import { type DifferenceKind, differenceKinds } from '../rules.ts';
import { recordResultWords } from '../result-words.ts';
import { recordCheckWords } from '../screen-words.ts';
import { recordCheckCalls } from './calls.ts';
import { Differences } from './Differences.tsx';
import classes from './RecordCheck.module.css';

const PROGRESS_MS = 1_000;

export function CheckResult({ id }: { id: string }) {
  const t = useWords(recordCheckWords);
  const [follows, setFollows] = useState(true);
  const { data, error, refetch } = useCall(
    recordCheckCalls,
    '/reconciliation/checkResult',
    { id },
    { quiet: true, ...(follows ? { refetchEveryMs: PROGRESS_MS } : {}) },
  );
  const isRunning = data ? data.state === 'running' : error === null;
  if (isRunning !== follows) setFollows(isRunning);
  if (!data && error instanceof CallRefused)
    return (
      <Panel title={t('result')}>
        <EmptyRows title={t('result_gone')} hint={t('result_gone_hint')} />
      </Panel>
    );
  if (data?.totals && data.state === 'done') return <Done id={id} result={data} totals={data.totals} />;
  return (
    <Panel title={t('result')}>
      {data?.state === 'running' ? (
        <Running percent={data.progress} />
      ) : data ? (
        <EmptyRows title={t('check_failed')} hint={t('check_failed_hint')} />
      ) : error ? (
        <FailedRows title={t('load_failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonGroup>
          <SkeletonBar width="50%" />
          <SkeletonBar width="70%" />
        </SkeletonGroup>
      )}
    </Panel>
  );
}

function Running({ percent }: { percent: number }) {
  const t = useWords(recordCheckWords);
  return (
    <div className={classes.running} role="status">
      <p className={classes.text}>{t('running')}</p>
      <span className={classes.sending}>
        <progress max={100} value={percent} aria-label={t('progress')} />
        {t('percent', { percent })}
      </span>
    </div>
  );
}

interface DoneProps {
  id: string;
  result: Result;
  totals: NonNullable<Result['totals']>;
}

function Done({ id, result: { matched, differences, downloadId }, totals }: DoneProps) {
  const t = useWords(recordCheckWords);
  const kinds = useWords(recordResultWords);
  const format = useFormat();
  const [kind, setKind] = useState<DifferenceKind | 'all'>('all');
  const counts = totals.differences;
  const count = differenceKinds.reduce((sum, each) => sum + (counts[each] ?? 0), 0);
  const found = differenceKinds.filter((each) => (counts[each] ?? 0) > 0);
  const sum = (of: { count: number; amount: string }) =>
    t('sum', { amount: format.amount(of.amount), count: of.count });
  return (
    <>
      <Panel
        title={t('result')}
        actions={
          downloadId !== null && (
            <TakeFileButton id={downloadId} name={t('differences_file')} text={t('differences_file')} />
          )
        }
      >
        <div className={classes.outcome} role="status">
          <StatusBadge tone={count === 0 ? 'good' : 'warn'}>
            {count === 0 ? t('all_equal') : t('differ', { count })}
          </StatusBadge>
        </div>
        <Facts>
          <Fact label={t('matched')}>{format.number(matched)}</Fact>
          <Fact label={t('ours')}>{sum(totals.ours)}</Fact>
          <Fact label={t('theirs')}>{sum(totals.theirs)}</Fact>
          {totals.outside > 0 && (
            <Fact label={t('outside')}>
              {format.number(totals.outside)} <span className={classes.quiet}>{t('outside_hint')}</span>
            </Fact>
          )}
        </Facts>
      </Panel>
      {count > 0 && (
        <div>
          <div className={classes.tabs}>
            <ChoiceTabs<DifferenceKind | 'all'>
              label={t('kinds')}
              value={kind}
              options={[
                { value: 'all', label: t('all', { count }) },
                ...found.map((value) => ({
                  value,
                  label: t('kind_count', { kind: kinds(value), count: counts[value] ?? 0 }),
                })),
              ]}
              onChange={setKind}
            />
          </div>
          {differences.length < count && (
            <p className={classes.quiet}>{t('first_shown', { shown: differences.length, count })}</p>
          )}
          <Differences key={id} rows={differences.filter((each) => kind === 'all' || each.kind === kind)} />
        </div>
      )}
    </>
  );
}
