/**
 * One order of any member in a drawer at its own address: figures, acts, timeline, shares, journal, callbacks and the whole
 * exchanges with its upstream.
 */
import { MemberLink } from '#features/accounts/console/deciding/MemberLink.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRight } from '#features/accounts/console/use-right.ts';
import { statusTones } from '#features/orders/console/status-tones.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { DetailHead, DetailSection } from '#foundation/console/display/detail.tsx';
import { Amount, Time, useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts } from '#foundation/console/display/layout.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { ConfirmDialog } from '#foundation/console/overlay/ConfirmDialog.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import { useLazyPart } from '#foundation/console/wire/use-lazy-part.ts';
import { operatorDisbursementWords } from '../../disbursement-words.ts';
import type { OperatorOrderDetail as Detail } from '../../order-contract.ts';
import { operatorOrderWords } from '../../order-words.ts';
import { operatorOrderCalls } from '../calls.ts';
import { keyOf, type RecordKey } from '../record-key.ts';
import { RecordAwaited, RecordPanel, type RecordPanelProps } from '../RecordPanel.tsx';
import classes from '../disbursements/Disbursements.module.css';
import { UpstreamExchanges } from '../UpstreamExchanges.tsx';
import { ConfirmOrderDialog } from './ConfirmOrderDialog.tsx';
import { ReverseDialog } from './ReverseDialog.tsx';

type OrderPanelProps = Pick<RecordPanelProps, 'open' | 'steps' | 'onClose'>;

export function OrderPanel(panel: OrderPanelProps) {
  const t = useWords(orderScreenWords);
  const own = useWords(operatorOrderWords);
  return (
    <RecordPanel {...panel} kind={t('order')} missing={{ title: t('missing_title'), hint: own('missing_hint') }}>
      {(key) => <One key={keyOf(key)} of={key} onClose={panel.onClose} />}
    </RecordPanel>
  );
}

const REFETCH_MS = 10_000;
const REFRESHED = ['/operator/order/detail', '/operator/order/list'];

const loadParts = () => import('#features/orders/console/OrderHistory.tsx');
type Parts = Awaited<ReturnType<typeof loadParts>>;

function One({ of, onClose }: { of: RecordKey; onClose: () => void }) {
  const t = useWords(orderScreenWords);
  const own = useWords(operatorOrderWords);
  const {
    data: order,
    error,
    refetch,
    dataUpdatedAt,
  } = useCall(operatorOrderCalls, '/operator/order/detail', of, { refetchEveryMs: REFETCH_MS });
  const { part } = useLazyPart(true, loadParts, onClose);
  if (order && part) return <History order={order} now={new Date(dataUpdatedAt)} parts={part} />;
  return (
    <RecordAwaited
      error={error}
      missing={{ title: t('missing_title'), hint: own('missing_hint') }}
      failed={t('load_failed')}
      onRetry={() => void refetch()}
    />
  );
}

/** `parts`: what the members' drawer shows too. */
function History({ order, now, parts }: { order: Detail; now: Date; parts: Parts }) {
  const t = useWords(orderScreenWords);
  const own = useWords(operatorOrderWords);
  const payouts = useWords(operatorDisbursementWords);
  const format = useFormat();
  return (
    <div className={classes.history}>
      <DetailHead amount={format.amount(order.amount)} number={order.orderNo}>
        <StatusBadge tone={statusTones[order.status]}>{t(order.status)}</StatusBadge>
      </DetailHead>
      {order.paidLate && <p className={classes.note}>{t('paid_late')}</p>}
      <Acts order={order} />
      <DetailSection title={t('money')}>
        <Money order={order} />
      </DetailSection>
      <DetailSection title={t('timeline')}>
        <parts.OrderTimeline order={order} now={now} />
      </DetailSection>
      <DetailSection title={own('shares')}>
        <Shares order={order} />
      </DetailSection>
      <DetailSection title={own('journals')}>
        <Journals order={order} />
      </DetailSection>
      <parts.CallbackAttempts order={order} actions={null} />
      <DetailSection title={payouts('exchanges')}>
        <UpstreamExchanges exchanges={order.talk} />
      </DetailSection>
      <DetailSection title={t('request')}>
        <parts.RequestFacts order={order}>
          <Sent order={order} />
        </parts.RequestFacts>
      </DetailSection>
    </div>
  );
}

