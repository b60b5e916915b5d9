/**
 * One order of any member in a drawer at its own address: figures, acts, timeline, shares, journal, callbacks and the whole
 * talk with its upstream.
 */
import { MemberLink } from '#features/accounts/console/deciding/MemberLink.tsx';
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useRight } from '#features/accounts/console/use-right.ts';
import { statusTones } from '#features/orders/console/status-tones.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { DetailHead, DetailSection, DetailTitle } from '#foundation/console/display/detail.tsx';
import { Amount, Time, useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { ConfirmDialog } from '#foundation/console/overlay/ConfirmDialog.tsx';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import type { RowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { CallRefused } from '#foundation/console/wire/api-errors.ts';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import { useLazyPart } from '#foundation/console/wire/use-lazy-part.ts';
import { operatorDisbursementWords } from '../../disbursement-words.ts';
import type { OperatorOrderDetail as Detail } from '../../order-contract.ts';
import { operatorOrderWords } from '../../order-words.ts';
import { operatorOrderCalls } from '../calls.ts';
import { readKey } from '../disbursements/disbursement-filter.ts';
import classes from '../disbursements/Disbursements.module.css';
import { UpstreamTalk } from '../UpstreamTalk.tsx';
import { ConfirmOrderDialog } from './ConfirmOrderDialog.tsx';
import { ReverseDialog } from './ReverseDialog.tsx';

export interface OrderPanelProps {
  /** The row's key in the address. */
  open: string | undefined;
  steps: RowSteps | undefined;
  onClose(): void;
}

export function OrderPanel({ open, steps, onClose }: OrderPanelProps) {
  const t = useWords(orderScreenWords);
  const own = useWords(operatorOrderWords);
  // Keeps showing the last one while the drawer slides out.
  const [last, setLast] = useState(open);
  if (open !== undefined && open !== last) setLast(open);
  const key = last === undefined ? undefined : readKey(last);
  return (
    <DetailDrawer
      opened={open !== undefined}
      title={<DetailTitle kind={t('order')} number={key?.orderNo ?? last} />}
      steps={steps}
      onClose={onClose}
    >
      {last !== undefined &&
        (key ? (
          <One key={last} {...key} onClose={onClose} />
        ) : (
          <EmptyRows title={t('missing_title')} hint={own('missing_hint')} />
        ))}
    </DetailDrawer>
  );
}

const REFETCH_MS = 10_000;
const REFRESHED = ['/operator/order/detail', '/operator/order/list'];

const loadParts = () => import('#features/orders/console/OrderHistory.tsx');
type Parts = Awaited<ReturnType<typeof loadParts>>;

function One({ memberNo, orderNo, onClose }: { memberNo: string; orderNo: string; onClose(): void }) {
  const t = useWords(orderScreenWords);
  const own = useWords(operatorOrderWords);
  const input = useMemo(() => ({ memberNo, orderNo }), [memberNo, orderNo]);
  const {
    data: order,
    error,
    refetch,
    dataUpdatedAt,
  } = useCall(operatorOrderCalls, '/operator/order/detail', input, { refetchEveryMs: REFETCH_MS });
  const { part } = useLazyPart(true, loadParts, onClose);
  if (order && part) return <History order={order} now={new Date(dataUpdatedAt)} parts={part} />;
  if (error instanceof CallRefused && error.error === 'not_found')
    return <EmptyRows title={t('missing_title')} hint={own('missing_hint')} />;
  if (error) return <FailedRows title={t('load_failed')} error={error} onRetry={() => void refetch()} />;
  return (
    <SkeletonGroup>
      <SkeletonBar width="46%" height={28} />
      {Array.from({ length: 9 }, (_, index) => (
        <SkeletonBar key={index} width={`${92 - ((index * 23) % 40)}%`} />
      ))}
    </SkeletonGroup>
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
      <DetailSection title={payouts('talk')}>
        <UpstreamTalk talk={order.talk} />
      </DetailSection>
      <DetailSection title={t('request')}>
        <Request order={order} />
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
      <ConfirmOrderDialog order={asked === 'confirm' ? order : undefined} onClose={() => setAsked(undefined)} />
      <ReverseDialog order={asked === 'reverse' ? order : undefined} onClose={() => setAsked(undefined)} />
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

function Request({ order }: { order: Detail }) {
  const t = useWords(orderScreenWords);
  const own = useWords(operatorOrderWords);
  const texts = [
    ['attach', order.attach],
    ['client_ip', order.clientIp],
    ['notify_url', order.notifyUrl],
    ['return_url', order.returnUrl],
    ['pay_url', order.payUrl],
  ] as const;
  return (
    <Facts>
      <Fact label={own('member')}>
        <CopyText value={order.memberNo}>
          <bdi>{order.memberName}</bdi> · <MemberLink memberNo={order.memberNo} />
        </CopyText>
      </Fact>
      <Fact label={t('order_no')}>
        <CopyText value={order.orderNo} />
      </Fact>
      <Fact label={t('system_no')}>
        <CopyText value={order.systemNo} />
      </Fact>
      <Fact label={own('upstream')}>{order.upstream.name}</Fact>
      {order.upstreamNo !== '' && (
        <Fact label={own('upstream_no')}>
          <CopyText value={order.upstreamNo} />
        </Fact>
      )}
      {order.upstreamError !== '' && <Fact label={own('upstream_error')}>{order.upstreamError}</Fact>}
      <Fact label={t('type')}>{t(order.type)}</Fact>
      <Fact label={t('channel')}>
        {order.channel.name} <span className={classes.quiet}>{order.channel.code}</span>
      </Fact>
      {order.subject !== null && order.subject !== '' && <Fact label={t('subject')}>{order.subject}</Fact>}
      {texts.map(
        ([name, text]) =>
          text !== null &&
          text !== '' && (
            <Fact key={name} label={t(name)}>
              <CopyText value={text} />
            </Fact>
          ),
      )}
      <Fact label={t('created')}>
        <Time at={order.createdAt} />
      </Fact>
      <Fact label={t('expires')}>
        <Time at={order.expiresAt} />
      </Fact>
      <Fact label={t('paid')}>
        <Time at={order.paidAt} />
      </Fact>
    </Facts>
  );
}
