/** What needs the person now, on top of the page: one line each, with count, amount and what can be done. */
import { Button } from '@mantine/core';
import { IconAlertTriangle, IconBellX, IconCashOff, IconHourglass, type IconProps } from '@tabler/icons-react';
import { type ComponentType, useEffect, useState } from 'react';
import { callbackFaultWords, isCallbackFault } from '#features/callbacks/fault-words.ts';
import { useFormat } from '#foundation/console/display/format.tsx';
import { ChevronRightIcon } from '#foundation/console/display/icons.tsx';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { SkeletonBar } from '#foundation/console/display/layout.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { Attention } from '../contract.ts';
import { dashboardWords } from '../screen-words.ts';
import classes from './AttentionStrip.module.css';

interface Item {
  key: string;
  tone: 'bad' | 'warn' | 'busy';
  icon: ComponentType<IconProps>;
  text: string;
  more: string;
  act: string;
  to: `/${string}`;
  search?: Readonly<Record<string, string>>;
}

export interface AttentionStripProps {
  attention: Attention | undefined;
  /** Asks again, if it could not be asked. */
  onRetry: (() => void) | undefined;
}

export function AttentionStrip({ attention, onRetry }: AttentionStripProps) {
  const t = useWords(dashboardWords);
  const kit = useWords(kitWords);
  const items = useItems(attention);
  const lines = attention && items.length;
  useEffect(() => {
    if (lines !== undefined) rememberLines(lines);
  }, [lines]);
  // Without an answer the page must not look as if all were well.
  if (onRetry)
    return (
      <section className={classes.strip} aria-label={t('attention')}>
        <p className={classes.failed} role="alert">
          <span className={classes.icon} data-tone="bad">
            <IconAlertTriangle size={18} stroke={1.75} aria-hidden />
          </span>
          <span className={classes.text}>{t('attention_failed')}</span>
          <Button variant="default" size="compact-sm" onClick={onRetry}>
            {kit('retry')}
          </Button>
        </p>
      </section>
    );
  if (items.length === 0) return null;
  return (
    <section className={classes.strip} aria-label={t('attention')}>
      <ul>
        {items.map(({ key, tone, icon: Icon, text, more, act, to, search }) => (
          <li key={key}>
            <ScreenLink to={to} {...(search ? { search } : {})} className={classes.item}>
              <span className={classes.icon} data-tone={tone}>
                <Icon size={18} stroke={1.75} aria-hidden />
              </span>
              <span className={classes.text}>
                <strong>{text}</strong> <span className={classes.more}>{more}</span>
              </span>
              <span className={classes.act}>
                {act}
                <ChevronRightIcon />
              </span>
            </ScreenLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** As high as the strip was at the last visit, so that the page keeps its place when the answer comes. */
export function AttentionSkeleton() {
  const [lines] = useState(rememberedLines);
  if (lines === 0) return null;
  return (
    <div className={classes.strip} aria-busy="true">
      <ul>
        {Array.from({ length: lines }, (_, index) => (
          <li key={index} className={classes.item}>
            <SkeletonBar width={32} height={32} />
            <span className={classes.text}>
              <SkeletonBar width="45%" height={12} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

const KEY = 'attentionLines';
/** No strip has more. */
const MAX_LINES = 7;

function rememberLines(lines: number): void {
  try {
    localStorage.setItem(KEY, String(lines));
  } catch {
    // Without storage the page starts as if nothing needed attention.
  }
}

function rememberedLines(): number {
  try {
    const lines = Number(localStorage.getItem(KEY));
    return Number.isInteger(lines) && lines > 0 ? Math.min(lines, MAX_LINES) : 0;
  } catch {
    return 0;
  }
}

function useItems(attention: Attention | undefined): Item[] {
  const t = useWords(dashboardWords);
  const format = useFormat();
  const why = useReason();
  if (!attention) return [];
  const { retryingCallbacks, failedCallbacks, failedPayouts, failedWithdrawals, certification, cards } = attention;
  const countOf = ({ count, capped }: { count: number; capped: boolean }) => ({ count, more: capped ? '+' : '' });
  const failedOf = (key: 'payouts' | 'withdrawals', failed: Attention['failedPayouts'], tab: Record<string, string>) =>
    failed.count > 0 && {
      key,
      tone: 'bad' as const,
      icon: IconCashOff,
      text: t(`${key}_failed`, countOf(failed)),
      more: t('set_aside', { amount: format.amount(failed.setAside) }),
      act: t('decide'),
      to: '/repay/index' as const,
      search: { ...tab, status: 'failed' },
    };
  const items: (Item | false)[] = [
    failedOf('payouts', failedPayouts, { tab: 'payouts' }),
    failedOf('withdrawals', failedWithdrawals, {}),
    attention.callbacksRefused && {
      key: 'retrying',
      tone: 'warn',
      icon: IconBellX,
      text: t('callbacks_refused', countOf(retryingCallbacks)),
      more: `${format.amount(retryingCallbacks.amount)} · ${why(retryingCallbacks)}`,
      act: t('see_and_resend'),
      to: '/order/list',
      search: { notify: 'retrying' },
    },
    attention.callbacksGivenUp && {
      key: 'given-up',
      tone: 'bad',
      icon: IconBellX,
      text: t('callbacks_given_up', countOf(failedCallbacks)),
      more: `${format.amount(failedCallbacks.amount)} · ${why(failedCallbacks)}`,
      act: t('see_and_resend'),
      to: '/order/list',
      search: { notify: 'failed' },
    },
    certification.status === 'rejected' && {
      key: 'certification',
      tone: 'bad',
      icon: IconAlertTriangle,
      text: t('certification_rejected'),
      more: certification.remark,
      act: t('send_again'),
      to: '/user/auth',
    },
    certification.status === 'pending' && {
      key: 'certification',
      tone: 'busy',
      icon: IconHourglass,
      text:
        certification.submittedAt === null
          ? t('certification_checked')
          : t('certification_checked_since', { time: format.dateTime(certification.submittedAt) }),
      more: t('usually_a_day'),
      act: t('see'),
      to: '/user/auth',
    },
    cards.rejected > 0 && {
      key: 'cards',
      tone: 'bad',
      icon: IconAlertTriangle,
      text: t('cards_rejected', { count: cards.rejected }),
      more: '',
      act: t('see'),
      to: '/repay/index',
      search: { tab: 'cards' },
    },
  ];
  return items.filter((item) => item !== false);
}

/** `HTTP 503 since 14:59`. */
function useReason(): (callbacks: Attention['retryingCallbacks']) => string {
  const t = useWords(dashboardWords);
  const format = useFormat();
  const fault = useWords(callbackFaultWords);
  return ({ status, error, since, lastAt }) => {
    const reason =
      status !== null && error === 'http_status'
        ? `HTTP ${status}`
        : error !== null && isCallbackFault(error)
          ? fault(`fault_${error}`)
          : t('not_confirmed');
    if (since !== null) return t('reason_since', { reason, time: format.moment(since) });
    return lastAt === null ? reason : t('reason_last', { reason, time: format.moment(lastAt) });
  };
}
