/** Four figures for today so far, and those of the whole day before for comparison. */
import type { ReactNode } from 'react';
import { Amount, useFormat } from '#foundation/console/display/format.tsx';
import { SkeletonBar, Panel } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { Summary } from '../contract.ts';
import { dashboardWords } from '../screen-words.ts';
import classes from './Figures.module.css';
import { Tile } from './Tile.tsx';

export function TodayPanel({ summary }: { summary: Summary | undefined }) {
  const t = useWords(dashboardWords);
  const format = useFormat();
  const today = summary?.today;
  const yesterday = summary?.yesterday;
  return (
    <Panel title={t('today')}>
      <dl className={classes.today}>
        <Tile label={t('trade')} hint={t('trade_hint')}>
          {today && <Amount value={today.trade} />}
        </Tile>
        <Tile label={t('success_rate')} hint={t('success_rate_hint')}>
          {today && format.percent(today.successRate)}
        </Tile>
        <Tile
          label={t('success_amount')}
          hint={today ? t('success_amount_hint', { count: today.successOrders }) : <SkeletonBar width={80} />}
        >
          {today && <Amount value={today.successAmount} />}
        </Tile>
        <Tile label={t('order_count')} hint={t('order_count_hint')}>
          {today && format.number(today.orders)}
        </Tile>
      </dl>
      <section className={classes.yesterday} aria-label={t('yesterday')}>
        <h3 className={classes.yesterdayTitle}>{t('yesterday')}</h3>
        <dl className={classes.yesterdayFigures}>
          <Past label={t('orders')}>{yesterday && format.number(yesterday.orders)}</Past>
          <Past label={t('paid_orders')}>{yesterday && format.number(yesterday.successOrders)}</Past>
          <Past label={t('paid_amount')}>{yesterday && <Amount value={yesterday.amount} />}</Past>
          <Past label={t('income')} hint={t('income_hint')}>
            {yesterday && <Amount value={yesterday.income} />}
          </Past>
        </dl>
      </section>
    </Panel>
  );
}

function Past({ label, hint, children }: { label: string; hint?: string; children: ReactNode }) {
  return (
    <div>
      <dt title={hint}>{label}</dt>
      <dd>{children ?? <SkeletonBar width={64} />}</dd>
    </div>
  );
}
