/** The routes of every channel and of payouts: as they are published, or as the draft has them. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRight } from '#features/accounts/console/use-right.ts';
import { useFormat } from '#foundation/console/display/format.tsx';
import { Panel, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import type { ChannelRoutes, RoutingContent, RoutingState } from '../../routing-contract.ts';
import { operatorRoutingWords } from '../../routing-words.ts';
import { operatorRoutingCalls } from '../calls.ts';
import { DraftBar } from './DraftBar.tsx';
import { partName, PAYOUTS, upstreamName } from './route-texts.ts';
import { RoutesDialog } from './RoutesDialog.tsx';
import classes from './Routing.module.css';
import { TryPanel } from './TryPanel.tsx';

const REFETCH_MS = 15_000;

export function RoutesTab() {
  const t = useWords(operatorRoutingWords);
  const { data, error, refetch } = useCall(operatorRoutingCalls, '/operator/routing/get', undefined, {
    refetchEveryMs: REFETCH_MS,
  });
  if (data) return <Routes state={data} />;
  if (error) return <FailedRows title={t('failed')} error={error} onRetry={() => void refetch()} />;
  return (
    <SkeletonGroup>
      <SkeletonBar width="60%" />
      <SkeletonBar width="80%" />
      <SkeletonBar width="70%" />
    </SkeletonGroup>
  );
}

function Routes({ state }: { state: RoutingState }) {
  const t = useWords(operatorRoutingWords);
  const configures = useRight('upstreams.configure');
  const [editing, setEditing] = useState<string>();
  const content = state.draft?.content ?? state.published;
  const edit = (what: string) =>
    configures &&
    state.draft?.outdated !== true && (
      <Button variant="default" onClick={() => setEditing(what)}>
        {t('edit')}
      </Button>
    );
  return (
    <>
      {state.draft ? (
        <DraftBar draft={state.draft} upstreams={state.upstreams} />
      ) : (
        <p className={classes.quiet}>
          {state.version === 0 ? t('never_published') : t('version_now', { version: String(state.version) })}
        </p>
      )}
      <div className={classes.channels}>
        {content.channels.map((channel) => (
          <Panel
            key={channel.code}
            title={<PartTitle state={state} code={channel.code} />}
            actions={edit(channel.code)}
          >
            <ChannelText channel={channel} state={state} />
          </Panel>
        ))}
        <Panel title={<PartTitle state={state} code={PAYOUTS} />} actions={edit(PAYOUTS)}>
          <PayoutsText payouts={content.payouts} state={state} />
        </Panel>
        <TryPanel state={state} />
      </div>
      <RoutesDialog
        key={`${editing ?? ''} ${state.draft?.digest ?? ''}`}
        what={editing}
        content={content}
        state={state}
        onClose={() => setEditing(undefined)}
      />
    </>
  );
}

function PartTitle({ state, code }: { state: RoutingState; code: string }) {
  const t = useWords(operatorRoutingWords);
  const partOf = ({ channels, payouts }: RoutingContent) =>
    JSON.stringify(code === PAYOUTS ? payouts : channels.find((channel) => channel.code === code));
  const isChanged = state.draft && sorted(partOf(state.draft.content)) !== sorted(partOf(state.published));
  return (
    <>
      <bdi className={classes.name}>{partName(state, code, t('payouts'))}</bdi>{' '}
      {isChanged && <StatusBadge tone="busy">{t('changed')}</StatusBadge>}
    </>
  );
}

/** A stored draft has its names in another order. */
function sorted(json: string): string {
  return [...json].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0)).join('');
}

function ChannelText({ channel, state }: { channel: ChannelRoutes; state: RoutingState }) {
  const t = useWords(operatorRoutingWords);
  const format = useFormat();
  const { routing, routes, members } = channel;
  if (routes.length === 0) return <p className={classes.quiet}>{t('no_routes')}</p>;
  return (
    <>
      <p className={classes.quiet}>{t(routing)}</p>
      <ul className={classes.rows}>
        {routes.map(({ upstreamId, position, weight, costPercent, costFixed, dailyLimit, open }) => {
          const cost = `${format.percent(costPercent)} + ${format.amount(costFixed)}`;
          return (
            <li key={upstreamId}>
              <bdi>{t('route_text', { name: upstreamName(state, upstreamId), position: String(position), cost })}</bdi>
              <span className={classes.quiet}>
                {[
                  routing === 'weighted' && t('weight_text', { weight: String(weight) }),
                  dailyLimit !== null && t('limit_text', { limit: format.amount(dailyLimit) }),
                  ...standing(state, upstreamId, open, t),
                ]
                  .filter((text) => text !== false)
                  .join(' · ')}
              </span>
            </li>
          );
        })}
      </ul>
      {members.length > 0 && <p className={classes.quiet}>{t('members_text', { count: members.length })}</p>}
    </>
  );
}

function PayoutsText({ payouts, state }: { payouts: RoutingContent['payouts']; state: RoutingState }) {
  const t = useWords(operatorRoutingWords);
  const format = useFormat();
  return (
    <ul className={classes.rows}>
      {payouts.map(({ upstreamId, position, dailyLimit, open }) => (
        <li key={upstreamId}>
          <bdi>{t('payout_text', { name: upstreamName(state, upstreamId), position: String(position) })}</bdi>
          <span className={classes.quiet}>
            {[
              dailyLimit !== null && t('limit_text', { limit: format.amount(dailyLimit) }),
              ...standing(state, upstreamId, open, t),
            ]
              .filter((text) => text !== false)
              .join(' · ')}
          </span>
        </li>
      ))}
    </ul>
  );
}

function standing(
  { upstreams }: RoutingState,
  upstreamId: number,
  open: boolean,
  t: (name: 'closed' | 'paused') => string,
): (string | false)[] {
  const isPaused = upstreams.find(({ id }) => id === upstreamId)?.state === 'closed';
  return [!open && t('closed'), isPaused && t('paused')];
}
