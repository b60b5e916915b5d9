/** The drawer's content: the order's amounts, how the agent's commission came about, the timeline. */
import { RateText } from '#features/channels/console/RateText.tsx';
import { orderFee } from '#features/channels/rules.ts';
import { statusTones } from '#features/orders/console/status-tones.ts';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { wasPaid } from '#features/orders/statuses.ts';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { DetailHead, DetailSection } from '#foundation/console/display/detail.tsx';
import { Amount, Time, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { Fact, Facts, SkeletonBar } from '#foundation/console/display/layout.tsx';
import { LazyPart } from '#foundation/console/display/LazyPart.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { type Currency, formatAmount, parseAmountOrZero } from '#foundation/core/money.ts';
import { agentOrderWords } from '../../agent-order-words.ts';
import type { RateOutput } from '../../fields.ts';
import type { AgentOrderDetail } from '../../order-contract.ts';
import { agentWords } from '../../screen-words.ts';
import { commissionTones } from '../commission-tones.ts';
import { MemberName } from '../member-badges.tsx';
import { rateOf } from '../rates/rate-values.ts';
import classes from './AgentOrders.module.css';

const loadTimeline = () => import('#features/orders/console/OrderHistory.tsx');

/** `now`: when the order was fetched. */
export function AgentOrderDetails({ order, now }: { order: AgentOrderDetail; now: Date }) {
  const t = useWords(orderScreenWords);
  const shared = useWords(agentWords);
  const own = useWords(agentOrderWords);
  const format = useFormat();
  return (
    <div className={classes.root}>
      <DetailHead amount={format.amount(order.amount)} number={order.orderNo}>
        <StatusBadge tone={statusTones[order.status]}>{t(order.status)}</StatusBadge>
      </DetailHead>
      <CommissionWay order={order} />
      <DetailSection title={t('money')}>
        <Facts>
          <Fact label={t('amount')}>
            <Amount value={order.amount} />
          </Fact>
          <Fact label={t('fee')}>{wasPaid(order.status) ? <Amount value={order.fee} /> : '–'}</Fact>
          <Fact label={t('obtained')}>{wasPaid(order.status) ? <Amount value={order.obtained} /> : '–'}</Fact>
        </Facts>
      </DetailSection>
      <DetailSection title={shared('merchant')}>
        <Facts>
          <Fact label={shared('member')}>
            <MemberName member={order.merchant} />
          </Fact>
          <Fact label={own('level')}>{own('level_of', { level: order.level })}</Fact>
          <Fact label={t('channel')}>
            {order.channel.name} <span className={classes.quiet}>{order.channel.code}</span>
          </Fact>
          <Fact label={t('type')}>{t(order.type)}</Fact>
          <Fact label={t('system_no')}>
            <CopyText value={order.systemNo} />
          </Fact>
        </Facts>
      </DetailSection>
      <DetailSection title={t('timeline')}>
        <LazyPart load={loadTimeline} space={<SkeletonBar width="60%" />}>
          {({ OrderTimeline }) => <OrderTimeline order={{ ...order, nextCallbackAt: null }} now={now} />}
        </LazyPart>
      </DetailSection>
    </div>
  );
}

/** Rate below − own rate = share, and when it is available. */
function CommissionWay({ order }: { order: AgentOrderDetail }) {
  const t = useWords(agentOrderWords);
  const shared = useWords(agentWords);
  const { currency } = useLocality();
  const { amount, state, rateBelow, ownRate, releasesAt } = order.commission;
  const fees = feesOf(order, currency);
  const note =
    state === 'none'
      ? t('share_none')
      : state === 'expected'
        ? t('share_expected')
        : state === 'reversed'
          ? t('share_reversed')
          : undefined;
  return (
    <DetailSection title={t('way')}>
      <Facts>
        <Fact label={t('rate_below')}>
          <RateWithFee rate={rateBelow} fee={fees?.below} />
        </Fact>
        <Fact label={t('own_rate')}>
          <RateWithFee rate={ownRate} fee={fees?.own} />
        </Fact>
        <Fact label={t('share')}>
          <span className={classes.rate}>
            <strong>
              <Amount value={amount} />
            </strong>
            {state !== 'none' && <StatusBadge tone={commissionTones[state]}>{shared(`state_${state}`)}</StatusBadge>}
          </span>
        </Fact>
        {releasesAt !== null && (
          <Fact label={shared('releases_on')}>
            <Time at={releasesAt} />
          </Fact>
        )}
      </Facts>
      {note !== undefined && <p className={classes.note}>{note}</p>}
    </DetailSection>
  );
}

function RateWithFee({ rate, fee }: { rate: RateOutput | null; fee: string | undefined }) {
  const t = useWords(agentOrderWords);
  const format = useFormat();
  if (rate === null) return <span className={classes.quiet}>{t('rate_unknown')}</span>;
  return (
    <span className={classes.rate}>
      <RateText rate={rate} />
      {fee !== undefined && <span className={classes.fee}>{t('fee_at', { fee: format.amount(fee) })}</span>}
    </span>
  );
}

/**
 * The fees at the two rates. Left out if their difference is not the commission: levels further down can have left less
 * than that.
 */
function feesOf(
  { amount, commission }: AgentOrderDetail,
  currency: Currency,
): { below: string; own: string } | undefined {
  const [amountMinor, shareMinor] = [
    parseAmountOrZero(amount, currency),
    parseAmountOrZero(commission.amount, currency),
  ];
  const below = commission.rateBelow && rateOf(commission.rateBelow, currency);
  const own = commission.ownRate && rateOf(commission.ownRate, currency);
  if (amountMinor === undefined || !below || !own) return undefined;
  const [belowMinor, ownMinor] = [orderFee(amountMinor, below), orderFee(amountMinor, own)];
  if (belowMinor - ownMinor !== shareMinor) return undefined;
  return { below: formatAmount(belowMinor, currency), own: formatAmount(ownMinor, currency) };
}
