/** One upstream at its own address: how it answers, its settings without secrets, and what can be done with it. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRight } from '#features/accounts/console/use-right.ts';
import { ActDialog } from '#features/accounts/console/ActDialog.tsx';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { DetailName, DetailSection, DetailSkeleton } from '#foundation/console/display/detail.tsx';
import { Amount, Time, useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts } from '#foundation/console/display/layout.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useLast } from '#foundation/console/overlay/use-last.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import {
  type ConnectorRow,
  type OperatorUpstreamRow,
  UpstreamAct,
  type UpstreamDetail,
} from '../../upstream-contract.ts';
import { operatorUpstreamTexts } from '../../upstream-texts.ts';
import { operatorUpstreamWords } from '../../upstream-words.ts';
import { operatorUpstreamCalls } from '../calls.ts';
import { useSettingName } from './setting-names.ts';
import { successOf, UpstreamState } from './upstream-columns.tsx';
import { UpstreamDialog } from './UpstreamDialog.tsx';
import classes from '../Records.module.css';

interface UpstreamDrawerProps {
  id: string | undefined;
  /** Undefined while they are loading. */
  connectors: readonly ConnectorRow[] | undefined;
  onClose: () => void;
}

export function UpstreamDrawer({ id, connectors, onClose }: UpstreamDrawerProps) {
  const t = useWords(operatorUpstreamWords);
  const last = useLast(id);
  return (
    <DetailDrawer opened={id !== undefined} title={t('upstream')} onClose={onClose}>
      {last !== undefined && <Upstream key={last} id={Number(last)} connectors={connectors} />}
    </DetailDrawer>
  );
}

function Upstream({ id, connectors }: { id: number; connectors: readonly ConnectorRow[] | undefined }) {
  const t = useWords(operatorUpstreamWords);
  const { data, error, refetch } = useCall(
    operatorUpstreamCalls,
    '/operator/upstream/detail',
    { id },
    { keepPrevious: false },
  );
  if (data) return <Details detail={data} connectors={connectors} />;
  if (error) return <FailedRows title={t('details_failed')} error={error} onRetry={() => void refetch()} />;
  return <DetailSkeleton lines={2} />;
}

function Details({ detail, connectors }: { detail: UpstreamDetail; connectors: readonly ConnectorRow[] | undefined }) {
  const t = useWords(operatorUpstreamWords);
  const format = useFormat();
  const { upstream, errors, hours, notifyUrl } = detail;
  return (
    <div className={classes.details}>
      <DetailName name={upstream.name}>
        <span className={classes.quiet}>{upstream.connector}</span>
        <UpstreamState row={upstream} />
        <Acts detail={detail} connectors={connectors} />
      </DetailName>
      {upstream.state === 'closed' && upstream.pausedAt !== null && (
        <DetailSection title={t('paused')}>
          <Facts>
            <Fact label={t('paused_at')}>
              <Time at={upstream.pausedAt} short />
            </Fact>
            <Fact label={t('pause_reason')}>
              <bdi>{upstream.pauseReason}</bdi>
            </Fact>
            {upstream.nextCheckAt !== null && (
              <Fact label={t('next_check')}>
                <Time at={upstream.nextCheckAt} short />
              </Fact>
            )}
          </Facts>
        </DetailSection>
      )}
      <DetailSection title={t('last_day')}>
        <Facts figures>
          <Fact label={t('orders_24h')}>{format.number(upstream.orders24h)}</Fact>
          <Fact label={t('success_24h')}>{successOf(upstream, format)}</Fact>
          <Fact label={t('amount_24h')}>
            <Amount value={upstream.amount24h} />
          </Fact>
          <Fact label={t('requests_24h')}>{format.number(upstream.requests24h)}</Fact>
          <Fact label={t('failures_24h')}>{format.number(upstream.failures24h)}</Fact>
          <Fact label={t('average')}>{upstream.averageMs === null ? '–' : t('ms', { count: upstream.averageMs })}</Fact>
          <Fact label={t('slowest')}>{upstream.slowestMs === null ? '–' : t('ms', { count: upstream.slowestMs })}</Fact>
        </Facts>
      </DetailSection>
      <DetailSection title={t('errors')}>
        {errors.length === 0 && <p className={classes.note}>{t('no_errors')}</p>}
        <ul className={classes.rows}>
          {errors.map(({ error, count }) => (
            <li key={error}>
              <bdi>{error}</bdi>
              <span>{format.number(count)}</span>
            </li>
          ))}
        </ul>
      </DetailSection>
      {hours.length > 0 && (
        <DetailSection title={t('by_hour')}>
          <ul className={classes.rows}>
            {hours.toReversed().map(({ hour, requests, failures, averageMs }) => (
              <li key={hour}>
                <Time at={hour} short />
                <span className={classes.quiet}>{t('hour_figures', { requests, failures, ms: averageMs })}</span>
              </li>
            ))}
          </ul>
        </DetailSection>
      )}
      <DetailSection title={t('settings')}>
        <Settings detail={detail} connectors={connectors} />
      </DetailSection>
      <DetailSection title={t('notify_url')}>
        <CopyText value={notifyUrl} />
      </DetailSection>
    </div>
  );
}

