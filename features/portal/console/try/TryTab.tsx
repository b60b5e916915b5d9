/** A form for each call of the gateway. What was signed, sent and answered is shown below it. */
import { useState } from 'react';
import { useMe } from '#features/accounts/console/use-me.ts';
import type { CurrentUser } from '#features/accounts/console/credentials/AccountPage.tsx';
import { channelCalls } from '#features/channels/console/calls.ts';
import { gatewayPaths } from '#features/gateway/reference.ts';
import { callSummaries } from '#features/gateway/reference-words.ts';
import { sampleSignTypes } from '#features/gateway/samples.ts';
import { useConfig } from '#features/platform/console/config.ts';
import { ChoiceTabs } from '#foundation/console/display/ChoiceTabs.tsx';
import { Panel, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { useLanguage, useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { portalScreenWords } from '../../screen-words.ts';
import { tryWords } from '../../try-words.ts';
import { TrialForm } from './TrialForm.tsx';
import { TrialResult, type Trial } from './TrialResult.tsx';
import classes from './Try.module.css';

export function TryTab() {
  const t = useWords(portalScreenWords);
  const me = useMe();
  const channels = useCall(channelCalls, '/channel/list', undefined);
  const config = useConfig();
  const failed = [me, channels].find(({ data, error }) => error !== null && data === undefined);
  if (failed?.error)
    return (
      <Panel>
        <FailedRows title={t('tab_failed')} error={failed.error} onRetry={() => void failed.refetch()} />
      </Panel>
    );
  if (!me.data || !channels.data || !config)
    return (
      <SkeletonGroup>
        <SkeletonBar width="40%" />
        <SkeletonBar width="80%" />
      </SkeletonGroup>
    );
  const codes = channels.data.list.filter(({ state }) => state === 'open').map(({ code }) => code);
  return (
    <Trials
      user={me.data.userinfo}
      codes={codes}
      origin={config.demo === undefined ? undefined : new URL(config.gateway).origin}
    />
  );
}

interface TrialsProps {
  user: CurrentUser;
  codes: readonly string[];
  /** Of the demo's own shop; undefined without the demo. */
  origin: string | undefined;
}

function Trials({ user, codes, origin }: TrialsProps) {
  const t = useWords(tryWords);
  const { language } = useLanguage();
  const { params, change } = usePageAddress();
  const [trial, setTrial] = useState<Trial>();
  const path = gatewayPaths.find((one) => one === params['call']) ?? '/pay/create';
  const signType = sampleSignTypes.find((one) => one === params['sign']) ?? 'HMAC-SHA256';
  const set = (name: string, value: string) => {
    setTrial(undefined);
    change((before) => ({ ...before, [name]: value }), { replace: true });
  };
  return (
    <div className={classes.root}>
      <p className={classes.hint}>{t('hint')}</p>
      <div className={classes.choices}>
        <ChoiceTabs
          label={t('call')}
          value={path}
          options={gatewayPaths.map((value) => ({ value, label: value }))}
          onChange={(value) => set('call', value)}
        />
        <ChoiceTabs
          label={t('sign_type')}
          value={signType}
          options={sampleSignTypes.map((value) => ({ value, label: value }))}
          onChange={(value) => set('sign', value)}
        />
      </div>
      <Panel title={callSummaries[path][language]}>
        <TrialForm
          key={`${path} ${signType}`}
          path={path}
          signType={signType}
          user={user}
          codes={codes}
          origin={origin}
          trial={trial}
          onTried={setTrial}
        />
      </Panel>
      {trial && <TrialResult trial={trial} path={path} signType={signType} />}
    </div>
  );
}
