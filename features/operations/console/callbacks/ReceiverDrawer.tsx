/** One receiver: how it does, its latest callbacks with their attempts, and the acts on it. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRight } from '#features/accounts/console/use-right.ts';
import { callbackWords } from '#features/portal/callbacks-screen-words.ts';
import { CallbackBadge } from '#features/portal/console/callbacks/CallbackBadge.tsx';
import { Exchange } from '#features/portal/console/callbacks/Exchange.tsx';
import { DetailSection } from '#foundation/console/display/detail.tsx';
import { Time } from '#foundation/console/display/format.tsx';
import { Fact, Facts, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import { useLast } from '#foundation/console/overlay/use-last.ts';
import type { RowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import type { OperatorReceiverRow } from '../../callback-contract.ts';
import { operatorCallbackWords } from '../../callback-words.ts';
import { operatorCallbackCalls } from './calls.ts';
import classes from './Callbacks.module.css';
import { type ReceiverActName, ReceiverDialog } from './ReceiverDialog.tsx';

export interface ReceiverDrawerProps {
  /** `<member number>-<host>`. */
  open: string | undefined;
  /** Undefined if it is not among the rows of the list. */
  row: OperatorReceiverRow | undefined;
  steps: RowSteps | undefined;
  onClose: () => void;
}

const SHOWN = 20;

export function ReceiverDrawer({ open, row, steps, onClose }: ReceiverDrawerProps) {
  const t = useWords(operatorCallbackWords);
  const last = useLast(row);
  const key = (one: OperatorReceiverRow | undefined) => one && `${one.memberNo}-${one.host}`;
  const shown = row ?? (open === undefined || open === key(last) ? last : undefined);
  return (
    <DetailDrawer opened={open !== undefined} title={t('receiver')} steps={steps} onClose={onClose}>
      {shown ? <Receiver key={key(shown)} row={shown} /> : <EmptyRows title={t('none')} />}
    </DetailDrawer>
  );
}

function Receiver({ row }: { row: OperatorReceiverRow }) {
  const t = useWords(operatorCallbackWords);
  const words = useWords(callbackWords);
  const acts = useRight('callbacks.act');
  const [act, setAct] = useState<ReceiverActName>();
  const { memberNo, memberName, host, state, since, failures, failingSince, waiting, oldestAt, stopped, asks } = row;
  const canResume = state === 'paused' || asks;
  return (
    <div className={classes.receiver}>
      <h2 className={classes.host}>
        <bdi>{host}</bdi>
      </h2>
      <Facts>
        <Fact label={t('member')}>
          <bdi className={classes.wraps}>{memberName}</bdi>{' '}
          <ScreenLink to="/operator/members" search={{ open: memberNo }}>
            {memberNo}
          </ScreenLink>
        </Fact>
        {since !== null && (
          <Fact label={t('since')}>
            <Time at={since} />
          </Fact>
        )}
        {stopped && <Fact label={words('state')}>{t('stopped')}</Fact>}
        <Fact label={t('failures')}>{failures}</Fact>
        {failingSince !== null && (
          <Fact label={t('failing_since')}>
            <Time at={failingSince} />
          </Fact>
        )}
        <Fact label={t('backlog')}>{waiting}</Fact>
        {oldestAt !== null && (
          <Fact label={t('oldest')}>
            <Time at={oldestAt} />
          </Fact>
        )}
      </Facts>
      {acts && (
        <div className={classes.acts}>
          {canResume && <Button onClick={() => setAct('resume')}>{t('resume')}</Button>}
          {canResume && (
            <Button variant="default" onClick={() => setAct('discard')}>
              {t('discard')}
            </Button>
          )}
          {!stopped && (
            <Button variant="default" onClick={() => setAct('pause')}>
              {t('pause')}
            </Button>
          )}
          <Button variant="default" onClick={() => setAct('resend')}>
            {t('resend')}
          </Button>
        </div>
      )}
      <Latest memberNo={memberNo} host={host} />
      {act && <ReceiverDialog key={act} act={act} row={row} onClose={() => setAct(undefined)} />}
    </div>
  );
}

function Latest({ memberNo, host }: { memberNo: string; host: string }) {
  const t = useWords(operatorCallbackWords);
  const { data, error, refetch } = useCall(operatorCallbackCalls, '/operator/callback/list', {
    memberNo,
    host,
    limit: SHOWN,
  });
  const [open, setOpen] = useState<string>();
  return (
    <DetailSection title={t('latest')}>
      {!data && error && <FailedRows title={t('load_failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <SkeletonGroup>
          <SkeletonBar width="72%" />
          <SkeletonBar width="64%" />
        </SkeletonGroup>
      )}
      {data?.list.length === 0 && <p className={classes.quiet}>{t('no_callbacks')}</p>}
      <ul className={classes.list}>
        {data?.list.map((callback) => (
          <li key={callback.notifyId}>
            <button
              type="button"
              className={classes.callback}
              aria-expanded={open === callback.notifyId}
              aria-label={t('show_attempts', { number: callback.orderNo || callback.systemNo })}
              onClick={() => setOpen(open === callback.notifyId ? undefined : callback.notifyId)}
            >
              <bdi className={classes.wraps}>{callback.orderNo || callback.systemNo}</bdi>
              <CallbackBadge callback={callback} />
              <span className={classes.number}>{callback.lastAt !== null && <Time at={callback.lastAt} short />}</span>
            </button>
            {open === callback.notifyId && <Attempts memberNo={memberNo} notifyId={callback.notifyId} />}
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}

function Attempts({ memberNo, notifyId }: { memberNo: string; notifyId: string }) {
  const t = useWords(operatorCallbackWords);
  const words = useWords(callbackWords);
  const { data, error, refetch } = useCall(operatorCallbackCalls, '/operator/callback/detail', { memberNo, notifyId });
  if (!data)
    return error ? (
      <FailedRows title={t('load_failed')} error={error} onRetry={() => void refetch()} />
    ) : (
      <SkeletonBar width="60%" />
    );
  const { list, attempts } = data;
  const advice = list.at(-1)?.advice ?? null;
  const numbered = list.map((attempt, index) => ({ attempt, number: attempts - list.length + index + 1 })).toReversed();
  return (
    <div className={classes.attempts}>
      {advice !== null && <p className={classes.quiet}>{advice}</p>}
      {numbered.length === 0 && <p className={classes.quiet}>{words('no_attempts')}</p>}
      {numbered.map(({ attempt, number }, index) => (
        <Exchange
          key={number}
          name={words('attempt', { number })}
          exchange={attempt}
          by={attempt.by}
          opened={index === 0 && !attempt.delivered}
        />
      ))}
    </div>
  );
}