function Settings({ detail, connectors }: { detail: UpstreamDetail; connectors: readonly ConnectorRow[] | undefined }) {
  const t = useWords(operatorUpstreamWords);
  const nameOf = useSettingName();
  const fields = connectors?.find(({ name }) => name === detail.upstream.connector)?.fields ?? [];
  return (
    <Facts>
      {detail.settings.map(({ name, value, stored }) => {
        const isSecret = fields.find((field) => field.name === name)?.secret === true;
        if (!stored && !isSecret) return null;
        return (
          <Fact key={name} label={nameOf(name)}>
            {isSecret ? t(stored ? 'secret_stored' : 'secret_missing') : <bdi>{value}</bdi>}
          </Fact>
        );
      })}
    </Facts>
  );
}

const quiet = {
  refreshes: ['/operator/upstream/list', '/operator/upstream/detail', '/operator/channel/list'],
  quiet: true,
  background: false,
} as const;

function Acts({ detail, connectors }: { detail: UpstreamDetail; connectors: readonly ConnectorRow[] | undefined }) {
  const t = useWords(operatorUpstreamWords);
  const { upstream } = detail;
  const [configures, acts] = [useRight('upstreams.configure'), useRight('upstreams.act')];
  const [act, setAct] = useState<'edit' | 'pause' | 'resume'>();
  const close = () => setAct(undefined);
  return (
    <div className={classes.acts}>
      {acts && <TestButton id={upstream.id} />}
      {acts && upstream.state === 'open' && (
        <Button variant="default" onClick={() => setAct('pause')}>
          {t('pause')}
        </Button>
      )}
      {acts && upstream.state === 'closed' && <Button onClick={() => setAct('resume')}>{t('resume')}</Button>}
      {configures && connectors && (
        <Button variant="default" onClick={() => setAct('edit')}>
          {t('edit')}
        </Button>
      )}
      {connectors && (
        <UpstreamDialog
          key={JSON.stringify(detail.settings)}
          opened={act === 'edit'}
          detail={detail}
          connectors={connectors}
          onSaved={close}
          onClose={close}
        />
      )}
      <StateDialog upstream={upstream} act="pause" opened={act === 'pause'} onClose={close} />
      <StateDialog upstream={upstream} act="resume" opened={act === 'resume'} onClose={close} />
    </div>
  );
}

function TestButton({ id }: { id: number }) {
  const t = useWords(operatorUpstreamWords);
  const test = useAction(operatorUpstreamCalls, '/operator/upstream/test', { refreshes: quiet.refreshes });
  const run = async () => {
    const { ok, tookMs, error } = await test.mutateAsync({ id });
    if (ok) showToast(t('test_ok', { count: tookMs }), 'good');
    else showToast(t('test_failed', { error }), 'bad');
  };
  return (
    <Button
      variant="default"
      loading={test.isPending}
      onClick={() => {
        // The action itself reports what went wrong.
        run().catch(() => undefined);
      }}
    >
      {t('test')}
    </Button>
  );
}

interface StateDialogProps {
  upstream: OperatorUpstreamRow;
  act: 'pause' | 'resume';
  opened: boolean;
  onClose: () => void;
}

function StateDialog({ upstream: { id, name, onlyFor }, act, opened, onClose }: StateDialogProps) {
  const t = useWords(operatorUpstreamWords);
  const pause = useAction(operatorUpstreamCalls, '/operator/upstream/pause', quiet);
  const resume = useAction(operatorUpstreamCalls, '/operator/upstream/resume', quiet);
  return (
    <ActDialog
      opened={opened}
      title={t(`${act}_of`, { name })}
      act={t(act)}
      dangerous={act === 'pause'}
      schema={UpstreamAct}
      texts={operatorUpstreamTexts}
      why={{ name: 'reason', label: t('reason') }}
      onSend={async (input) => {
        await (act === 'pause' ? pause : resume).mutateAsync({ ...input, id });
        showToast(t(act === 'pause' ? 'paused_done' : 'resumed'), 'good');
      }}
      onClose={onClose}
    >
      <p>{t(`${act}_what`)}</p>
      {act === 'pause' && onlyFor.length > 0 && <p>{t('pause_leaves', { channels: onlyFor.join(', ') })}</p>}
    </ActDialog>
  );
}
