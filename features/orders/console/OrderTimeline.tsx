/** An order's past events, oldest first, then the due ones. */
import {
  IconArrowDownRight,
  IconBan,
  IconBellCheck,
  IconBellX,
  IconCashBanknote,
  IconClock,
  IconClockX,
  IconFilePlus,
  IconHelpCircle,
  IconLockOpen,
  type IconProps,
  IconRotate2,
  IconSend,
  IconServer,
} from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { callbackFaultWords, isCallbackFault } from '#features/callbacks/fault-words.ts';
import { Time, useFormat } from '#foundation/console/display/format.tsx';
import type { Tone } from '#foundation/console/display/StatusBadge.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { orderScreenWords } from '../screen-words.ts';
import { type OrderWithTimeline, type TimelineEvent, type TimelineStep, timelineOf } from './order-timeline.ts';
import classes from './OrderDrawer.module.css';

interface TimelineLook {
  icon: ComponentType<IconProps>;
  tone: Tone;
  text: keyof typeof orderScreenWords;
}

const looks: Readonly<Record<TimelineEvent, TimelineLook>> = {
  created: { icon: IconFilePlus, tone: 'busy', text: 'event_created' },
  upstream_created: { icon: IconServer, tone: 'idle', text: 'event_upstream_created' },
  upstream_failed: { icon: IconBan, tone: 'bad', text: 'event_upstream_failed' },
  upstream_notified: { icon: IconArrowDownRight, tone: 'idle', text: 'event_upstream_notified' },
  upstream_queried: { icon: IconHelpCircle, tone: 'idle', text: 'event_upstream_queried' },
  paid: { icon: IconCashBanknote, tone: 'good', text: 'event_paid' },
  paid_late: { icon: IconCashBanknote, tone: 'warn', text: 'event_paid_late' },
  expired: { icon: IconClockX, tone: 'idle', text: 'event_expired' },
  released: { icon: IconLockOpen, tone: 'good', text: 'event_released' },
  reversed: { icon: IconRotate2, tone: 'warn', text: 'event_reversed' },
  callback_delivered: { icon: IconBellCheck, tone: 'good', text: 'event_callback_delivered' },
  callback_failed: { icon: IconBellX, tone: 'bad', text: 'event_callback_failed' },
  callbacks_failed: { icon: IconBellX, tone: 'bad', text: 'event_callbacks_failed' },
  calling_back: { icon: IconSend, tone: 'busy', text: 'calling_back' },
  will_expire: { icon: IconClock, tone: 'idle', text: 'will_expire' },
  will_call_back: { icon: IconClock, tone: 'idle', text: 'will_call_back' },
  will_release: { icon: IconClock, tone: 'idle', text: 'will_release' },
};

export function OrderTimeline({ order, now }: { order: OrderWithTimeline; now: Date }) {
  const steps = timelineOf(order, now);
  return (
    <ol className={classes.timeline}>
      {steps.map((step, index) => (
        <Step key={index} step={step} />
      ))}
    </ol>
  );
}

function Step({ step: { at, event, detail, due, failures } }: { step: TimelineStep }) {
  const t = useWords(orderScreenWords);
  const format = useFormat();
  const fault = useWords(callbackFaultWords);
  const { icon: Icon, tone, text } = looks[event];
  const detailText =
    detail === null || detail === ''
      ? undefined
      : event === 'will_release'
        ? format.amount(detail)
        : isCallbackFault(detail)
          ? fault(`fault_${detail}`)
          : detail;
  return (
    <li className={classes.step} data-due={due || undefined}>
      <span className={classes.stepIcon} data-tone={tone}>
        <Icon size={15} stroke={1.75} aria-hidden />
      </span>
      <div className={classes.stepText}>
        <span className={classes.stepName}>
          {failures ? t('event_callbacks_failed', { count: failures.count }) : t(text)}
          {due && event !== 'calling_back' && <span className={classes.quiet}> · {t('upcoming')}</span>}
        </span>
        {detailText !== undefined && <span className={classes.detail}>{detailText}</span>}
        {failures && (
          <span className={classes.detail}>
            {t('failures_first')} <Time at={failures.firstAt} />
            {failures.nextAt !== null && (
              <>
                {' · '}
                {t('failures_next')} <Time at={failures.nextAt} />
              </>
            )}
          </span>
        )}
      </div>
      <span className={classes.stepTime}>
        <Time at={at} />
      </span>
    </li>
  );
}
