/** The chart's figures as a table, newest day first. */
import { Amount, useFormat } from '#foundation/console/display/format.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { Chart } from '../contract.ts';
import { dashboardWords } from '../screen-words.ts';
import classes from './ChartPanel.module.css';

export function FigureTable({ days, total, orders }: { days: Chart['days']; total: string; orders: number }) {
  const t = useWords(dashboardWords);
  const format = useFormat();
  return (
    <div className={classes.tableScroll} tabIndex={0} role="region" aria-label={t('chart')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('day')}</th>
            <th scope="col">{t('amount')}</th>
            <th scope="col">{t('count')}</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map((day) => (
            <tr key={day.date}>
              <th scope="row">{format.day(day.date)}</th>
              <td>
                <Amount value={day.amount} />
              </td>
              <td>{format.number(day.orders)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            <td>
              <Amount value={total} />
            </td>
            <td>{format.number(orders)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
