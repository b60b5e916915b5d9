/** Days × upstreams: where everything fits, where differences are open, where no statement is in. */
import { useMediaQuery } from '@mantine/hooks';
import { useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { Panel, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { PlainButton } from '#foundation/console/display/plain.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { NARROW } from '#foundation/console/list/data-table/DataTable.tsx';
import { useToday } from '#foundation/console/list/use-today.ts';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import type { OutputOf } from '#foundation/core/calls.ts';
import { addDays, dayOf, isDay } from '#foundation/core/time-zone.ts';
import type { GridCell, matchingCalls as contract } from '../matching-contract.ts';
import { reconciliationWords } from '../screen-words.ts';
import { matchingCalls } from './calls.ts';
import classes from './Reconciliation.module.css';
import { RECONCILIATION } from './path.ts';

type Grid = OutputOf<(typeof contract)['calls']['/operator/reconciliation/days']>;

const SHOWN_DAYS = 14;
const REFETCH_MS = 10_000;

export function DaysPart() {
  const t = useWords(reconciliationWords);
  const { timeZone } = useLocality();
  const { params, change } = usePageAddress();
  const today = dayOf(useToday(), timeZone);
  const asked = params['until'];
  const until = asked !== undefined && isDay(asked) && asked < today ? asked : today;
  const { data, error, refetch } = useCall(
    matchingCalls,
    '/operator/reconciliation/days',
    { from: addDays(until, 1 - SHOWN_DAYS), to: until },
    { refetchEveryMs: REFETCH_MS },
  );
  const show = (day: string) =>
    change(({ until: _before, ...others }) => (day >= today ? others : { ...others, until: day }));
  return (
    <Panel
      flush
      title={t('grid')}
      actions={
        <>
          <PlainButton onClick={() => show(addDays(until, -SHOWN_DAYS))}>{t('earlier')}</PlainButton>
          <PlainButton disabled={until === today} onClick={() => show(addDays(until, SHOWN_DAYS))}>
            {t('later')}
          </PlainButton>
        </>
      }
    >
      {data ? (
        <Shown grid={data} />
      ) : error ? (
        <FailedRows title={t('load_failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonGroup>
          {Array.from({ length: SHOWN_DAYS }, (_, index) => (
            <SkeletonBar key={index} height={30} />
          ))}
        </SkeletonGroup>
      )}
    </Panel>
  );
}

function Shown({ grid }: { grid: Grid }) {
  const t = useWords(reconciliationWords);
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  if (grid.upstreams.length === 0) return <EmptyRows title={t('no_upstreams')} />;
  return narrow ? <DayCards grid={grid} /> : <DayTable grid={grid} />;
}

function DayTable({ grid: { upstreams, days } }: { grid: Grid }) {
  const t = useWords(reconciliationWords);
  const format = useFormat();
  return (
    <div className={classes.scroll} role="region" aria-label={t('grid')} tabIndex={0}>
      <table className={classes.grid}>
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            {upstreams.map(({ id, name }) => (
              <th key={id} scope="col">
                <bdi>{name}</bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map(({ day, cells }) => (
            <tr key={day}>
              <th scope="row">{format.day(day)}</th>
              {cells.map((cell) => (
                <td key={cell.upstreamId}>
                  <CellLink day={day} cell={cell} upstream={nameIn(upstreams, cell)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** On a phone: each day with its upstreams below it. */
function DayCards({ grid: { upstreams, days } }: { grid: Grid }) {
  const format = useFormat();
  return (
    <ol className={classes.days}>
      {days.map(({ day, cells }) => (
        <li key={day}>
          <h3>{format.day(day)}</h3>
          <ul>
            {cells.map((cell) => (
              <li key={cell.upstreamId}>
                <CellLink day={day} cell={cell} upstream={nameIn(upstreams, cell)} named />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  );
}

function nameIn(upstreams: Grid['upstreams'], { upstreamId }: GridCell): string {
  return upstreams.find(({ id }) => id === upstreamId)?.name ?? '';
}

/** Tells the states apart without colours too. */
const marks = { green: '✓', open: '!', waiting: '…', reading: '↻', no_file: '–' } as const;

interface CellLinkProps {
  day: string;
  cell: GridCell;
  upstream: string;
  /** Whether the upstream's name is shown. */
  named?: boolean;
}

function CellLink({ day, cell, upstream, named = false }: CellLinkProps) {
  const t = useWords(reconciliationWords);
  const format = useFormat();
  const { state, lines, bookings, open, waiting, atRisk } = cell;
  const text = t(`cell_${state}`, { count: state === 'open' ? open : waiting });
  const facts = [
    ...(state === 'no_file' ? [] : [t('cell_lines', { count: lines })]),
    ...(bookings > 0 ? [t('cell_bookings', { count: bookings })] : []),
    ...(open > 0 ? [t('cell_risk', { amount: format.amount(atRisk) })] : []),
  ].join(' · ');
  return (
    <ScreenLink
      to={RECONCILIATION}
      search={{ upstream: cell.upstreamId.toString(), day }}
      className={classes.cellLink}
      label={`${upstream}, ${format.day(day)}: ${text}${facts === '' ? '' : `, ${facts}`}`}
    >
      <span className={classes.cell} data-state={state}>
        <span className={classes.mark} aria-hidden="true">
          {marks[state]}
        </span>
        <span>{named ? `${upstream}: ${text}` : text}</span>
        <span className={classes.quiet}>{facts}</span>
      </span>
    </ScreenLink>
  );
}
