/**
 * The first page after login: what needs the person, balance and today's figures, a period against the one before, what
 * to do next, and announcements. The figures update live when an order is paid. A member who has just joined sees its
 * first steps instead of figures, and an agent what its members bring.
 */
import type { ComponentType } from 'react';
import { useMe } from '#features/accounts/console/use-me.ts';
import { LazyPart } from '#foundation/console/display/LazyPart.tsx';
import { Panel, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { useLive } from '#foundation/console/wire/live.ts';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useThrottledRefresh } from '#foundation/console/wire/use-throttled-refresh.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import type { Todo } from '../contract.ts';
import { dashboardCalls } from './calls.ts';
import { dashboardWords } from '../screen-words.ts';
import { Announcements, useAnnouncements } from './Announcements.tsx';
import { AttentionSkeleton, AttentionStrip } from './AttentionStrip.tsx';
import classes from './Dashboard.module.css';
import { PeriodPanel, usePeriod } from './PeriodPanel.tsx';
import { isNew, SetupGuide } from './SetupGuide.tsx';
import { TodayPanel } from './TodayPanel.tsx';
import { TodoPanel } from './TodoPanel.tsx';
import { WalletPanel } from './WalletPanel.tsx';
import { Welcome } from './Welcome.tsx';

export interface DashboardProps {
  /** What an agent sees of its members; of a younger feature. */
  loadAgentFigures: () => Promise<{ AgentFigures: ComponentType }>;
}

export function DashboardScreen({ loadAgentFigures }: DashboardProps) {
  const t = useWords(dashboardWords);
  const isAgent = useMe().data?.roles.includes('agency') ?? false;
  const figures = useCall(dashboardCalls, '/dashboard/summary', undefined);
  const needs = useCall(dashboardCalls, '/dashboard/attention', undefined, { quiet: true });
  const { error, refetch } = figures;
  const attention = needs.data;
  // The panels wait for both, so that none moves when the strip or the first steps appear above it.
  const isKnown = (figures.data !== undefined || error !== null) && (attention !== undefined || needs.error !== null);
  const summary = isKnown ? figures.data : undefined;
  const refreshSoon = useThrottledRefresh('/dashboard/summary', '/dashboard/overview', '/dashboard/attention');
  const refreshAttention = useThrottledRefresh('/dashboard/attention');
  useLive('order.paid', refreshSoon);
  useLive('balance.changed', refreshSoon);
  useLive('payout.changed', refreshAttention);
  useLive('callback.changed', refreshAttention);
  useLive('notice.new', refreshAttention);
  const hasFailed = isKnown && summary === undefined;
  // One sign of a failure is enough.
  const hasUnknown = isKnown && !hasFailed && attention === undefined;
  const isBeginner = summary !== undefined && isNew(summary);
  // An agent that collects by itself sees its own figures too.
  const hasFigures =
    !isBeginner && (!isAgent || (summary !== undefined && summary.today.orders + summary.yesterday.orders > 0));
  // Asked for while the panels wait.
  const period = usePeriod(hasFigures);
  const announcements = useAnnouncements();
  const told: Todo[] = [
    ...(attention?.callbacksGivenUp === true ? (['failed_callbacks'] as const) : []),
    ...(isBeginner ? (['pay_password', 'certification'] as const) : []),
  ];
  return (
    <div className={classes.page}>
      <div className={classes.top}>
        <Welcome />
        {isKnown ? (
          <AttentionStrip attention={attention} onRetry={hasUnknown ? () => void needs.refetch() : undefined} />
        ) : (
          <AttentionSkeleton />
        )}
      </div>
      {isKnown ? (
        <>
          <div className={classes.main}>
            {isBeginner && <SetupGuide summary={summary} attention={attention} />}
            {isAgent && (
              <LazyPart load={loadAgentFigures} space={<div className={classes.agentSpace} aria-busy="true" />}>
                {({ AgentFigures }) => <AgentFigures />}
              </LazyPart>
            )}
            {hasFailed && error ? (
              <Panel>
                <FailedRows title={t('figures_failed')} error={error} onRetry={() => void refetch()} />
              </Panel>
            ) : (
              <div className={hasFigures ? classes.figures : undefined}>
                <WalletPanel summary={summary} />
                {hasFigures && <TodayPanel summary={summary} />}
              </div>
            )}
            {hasFigures && <PeriodPanel period={period} />}
          </div>
          <div className={classes.side}>
            {!hasFailed && <TodoPanel summary={summary} told={told} />}
            <Announcements announcements={announcements} />
          </div>
        </>
      ) : (
        <PanelSkeletons />
      )}
    </div>
  );
}

function PanelSkeletons() {
  return (
    <>
      <div className={classes.main}>
        <div className={classes.figures}>
          <PanelSkeleton className={classes.figuresSpace} />
          <PanelSkeleton className={classes.figuresSpace} />
        </div>
        <PanelSkeleton className={classes.periodSpace} />
      </div>
      <div className={classes.side}>
        <PanelSkeleton className={classes.sideSpace} />
        <PanelSkeleton className={classes.sideSpace} />
      </div>
    </>
  );
}

function PanelSkeleton({ className }: { className: string | undefined }) {
  return (
    <Panel>
      <SkeletonGroup className={className}>
        <SkeletonBar width="40%" />
        <SkeletonBar width="70%" height={24} />
        <SkeletonBar width="55%" />
      </SkeletonGroup>
    </Panel>
  );
}
