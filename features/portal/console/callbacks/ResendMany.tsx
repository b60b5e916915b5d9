/** Sends all callbacks of the filter again: a plan, its confirmation, then the progress of the run. */
import { Button } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { ChoiceTabs } from '#foundation/console/display/ChoiceTabs.tsx';
import { useFormat } from '#foundation/console/display/format.tsx';
import { Panel } from '#foundation/console/display/layout.tsx';
import { PlainButton } from '#foundation/console/display/plain.tsx';
import { ConfirmDialog } from '#foundation/console/overlay/ConfirmDialog.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction, useCall, useRefresh } from '#foundation/console/wire/use-call.ts';
import { callbackWords } from '../../callbacks-screen-words.ts';
import type { CallbackFilter } from '../../callbacks-contract.ts';
import classes from './Callbacks.module.css';
import { callbackCalls } from './calls.ts';

interface Plan {
  planId: string;
  count: number;
  amount: string;
  hosts: string[];
  oldest: string;
  newest: string;
}

const rates = ['1', '10', '50'] as const;
type Rate = (typeof rates)[number];

/** How many of a plan's hosts are named. */
const MAX_HOSTS = 8;

export function ResendMany({ filter, onStarted }: { filter: CallbackFilter; onStarted: (runId: string) => void }) {
  const t = useWords(callbackWords);
  const [plan, setPlan] = useState<Plan>();
  const [asking, setAsking] = useState(false);
  const planning = useAction(callbackCalls, '/apisettings/resendPlan');
  const make = async () => {
    setPlan(await planning.mutateAsync({ filter }));
    setAsking(true);
  };
  return (
    <>
      <PlainButton
        icon={<IconSend size={15} stroke={1.75} aria-hidden />}
        disabled={planning.isPending}
        onClick={() => void make().catch(() => undefined)}
      >
        {t('resend_many')}
      </PlainButton>
      {plan && <Confirmation plan={plan} opened={asking} onStarted={onStarted} onClose={() => setAsking(false)} />}
    </>
  );
}

function Confirmation({
  plan,
  opened,
  onStarted,
  onClose,
}: {
  plan: Plan;
  opened: boolean;
  onStarted: (runId: string) => void;
  onClose: () => void;
}) {
  const t = useWords(callbackWords);
  const format = useFormat();
  const [rate, setRate] = useState<Rate>('10');
  const start = useAction(callbackCalls, '/apisettings/resendRun');
  const { planId, count, amount, hosts, oldest, newest } = plan;
  return (
    <ConfirmDialog
      opened={opened}
      title={t('plan_title', { count })}
      act={t('plan_act', { count })}
      onConfirm={async () => onStarted((await start.mutateAsync({ planId, perSecond: Number(rate) })).runId)}
      onClose={onClose}
    >
      <p>
        {t('plan_what', { amount: format.amount(amount), oldest: format.time(oldest), newest: format.time(newest) })}
      </p>
      <p>{t('plan_hosts')}</p>
      <ul className={classes.hosts}>
        {hosts.slice(0, MAX_HOSTS).map((host) => (
          <li key={host}>{host}</li>
        ))}
        {hosts.length > MAX_HOSTS && <li>+{hosts.length - MAX_HOSTS}</li>}
      </ul>
      <p>{t('plan_same')}</p>
      <div className={classes.choice}>
        <span>{t('rate')}</span>
        <ChoiceTabs<Rate>
          label={t('rate')}
          value={rate}
          options={rates.map((value) => ({ value, label: value }))}
          onChange={setRate}
        />
      </div>
    </ConfirmDialog>
  );
}

const PROGRESS_MS = 1000;

/** How far a run is, with a button that cancels it. */
export function RunProgress({ runId, onHide }: { runId: string; onHide: () => void }) {
  const t = useWords(callbackWords);
  const refresh = useRefresh();
  const [over, setOver] = useState(false);
  const input = useMemo(() => ({ runId }), [runId]);
  const { data, error } = useCall(callbackCalls, '/apisettings/resendState', input, {
    quiet: true,
    ...(over ? {} : { refetchEveryMs: PROGRESS_MS }),
  });
  const cancel = useAction(callbackCalls, '/apisettings/resendCancel', { refreshes: ['/apisettings/resendState'] });
  const isOver = data !== undefined && data.state !== 'running';
  if (isOver && !over) setOver(true);
  useEffect(() => {
    if (isOver) void refresh('/apisettings/callbackLog', '/apisettings/receivers');
  }, [isOver, refresh]);
  if (!data) return error ? null : <Panel>{t('run_running', { sent: 0, total: 0 })}</Panel>;
  const { state, total, sent, delivered, failed } = data;
  return (
    <Panel>
      <div className={classes.run} role="status">
        <span>{t(`run_${state}`, { sent, total })}</span>
        <progress className={classes.progress} max={total} value={sent} aria-label={t('resend_many')} />
        <span className={classes.quiet}>{t('run_outcome', { delivered, failed })}</span>
        {state === 'running' ? (
          <Button variant="default" size="compact-sm" loading={cancel.isPending} onClick={() => cancel.mutate(input)}>
            {t('run_cancel')}
          </Button>
        ) : (
          <Button variant="default" size="compact-sm" onClick={onHide}>
            {t('run_hide')}
          </Button>
        )}
      </div>
    </Panel>
  );
}
