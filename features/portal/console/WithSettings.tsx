/** The member's settings and its user, which both tabs need; and what is shown while they load or if they can't be. */
import type { ReactNode } from 'react';
import type { CurrentUser } from '#features/accounts/console/credentials/AccountPage.tsx';
import { useMe } from '#features/accounts/console/use-me.ts';
import { Panel, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import type { ApiSettings } from '../settings-contract.ts';
import { settingsWords } from '../settings-screen-words.ts';
import { apiSettingsCalls } from './calls.ts';

/** The calls that a change makes outdated. */
export const SETTINGS_CALLS = { refreshes: ['/apisettings/get'] };

export function WithSettings({ children }: { children: (settings: ApiSettings, user: CurrentUser) => ReactNode }) {
  const t = useWords(settingsWords);
  const settings = useCall(apiSettingsCalls, '/apisettings/get', undefined);
  const me = useMe();
  const user = me.data?.userinfo;
  if (settings.data && user) return children(settings.data, user);
  const error = settings.error ?? me.error;
  const retry = () => void Promise.all([settings.refetch(), me.refetch()]);
  return (
    <Panel>
      {error ? (
        <FailedRows title={t('load_failed')} error={error} onRetry={retry} />
      ) : (
        <SkeletonGroup>
          <SkeletonBar width="30%" />
          <SkeletonBar height={36} />
          <SkeletonBar width="30%" />
          <SkeletonBar height={36} />
        </SkeletonGroup>
      )}
    </Panel>
  );
}
