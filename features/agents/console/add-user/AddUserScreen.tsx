/** Adds a member directly below the agent: the form, and then what to hand over to the member. */
import { useState } from 'react';
import { useMe } from '#features/accounts/console/use-me.ts';
import { channelCalls } from '#features/channels/console/calls.ts';
import { PageHeader, Panel, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { addWords } from '../../add-words.ts';
import { agentTitles } from '../../screen-titles.ts';
import { treeCalls } from '../calls.ts';
import { type Added, AddedPanel } from './AddedPanel.tsx';
import { AddUserForm } from './AddUserForm.tsx';

function AddUserScreen() {
  const t = useWords(addWords);
  const title = useWords(agentTitles)('adduser');
  const [added, setAdded] = useState<Added>();
  return (
    <>
      <PageHeader title={title} hint={t('hint')} />
      {added ? <AddedPanel added={added} onAnother={() => setAdded(undefined)} /> : <LoadedForm onAdded={setAdded} />}
    </>
  );
}

/** Waits for the agent's own rates, with which the form starts. Without them a member can be added all the same. */
function LoadedForm({ onAdded }: { onAdded: (added: Added) => void }) {
  const t = useWords(addWords);
  const me = useMe();
  const detail = useCall(treeCalls, '/agent/detail', { days: 30 }, { quiet: true });
  const channels = useCall(channelCalls, '/channel/list', undefined, { quiet: true });
  const user = me.data?.userinfo;
  const failed = me.error ?? undefined;
  if (failed && !user)
    return (
      <Panel>
        <FailedRows title={t('load_failed')} error={failed} onRetry={() => void me.refetch()} />
      </Panel>
    );
  if (!user || (!detail.data && !detail.error)) return <Loading />;
  return (
    <AddUserForm
      key={detail.data ? 'with rates' : 'without rates'}
      user={user}
      ownRates={detail.data?.ownRates}
      channels={channels.data?.list ?? []}
      failure={detail.error ?? undefined}
      onRetry={() => void detail.refetch()}
      onAdded={onAdded}
    />
  );
}

function Loading() {
  return (
    <Panel>
      <SkeletonGroup>
        <SkeletonBar width="30%" />
        <SkeletonBar height={36} />
        <SkeletonBar width="30%" />
        <SkeletonBar height={36} />
        <SkeletonBar width="40%" height={36} />
      </SkeletonGroup>
    </Panel>
  );
}

export { AddUserScreen as Screen };
