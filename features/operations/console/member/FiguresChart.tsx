/** What a member was paid in a period, by day or hour, against the period before. */
import { useMemo } from 'react';
import { choiceField, dateRangeField } from '#foundation/console/list/address-fields.ts';
import { DateRangeFilter } from '#foundation/console/list/DateRangeFilter.tsx';
import { periodOf } from '#foundation/console/list/period-of-range.ts';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useToday } from '#foundation/console/list/use-today.ts';
import { useLocality } from '#foundation/console/display/format.tsx';
import { Panel } from '#foundation/console/display/layout.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { overviewWords } from '../../overview-words.ts';
import { ChartPanel } from '../overview/ChartPanel.tsx';
import { memberFigureCalls } from './calls.ts';
import type { PartProps } from './part-props.ts';

const address = {
  fields: { range: dateRangeField(), view: choiceField(['chart', 'table']) },
  sortable: ['date'],
} as const;

const FIRST_RANGE = 'last30';

export function FiguresChart({ member: { memberNo } }: PartProps) {
  const t = useWords(overviewWords);
  const { timeZone } = useLocality();
  const now = useToday();
  const { filters, bind } = useListAddress(address);
  const { range = FIRST_RANGE, view = 'chart' } = filters;
  const period = useMemo(() => periodOf(range, timeZone, now), [range, timeZone, now]);
  const { data, error, refetch } = useCall(memberFigureCalls, '/operator/member/overview', { memberNo, period });
  const charted = useMemo(
    () =>
      data && {
        ...data,
        figures: { volume: data.figures.successAmount, paidOrders: data.figures.successOrders },
      },
    [data],
  );
  const picker = <DateRangeFilter {...bind('range')} first={FIRST_RANGE} label={t('period')} />;
  if (data === undefined && error)
    return (
      <Panel title={t('chart')} actions={picker}>
        <FailedRows title={t('figures_failed')} error={error} onRetry={() => void refetch()} />
      </Panel>
    );
  return (
    <ChartPanel
      overview={charted}
      view={view}
      onView={(value) => bind('view').onChange(value === 'chart' ? undefined : value)}
      actions={picker}
    />
  );
}
