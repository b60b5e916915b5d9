/** The chart's figures as a table, the newest first; each day's are a link to its orders. */
import { Amount, useFormat } from '#foundation/console/display/format.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { Overview } from '../contract.ts';
import { dashboardWords } from '../screen-words.ts';
import classes from './PeriodPanel.module.css';
import { oneDay, paidOn } from './order-links.ts';

export function FigureTable({
  overview: { points, unit, figures },
  channel,
}: {
  overview: Overview;
  channel: string | undefined;
}) {
  const t = useWords(dashboardWords);
  const format = useFormat();
  return (
    <div className={classes.tableScroll} tabIndex={0} role="region" aria-label={t('chart')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t(unit)}</th>
            <th scope="col">{t('amount')}</th>
            <th scope="col">{t('count')}</th>
            <th scope="col">{t('before')}</th>
          </tr>
        </thead>
        <tbody>
          {points.toReversed().map(({ at, date, amount, orders, before }) => (
            <tr key={at}>
              <th scope="row">
                {unit === 'hour' ? (
                  format.time(at)
                ) : (
                  <ScreenLink to="/order/list" search={paidOn(oneDay(date), channel)} className={classes.door}>
                    {format.day(date)}
                  </ScreenLink>
                )}
              </th>
              <td>
                <Amount value={amount} />
              </td>
              <td>{format.number(orders)}</td>
              <td className={classes.tableQuiet}>{before ? <Amount value={before.amount} /> : '–'}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('total')}</th>
            <td>
              <Amount value={figures.successAmount} />
            </td>
            <td>{format.number(figures.successOrders)}</td>
            <td aria-hidden="true" />
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
