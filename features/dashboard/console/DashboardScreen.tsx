/** The dashboard: wallet, today's figures, chart, things to do and announcements. The figures update live. */
import { FailedRows } from '#foundation/console/display/states.tsx';
import { Panel } from '#foundation/console/display/layout.tsx';
import { useLive } from '#foundation/console/wire/live.ts';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useThrottledRefresh } from '#foundation/console/wire/use-throttled-refresh.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { dashboardCalls } from './calls.ts';
import { dashboardWords } from '../screen-words.ts';
import { Announcements } from './Announcements.tsx';
import { ChartPanel } from './ChartPanel.tsx';
import classes from './Dashboard.module.css';
import { TodayPanel } from './TodayPanel.tsx';
import { TodoPanel } from './TodoPanel.tsx';
import { WalletPanel } from './WalletPanel.tsx';
import { Welcome } from './Welcome.tsx';

function DashboardScreen() {
  const t = useWords(dashboardWords);
  const { data: summary, error, refetch } = useCall(dashboardCalls, '/dashboard/summary', undefined);
  const refreshSoon = useThrottledRefresh('/dashboard/summary', '/dashboard/chart');
  useLive('order.paid', refreshSoon);
  useLive('balance.changed', refreshSoon);
  return (
    <div className={classes.page}>
      <Welcome />
      <div className={classes.main}>
        {summary === undefined && error ? (
          <Panel>
            <FailedRows title={t('figures_failed')} error={error} onRetry={() => void refetch()} />
          </Panel>
        ) : (
          <div className={classes.figures}>
            <WalletPanel summary={summary} />
            <TodayPanel summary={summary} />
          </div>
        )}
        <ChartPanel />
      </div>
      <div className={classes.side}>
        {!(summary === undefined && error) && <TodoPanel summary={summary} />}
        <Announcements />
      </div>
    </div>
  );
}

export { DashboardScreen as Screen };
