/** 30 days of what a member paid through and earned the agent, from the commission statement. */
import { useMemo } from 'react';
import { ChartSpace } from '#foundation/console/chart/SeriesChart.tsx';
import { DetailSection } from '#foundation/console/display/detail.tsx';
import { useLocality } from '#foundation/console/display/format.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { daysOf, wireRange } from '#foundation/console/list/address-fields.ts';
import { useToday } from '#foundation/console/list/use-today.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { memberWords } from '../../member-words.ts';
import { agentWords } from '../../screen-words.ts';
import { agentOrderCalls } from '../calls.ts';
import { CommissionChart } from '../CommissionChart.tsx';
import { wholeDays } from '../commission-days.ts';
import classes from './Members.module.css';

const MAX_ROWS = 31;

export function MemberChart({ memberNo }: { memberNo: string }) {
  const t = useWords(memberWords);
  const shared = useWords(agentWords);
  const { timeZone } = useLocality();
  const today = useToday();
  const input = useMemo(() => {
    const range = wireRange('last30', timeZone, today);
    return { memberNo, group: 'day', order: 'asc', limit: MAX_ROWS, ...(range ? { range } : {}) } as const;
  }, [memberNo, timeZone, today]);
  const { data, error, refetch } = useCall(agentOrderCalls, '/agent/commission', input, { quiet: true });
  const days = useMemo(() => data && wholeDays(data.list, daysOf('last30', timeZone, today)), [data, timeZone, today]);
  return (
    <DetailSection title={t('chart')}>
      {days === undefined && !error && <ChartSpace />}
      {days === undefined && error && (
        <FailedRows title={shared('chart_failed')} error={error} onRetry={() => void refetch()} />
      )}
      {days && data?.total === 0 && <p className={classes.note}>{t('chart_none')}</p>}
      {days && data !== undefined && data.total > 0 && (
        <>
          <CommissionChart days={days} />
          <p className={classes.note}>{t('chart_note')}</p>
        </>
      )}
    </DetailSection>
  );
}
