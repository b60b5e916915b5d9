/** One day of one upstream: the statement's lines and our bookings next to each other. */
import { useMemo } from 'react';
import { ChoiceTabs } from '#foundation/console/display/ChoiceTabs.tsx';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { DetailSection } from '#foundation/console/display/detail.tsx';
import { Time, useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts, Panel } from '#foundation/console/display/layout.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { choiceField } from '#foundation/console/list/address-fields.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import type { OutputOf } from '#foundation/core/calls.ts';
import { addDays, isDay } from '#foundation/core/time-zone.ts';
import { differenceKindWords } from '../matching-export-words.ts';
import type { matchingCalls as contract, SideBySide } from '../matching-contract.ts';
import { matchRules } from '../matching-rules.ts';
import { reconciliationWords } from '../screen-words.ts';
import { matchingCalls, reconciliationCalls } from './calls.ts';
import classes from './Reconciliation.module.css';
import { RECONCILIATION } from './path.ts';
import { sideColumns, sidePhoneRow } from './side-columns.tsx';
import { UploadButton } from './UploadButton.tsx';

type Sums = OutputOf<(typeof contract)['calls']['/operator/reconciliation/day']>['extend'];

const shows = ['all', 'paired', 'unpaired'] as const;
const dayAddress = { fields: { show: choiceField(shows) }, sortable: ['day'] } as const;
const REFETCH_MS = 10_000;

/** What of the address names the day. A wrong one is that of no upstream. */
function useShownDay(): { upstreamId: number; day: string } {
  const { params } = usePageAddress();
  const { upstream = '', day = '' } = params;
  return { upstreamId: /^[1-9]\d{0,8}$/.test(upstream) ? Number(upstream) : 1, day: isDay(day) ? day : '2000-01-01' };
}

export function DayPart() {
  const t = useWords(reconciliationWords);
  const kinds = useWords(differenceKindWords);
  const format = useFormat();
  const { upstreamId, day } = useShownDay();
  const list = useListAddress(dayAddress);
  const show = list.filters.show ?? 'all';
  const { page, limit } = list.paging;
  const source = useCall(
    matchingCalls,
    '/operator/reconciliation/day',
    { upstreamId, day, show, page, limit },
    { refetchEveryMs: REFETCH_MS },
  );
  const upstreams = useCall(reconciliationCalls, '/operator/reconciliation/mappings', undefined).data?.upstreams;
  const name = upstreams?.find((upstream) => upstream.upstreamId === upstreamId)?.name ?? '';
  const columns = useMemo(() => sideColumns({ t, kinds }, format), [t, kinds, format]);
  const atDay = (other: string) => ({ upstream: upstreamId.toString(), day: other });
  const path = RECONCILIATION;
  if (source.error && !source.data)
    return <FailedRows title={t('load_failed')} error={source.error} onRetry={() => void source.refetch()} />;
  return (
    <div className={classes.parts}>
      <div className={classes.bar}>
        <h2>
          <bdi>{t('day_of', { upstream: name, day: format.day(day) })}</bdi>
        </h2>
        <ScreenLink to={path} className={classes.link}>
          {t('to_grid')}
        </ScreenLink>
        <ScreenLink to={path} search={atDay(addDays(day, -1))} className={classes.link}>
          {t('day_before')}
        </ScreenLink>
        <ScreenLink to={path} search={atDay(addDays(day, 1))} className={classes.link}>
          {t('day_after')}
        </ScreenLink>
        <UploadButton upstreamId={upstreamId} day={day} quiet />
      </div>
      {source.data && <Figures sums={source.data.extend} />}
      <DataTable
        name="operator-reconciliation-day"
        label={t('day_of', { upstream: name, day: format.day(day) })}
        columns={columns}
        phone={sidePhoneRow({ t, kinds }, format)}
        source={source}
        rowKey={rowKey}
        list={list}
        counted={(count) => t('counted_lines', { count })}
        actions={
          <>
            <ChoiceTabs
              label={t('show')}
              value={show}
              options={shows.map((value) => ({ value, label: t(`show_${value}`) }))}
              onChange={(value) => list.showOnly(value === 'all' ? {} : { show: value })}
            />
            <ExportButton
              kind="reconciliationDay"
              filter={{ upstreamId, day, show }}
              counted={(count) => t('counted_lines', { count })}
            />
          </>
        }
        empty={{ title: t('no_sides') }}
      />
    </div>
  );
}

function rowKey({ theirs, ours }: SideBySide): string {
  return `${theirs?.fileId ?? ''} ${theirs?.lineNo ?? ''} ${ours?.memberNo ?? ''} ${ours?.orderNo ?? ''} ${ours?.kind ?? ''}`;
}

function Figures({ sums: { theirs, ours, pairs, comparisons } }: { sums: Sums }) {
  const t = useWords(reconciliationWords);
  const format = useFormat();
  const text = ({ count, amount }: Sums['theirs']) => t('count_and_amount', { count, amount: format.amount(amount) });
  const rules = matchRules.filter((rule) => pairs[rule] !== undefined);
  return (
    <Panel>
      <div className={classes.figures}>
        <Facts figures>
          <Fact label={t('theirs')}>{text(theirs)}</Fact>
          <Fact label={t('ours')}>{text(ours)}</Fact>
        </Facts>
        {rules.length > 0 && (
          <DetailSection title={t('paired_by')}>
            <Facts figures>
              {rules.map((rule) => (
                <Fact key={rule} label={t(`rule_${rule}`)}>
                  {format.number(pairs[rule] ?? 0)}
                </Fact>
              ))}
            </Facts>
          </DetailSection>
        )}
      </div>
      {comparisons.length > 0 && (
        <DetailSection title={t('comparisons')}>
          <ul className={classes.items}>
            {comparisons.map(({ fileId, at, lines, paired, appeared, vanished }) => (
              <li key={`${fileId} ${at}`}>
                <Time at={at} /> · {t('comparison', { lines, paired, appeared, vanished })}
              </li>
            ))}
          </ul>
        </DetailSection>
      )}
    </Panel>
  );
}
