/** An agent's first page: commission, members, a chart, the best members, own rates, the invitation, what needs care. */
import { choiceField } from '#foundation/console/list/address-fields.ts';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useFormat } from '#foundation/console/display/format.tsx';
import { PageHeader, Panel } from '#foundation/console/display/layout.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useLive } from '#foundation/console/wire/live.ts';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { useThrottledRefresh } from '#foundation/console/wire/use-throttled-refresh.ts';
import { overviewWords } from '../../overview-words.ts';
import { agentWords } from '../../screen-words.ts';
import { AddMemberButton } from '../AddMemberButton.tsx';
import { AgentsOnly } from '../AgentsOnly.tsx';
import { treeCalls } from '../calls.ts';
import { isNotFound } from '../not-found.ts';
import classes from './AgentDetail.module.css';
import { AttentionPanel } from './AttentionPanel.tsx';
import { CommissionPanel } from './CommissionPanel.tsx';
import { Invitation } from './Invitation.tsx';
import { MembersPanel } from './MembersPanel.tsx';
import { OwnRates } from './OwnRates.tsx';
import { Ranking } from './Ranking.tsx';
import { TrendPanel } from './TrendPanel.tsx';

const address = {
  fields: { days: choiceField(['30', '90']), view: choiceField(['chart', 'table']) },
  sortable: ['date'],
} as const;

function AgentDetailScreen() {
  const t = useWords(overviewWords);
  const shared = useWords(agentWords);
  const format = useFormat();
  const { filters, bind } = useListAddress(address);
  const days = filters.days === '90' ? 90 : 30;
  const { data: detail, error, refetch, isPlaceholderData } = useCall(treeCalls, '/agent/detail', { days });
  const refreshSoon = useThrottledRefresh('/agent/detail', '/agent/userlist');
  useLive('commission.changed', refreshSoon);
  useLive('resumed', refreshSoon);
  if (isNotFound(error)) return <AgentsOnly title={shared('overview')} />;
  return (
    <>
      <PageHeader title={shared('overview')} hint={t('hint', { zone: format.zone })} actions={<AddMemberButton />} />
      {detail === undefined && error ? (
        <Panel>
          <FailedRows title={t('figures_failed')} error={error} onRetry={() => void refetch()} />
        </Panel>
      ) : (
        <div className={classes.page}>
          <div className={classes.main}>
            <div className={classes.figures}>
              <CommissionPanel detail={detail} />
              <MembersPanel detail={detail} />
            </div>
            <TrendPanel
              trend={detail?.trend}
              days={filters.days ?? '30'}
              view={filters.view ?? 'chart'}
              stale={isPlaceholderData}
              onDays={(value) => bind('days').onChange(value === '30' ? undefined : value)}
              onView={(value) => bind('view').onChange(value === 'chart' ? undefined : value)}
            />
            <Ranking members={detail?.ranking} days={days} />
          </div>
          <div className={classes.side}>
            <AttentionPanel />
            <Invitation detail={detail} />
            <OwnRates rates={detail?.ownRates} />
          </div>
        </div>
      )}
    </>
  );
}

export { AgentDetailScreen as Screen };
