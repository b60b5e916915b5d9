/** One day of the statement: its figures, by channel and by type, its versions and its hash. */
import { use } from 'react';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { Time, useFormat } from '#foundation/console/display/format.tsx';
import { ChevronLeftIcon, ChevronRightIcon } from '#foundation/console/display/icons.tsx';
import { Fact, Facts, Panel } from '#foundation/console/display/layout.tsx';
import { PlainButton } from '#foundation/console/display/plain.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { addDays } from '#foundation/core/time-zone.ts';
import type { StatementDay } from '../contract.ts';
import { statementWords } from '../screen-words.ts';
import { ChannelTable, KindTable } from './day-tables.tsx';
import { Flow } from './Flow.tsx';
import { StatementOwner, useStatementCall, useStatementPlace } from './owner.ts';
import { dayParams, isKnownDay, type Period, periodParams } from './period.ts';
import classes from './Statement.module.css';
import { usePeriodText } from './use-period-text.ts';
import { Way } from './Way.tsx';

export interface DayViewProps {
  period: Period;
  /** From the address: perhaps no day, or one to come. */
  day: string;
  today: string;
}

export function DayView({ period, day, today }: DayViewProps) {
  const t = useWords(statementWords);
  const text = usePeriodText();
  const { change } = usePageAddress();
  const { at } = useStatementPlace();
  const { exports } = use(StatementOwner);
  const isKnown = isKnownDay(day, today);
  const { data, error, refetch, ...source } = useStatementCall(
    'day',
    { date: day },
    { enabled: isKnown, keepPrevious: false },
  );
  const outside = [{ name: text(period.name), params: periodParams(period) }];
  if (!isKnown)
    return (
      <>
        <Way steps={outside} here={day} />
        <Panel>
          <EmptyRows title={t('day_unknown')} hint={t('day_unknown_hint')} />
        </Panel>
      </>
    );
  const step = (days: -1 | 1) => change(() => at(dayParams(addDays(day, days))));
  return (
    <>
      <div className={classes.dayHead}>
        <Way steps={outside} here={text(day)} />
        {data && <DayState day={data} />}
        <div className={classes.steps} data-print="never">
          <PlainButton square aria-label={t('day_before')} title={t('day_before')} onClick={() => step(-1)}>
            <ChevronLeftIcon />
          </PlainButton>
          <PlainButton
            square
            aria-label={t('day_after')}
            title={t('day_after')}
            disabled={day >= today}
            onClick={() => step(1)}
          >
            <ChevronRightIcon />
          </PlainButton>
          {exports && <ExportButton kind="statementEntries" filter={{ date: day }} />}
        </div>
      </div>
      {data === undefined && error ? (
        <Panel>
          <FailedRows title={t('day_failed')} error={error} onRetry={() => void refetch()} />
        </Panel>
      ) : (
        <div className={classes.parts}>
          <Flow figures={data} place={dayParams(day)} />
          <ChannelTable day={day} lines={data?.channels} source={{ ...source, error, refetch }} />
          <KindTable day={day} lines={data?.kinds} source={{ ...source, error, refetch }} />
          {data && <Proof day={data} />}
        </div>
      )}
    </>
  );
}

function DayState({ day: { state, version } }: { day: StatementDay }) {
  const t = useWords(statementWords);
  return (
    <span className={classes.state}>
      <StatusBadge tone={state === 'open' ? 'busy' : 'idle'}>{t(state)}</StatusBadge>
      {version > 1 && <StatusBadge tone="warn">{t('version', { version })}</StatusBadge>}
    </span>
  );
}

function Proof({ day: { state, versions, hash } }: { day: StatementDay }) {
  const t = useWords(statementWords);
  const format = useFormat();
  return (
    <Panel title={t('proof')}>
      <p className={classes.note}>
        {state === 'open' ? t('day_open_hint', { zone: format.zone }) : t('day_closed_hint')}
      </p>
      {versions.length > 0 && (
        <Facts>
          {versions.map(({ version, at, reason }) => (
            <Fact key={version} label={t('version', { version })}>
              <Time at={at} />
              {reason !== null && <p className={classes.reason}>{reason}</p>}
            </Fact>
          ))}
          {hash !== null && (
            <Fact label={t('hash')}>
              <CopyText value={hash} className={classes.hash} />
              <p className={classes.note}>{t('hash_hint')}</p>
            </Fact>
          )}
        </Facts>
      )}
    </Panel>
  );
}
