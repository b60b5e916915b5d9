/** Four figures for today so far, compared with yesterday up to the same time, and those of the whole day before. */
import type { ReactNode } from 'react';
import { Amount, useFormat } from '#foundation/console/display/format.tsx';
import { SkeletonBar, Panel } from '#foundation/console/display/layout.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { FigureTile } from '#foundation/console/display/FigureTile.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { Summary } from '../contract.ts';
import { dashboardWords } from '../screen-words.ts';
import { Change } from './Change.tsx';
import classes from './Figures.module.css';
import { createdOn, oneDay, paidOn } from './order-links.ts';

const LIST = '/order/list';

export function TodayPanel({ summary }: { summary: Summary | undefined }) {
  const t = useWords(dashboardWords);
  const format = useFormat();
  const today = summary?.today;
  const yesterday = summary?.yesterday;
  const created = summary && ({ to: LIST, search: createdOn(oneDay(summary.days.today)) } as const);
  const paid = summary && ({ to: LIST, search: paidOn(oneDay(summary.days.today)) } as const);
  const against =
    summary === undefined ? '' : t('against_yesterday', { time: format.time(summary.today.changes.until) });
  return (
    <Panel title={t('today')} actions={summary && <span className={classes.against}>{against}</span>}>
      <dl className={classes.today}>
        <FigureTile
          label={t('trade')}
          hint={t('trade_hint')}
          {...created}
          change={today && <Change value={today.changes.trade} title={against} />}
        >
          {today && <Amount value={today.trade} />}
        </FigureTile>
        <FigureTile
          label={t('success_rate')}
          hint={t('success_rate_hint')}
          {...created}
          change={today && <Change value={today.changes.successRate} points title={against} />}
        >
          {today && format.percent(today.successRate)}
        </FigureTile>
        <FigureTile
          label={t('success_amount')}
          hint={today ? t('success_amount_hint', { count: today.successOrders }) : <SkeletonBar width={80} />}
          {...paid}
          change={today && <Change value={today.changes.successAmount} title={against} />}
        >
          {today && <Amount value={today.successAmount} />}
        </FigureTile>
        <FigureTile
          label={t('order_count')}
          hint={t('order_count_hint')}
          {...created}
          change={today && <Change value={today.changes.orders} title={against} />}
        >
          {today && format.number(today.orders)}
        </FigureTile>
      </dl>
      <section className={classes.yesterday} aria-label={t('yesterday')}>
        <h3 className={classes.yesterdayTitle}>{t('yesterday')}</h3>
        <dl className={classes.yesterdayFigures}>
          <Past label={t('orders')} search={summary && createdOn(oneDay(summary.days.yesterday))}>
            {yesterday && format.number(yesterday.orders)}
          </Past>
          <Past label={t('paid_orders')} search={summary && paidOn(oneDay(summary.days.yesterday))}>
            {yesterday && format.number(yesterday.successOrders)}
          </Past>
          <Past label={t('paid_amount')} search={summary && paidOn(oneDay(summary.days.yesterday))}>
            {yesterday && <Amount value={yesterday.amount} />}
          </Past>
          <Past label={t('income')} hint={t('income_hint')} search={summary && paidOn(oneDay(summary.days.yesterday))}>
            {yesterday && <Amount value={yesterday.income} />}
          </Past>
        </dl>
      </section>
    </Panel>
  );
}

interface PastProps {
  label: string;
  hint?: string;
  search: Readonly<Record<string, string>> | undefined;
  children: ReactNode;
}

function Past({ label, hint, search, children }: PastProps) {
  return (
    <div>
      <dt title={hint}>{label}</dt>
      <dd>
        {search ? (
          <ScreenLink to={LIST} search={search} className={classes.door}>
            {children}
          </ScreenLink>
        ) : (
          <SkeletonBar width={64} />
        )}
      </dd>
    </div>
  );
}