function Money({ order }: { order: Detail }) {
  const t = useWords(orderScreenWords);
  const own = useWords(operatorOrderWords);
  return (
    <Facts figures>
      <Fact label={t('amount')}>
        <Amount value={order.amount} />
      </Fact>
      <Fact label={t('fee')}>
        <Amount value={order.fee} />
      </Fact>
      <Fact label={own('cost')}>
        <Amount value={order.cost} />
      </Fact>
      {order.held !== null && (
        <Fact label={t('held')}>
          <Amount value={order.held} />
        </Fact>
      )}
    </Facts>
  );
}

function Acts({ order }: { order: Detail }) {
  const t = useWords(operatorOrderWords);
  const { memberNo, systemNo, acts } = order;
  const rights = {
    query: useRight('orders.act'),
    confirm: useRight('orders.act'),
    resend: useRight('callbacks.act'),
    reverse: useRight('reversals.act'),
  };
  const [asked, setAsked] = useState<'confirm' | 'resend' | 'reverse'>();
  const query = useAction(operatorOrderCalls, '/operator/order/query', { refreshes: REFRESHED });
  const resend = useAction(operatorOrderCalls, '/operator/order/resend', { refreshes: REFRESHED });
  const ask = async () => {
    const { reported } = await query.mutateAsync({ memberNo, orderNo: systemNo });
    showToast(t(`reported_${reported}`), reported === 'paid' ? 'good' : 'plain');
  };
  const allowed = acts.filter((act) => rights[act]);
  if (allowed.length === 0) return null;
  return (
    <div className={classes.actions}>
      {allowed.map((act) => (
        <Button
          key={act}
          variant="default"
          size="sm"
          loading={act === 'query' && query.isPending}
          // A refusal has been shown by then.
          onClick={() => (act === 'query' ? void ask().catch(() => undefined) : setAsked(act))}
        >
          {t(`act_${act}`)}
        </Button>
      ))}
      <ConfirmDialog
        opened={asked === 'resend'}
        title={t('act_resend')}
        act={t('act_resend')}
        onConfirm={async () => {
          await resend.mutateAsync({ memberNo, orderNo: systemNo });
          showToast(t('resent_told'), 'good');
        }}
        onClose={() => setAsked(undefined)}
      >
        <p>{t('resend_what', { member: order.memberName, number: order.orderNo })}</p>
      </ConfirmDialog>
      <ConfirmOrderDialog order={order} opened={asked === 'confirm'} onClose={() => setAsked(undefined)} />
      <ReverseDialog order={order} opened={asked === 'reverse'} onClose={() => setAsked(undefined)} />
    </div>
  );
}

function Shares({ order: { shares } }: { order: Detail }) {
  const t = useWords(operatorOrderWords);
  if (shares.length === 0) return <p className={classes.quiet}>{t('no_shares')}</p>;
  return (
    <Facts figures>
      {shares.map(({ agentNo, amount }) => (
        <Fact key={agentNo} label={agentNo}>
          <Amount value={amount} />
        </Fact>
      ))}
    </Facts>
  );
}

const namedJournals = ['payin', 'recharge', 'reversal', 'commission_sent'] as const;

function Journals({ order: { journals } }: { order: Detail }) {
  const t = useWords(operatorOrderWords);
  if (journals.length === 0) return <p className={classes.quiet}>{t('no_journals')}</p>;
  return (
    <ol className={classes.items}>
      {journals.map(({ at, kind, lines }) => (
        <li key={kind} className={classes.item}>
          <p className={classes.itemHead}>
            <strong>{t(`journal_${namedJournals.find((named) => named === kind) ?? 'other'}`)}</strong>
            <span className={classes.end}>
              <Time at={at} />
            </span>
          </p>
          <Facts figures>
            {lines.map(({ account, amount }) => (
              <Fact key={account} label={t(account === 'interMember' ? 'between_members' : `account_${account}`)}>
                <Amount value={amount} />
              </Fact>
            ))}
          </Facts>
        </li>
      ))}
    </ol>
  );
}

/** What only operators read. */
function Sent({ order }: { order: Detail }) {
  const own = useWords(operatorOrderWords);
  return (
    <>
      <Fact label={own('member')}>
        <CopyText value={order.memberNo}>
          <bdi>{order.memberName}</bdi> · <MemberLink memberNo={order.memberNo} />
        </CopyText>
      </Fact>
      <Fact label={own('upstream')}>{order.upstream.name}</Fact>
      {order.upstreamNo !== '' && (
        <Fact label={own('upstream_no')}>
          <CopyText value={order.upstreamNo} />
        </Fact>
      )}
      {order.upstreamError !== '' && <Fact label={own('upstream_error')}>{order.upstreamError}</Fact>}
    </>
  );
}
