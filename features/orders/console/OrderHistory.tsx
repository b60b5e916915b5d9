/**
 * The drawer's content: the order's amounts, timeline, callbacks and original request. Other drawers load the timeline and
 * the callbacks from here, so that there is one file of them.
 */
import type { ReactNode } from 'react';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { Amount, Time, useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts } from '#foundation/console/display/layout.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { OrderDetail } from '../contract.ts';
import { orderScreenWords } from '../screen-words.ts';
import { wasPaid } from '../statuses.ts';
import { CallbackAttempts } from './CallbackAttempts.tsx';
import { DetailHead, DetailSection } from '#foundation/console/display/detail.tsx';
import classes from './OrderDrawer.module.css';
import { OrderReceipt } from './OrderReceipt.tsx';
import { OrderTimeline } from './OrderTimeline.tsx';
import { statusTones } from './status-tones.ts';

export { CallbackAttempts, OrderTimeline };

/** `now`: when the order was fetched. */
export function OrderHistory({ order, now }: { order: OrderDetail; now: Date }) {
  const t = useWords(orderScreenWords);
  const format = useFormat();
  return (
    <div className={classes.root}>
      <DetailHead amount={format.amount(order.amount)} number={order.orderNo}>
        <StatusBadge tone={statusTones[order.status]}>{t(order.status)}</StatusBadge>
      </DetailHead>
      {order.paidLate && <p className={classes.warning}>{t('paid_late')}</p>}
      {order.status === 'reversed' && (
        <p className={classes.warning}>{t('taken_back', { amount: format.amount(order.obtained) })}</p>
      )}
      <OrderReceipt order={order} />
      <DetailSection title={t('money')} actions={order.status === 'success' && <EntryLink order={order} />}>
        <Facts figures>
          <Fact label={t('amount')}>
            <Amount value={order.amount} />
          </Fact>
          <Fact label={t('fee')}>{wasPaid(order.status) ? <Amount value={order.fee} /> : '–'}</Fact>
          <Fact label={t('obtained')}>
            {wasPaid(order.status) ? (
              <strong>
                <Amount value={order.obtained} />
              </strong>
            ) : (
              '–'
            )}
          </Fact>
          {order.status === 'success' && <Settlement order={order} now={now} />}
        </Facts>
      </DetailSection>
      <DetailSection title={t('timeline')}>
        <OrderTimeline order={order} now={now} />
      </DetailSection>
      <CallbackAttempts order={order} />
      <DetailSection title={t('request')}>
        <RequestFacts order={order} />
      </DetailSection>
    </div>
  );
}

/** What was asked for, and when. `children`: the facts that come first. */
export function RequestFacts({ order, children }: { order: OrderDetail; children?: ReactNode }) {
  const t = useWords(orderScreenWords);
  const texts = [
    ['subject', order.subject],
    ['attach', order.attach],
    ['client_ip', order.clientIp],
    ['notify_url', order.notifyUrl],
    ['return_url', order.returnUrl],
    ['pay_url', order.payUrl],
  ] as const;
  return (
    <Facts>
      {children}
      <Fact label={t('order_no')}>
        <CopyText value={order.orderNo} />
      </Fact>
      <Fact label={t('system_no')}>
        <CopyText value={order.systemNo} />
      </Fact>
      <Fact label={t('type')}>{t(order.type)}</Fact>
      <Fact label={t('channel')}>
        {order.channel.name} <span className={classes.quiet}>{order.channel.code}</span>
      </Fact>
      {texts.map(
        ([name, text]) =>
          text !== null &&
          text !== '' && (
            <Fact key={name} label={t(name)}>
              {name === 'subject' ? text : name === 'pay_url' ? <PageLink url={text} /> : <CopyText value={text} />}
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

function Settlement({ order: { releaseAt, held }, now }: { order: OrderDetail; now: Date }) {
  const t = useWords(orderScreenWords);
  if (releaseAt === null || held === null) return <Fact label={t('held')}>{t('nothing_held')}</Fact>;
  const released = Date.parse(releaseAt) <= now.getTime();
  return (
    <>
      <Fact label={t('held')}>
        <Amount value={held} />
      </Fact>
      <Fact label={t(released ? 'released_on' : 'releases_on')}>
        <Time at={releaseAt} />
      </Fact>
    </>
  );
}

/** To the order's entry in the money log. */
function EntryLink({ order: { orderNo } }: { order: OrderDetail }) {
  const t = useWords(orderScreenWords);
  return (
    <ScreenLink to="/moneylog" search={{ orderNo }} className={classes.link}>
      {t('money_log_entry')}
    </ScreenLink>
  );
}

/** An address that can be opened and copied. */
function PageLink({ url }: { url: string }) {
  return (
    <CopyText value={url}>
      {/^https?:\/\//.test(url) ? (
        <a href={url} target="_blank" rel="noopener noreferrer" className={classes.link}>
          {url}
        </a>
      ) : (
        url
      )}
    </CopyText>
  );
}
