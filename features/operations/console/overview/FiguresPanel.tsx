/** The sums of the period, each with its change against the period before. */
import type { ReactNode } from 'react';
import { Amount, type Format, useFormat } from '#foundation/console/display/format.tsx';
import { FigureChange, FigureTile } from '#foundation/console/display/FigureTile.tsx';
import { Panel } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { OperatorOverview } from '../../overview-contract.ts';
import { overviewWords } from '../../overview-words.ts';
import { AmountOrNone } from './AmountOrNone.tsx';
import classes from './Overview.module.css';

export function FiguresPanel({ overview }: { overview: OperatorOverview | undefined }) {
  const t = useWords(overviewWords);
  const format = useFormat();
  const { figures, changes, payouts } = overview ?? {};
  return (
    <Panel>
      <dl className={classes.tiles}>
        <Tile
          label={t('volume')}
          hint={figures && t('volume_hint', { count: figures.paidOrders })}
          change={changes?.volume}
        >
          {figures && <Amount value={figures.volume} />}
        </Tile>
        <Tile label={t('fees')} hint={t('fees_hint')} change={changes?.fees}>
          {figures && <Amount value={figures.fees} />}
        </Tile>
        <Tile label={t('success_rate')} hint={t('success_rate_hint')} change={changes?.successRate} points>
          {figures && format.percent(figures.successRate)}
        </Tile>
        <Tile
          label={t('commission')}
          hint={figures && t(figures.commission === null ? 'not_costed' : 'commission_hint')}
          change={changes?.commission}
        >
          {figures && <AmountOrNone value={figures.commission} />}
        </Tile>
        <Tile
          label={t('cost')}
          hint={figures && t(figures.cost === null ? 'not_costed' : 'cost_hint')}
          change={changes?.cost}
        >
          {figures && <AmountOrNone value={figures.cost} />}
        </Tile>
        <Tile
          label={t('margin')}
          hint={figures && t(figures.margin === null ? 'not_costed' : 'margin_hint')}
          change={changes?.margin}
        >
          {figures && <AmountOrNone value={figures.margin} />}
        </Tile>
        <Tile
          label={t('created')}
          hint={figures && t('created_hint', { count: figures.orders })}
          change={changes?.trade}
        >
          {figures && <Amount value={figures.trade} />}
        </Tile>
        <Tile label={t('paid_out')} hint={payouts && t('paid_out_hint', { count: payouts.count })}>
          {payouts && <Amount value={payouts.amount} />}
        </Tile>
        <Tile label={t('payout_fees')} hint={t('payout_fees_hint')}>
          {payouts && <Amount value={payouts.fees} />}
        </Tile>
      </dl>
      <p className={classes.against}>{overview && againstText(overview, t, format)}</p>
    </Panel>
  );
}

interface TileProps {
  label: string;
  hint: string | undefined;
  /** Signed percent or percentage points; null if there is nothing to compare with. */
  change?: string | null | undefined;
  points?: boolean;
  /** Undefined while loading. */
  children: ReactNode;
}

function Tile({ label, hint, change, points = false, children }: TileProps) {
  const t = useWords(overviewWords);
  return (
    <FigureTile
      label={label}
      hint={hint ?? '\u00a0'}
      change={
        change != null && (
          <FigureChange value={change} inPoints={points ? (size) => t('points', { value: size }) : undefined} />
        )
      }
    >
      {children}
    </FigureTile>
  );
}

function againstText(
  { before: { days, until } }: OperatorOverview,
  t: (
    name: 'against_day' | 'against_days' | 'against_day_until' | 'against_days_until',
    values: Record<string, string>,
  ) => string,
  format: Format,
): string {
  const time = until === null ? '' : format.time(until);
  if (days.from === days.to)
    return t(until === null ? 'against_day' : 'against_day_until', { day: format.dayShort(days.from), time });
  return t(until === null ? 'against_days' : 'against_days_until', {
    from: format.dayShort(days.from),
    to: format.dayShort(days.to),
    time,
  });
}
