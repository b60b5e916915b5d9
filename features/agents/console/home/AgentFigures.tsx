/** What an agent sees on the first page: its commission today, yesterday and this month, and its members. */
import { FailedRows } from '#foundation/console/display/states.tsx';
import { Panel } from '#foundation/console/display/layout.tsx';
import { useLive } from '#foundation/console/wire/live.ts';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useThrottledRefresh } from '#foundation/console/wire/use-throttled-refresh.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { overviewWords } from '../../overview-words.ts';
import { treeCalls } from '../calls.ts';
import { CommissionPanel } from '../detail/CommissionPanel.tsx';
import { MembersPanel } from '../detail/MembersPanel.tsx';
import classes from '../detail/AgentDetail.module.css';

export function AgentFigures() {
  const t = useWords(overviewWords);
  const { data, error, refetch } = useCall(treeCalls, '/agent/detail', { days: 30 });
  useLive('commission.changed', useThrottledRefresh('/agent/detail'));
  if (!data && error)
    return (
      <Panel>
        <FailedRows title={t('figures_failed')} error={error} onRetry={() => void refetch()} />
      </Panel>
    );
  return (
    <div className={classes.figures}>
      <CommissionPanel detail={data} />
      <MembersPanel detail={data} />
    </div>
  );
}
