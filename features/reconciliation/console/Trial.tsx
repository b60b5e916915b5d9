/** What a file says when it is read by a mapping: its first lines and sums, or what is wrong and where. */
import { DetailSection } from '#foundation/console/display/detail.tsx';
import { useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { Trial as TrialResult } from '../contract.ts';
import { formatText } from '../format-text.ts';
import { kindText, statusText } from '../line-text.ts';
import { reconciliationWords } from '../screen-words.ts';
import classes from './Reconciliation.module.css';

export function Trial({ trial }: { trial: TrialResult }) {
  const t = useWords(reconciliationWords);
  const format = useFormat();
  const { rows, faults, kinds, lines, from, to, opening, closing } = trial;
  if (faults.length > 0)
    return (
      <div className={classes.form} role="alert">
        <p className={classes.wrong}>{t('trial_bad', { count: faults.length })}</p>
        <ul className={classes.faults}>
          {faults.map(({ text }, index) => (
            <li key={index}>{text}</li>
          ))}
        </ul>
      </div>
    );
  return (
    <div className={classes.form} role="status">
      <p className={classes.text}>
        {formatText(t, trial.format)} · {t('trial_good', { rows })}
        {from !== null && to !== null && (
          <> · {t('trial_from_to', { from: format.dateTime(from), to: format.dateTime(to) })}</>
        )}
      </p>
      <Facts figures>
        {kinds.map(({ kind, count, amount, fee }) => (
          <Fact key={kind} label={t(`kind_${kind}`)}>
            {t('count_and_amount', { count, amount: format.amount(amount) })} ·{' '}
            {t('fee_of', { amount: format.amount(fee) })}
          </Fact>
        ))}
        {opening !== null && <Fact label={t('opening')}>{format.amount(opening)}</Fact>}
        {closing !== null && <Fact label={t('closing')}>{format.amount(closing)}</Fact>}
      </Facts>
      {lines.length > 0 && (
        <DetailSection title={t('trial_lines')}>
          <div className={classes.scroll} role="region" aria-label={t('trial_lines')} tabIndex={0}>
            <table className={classes.lines}>
              <tbody>
                {lines.map((line) => (
                  <tr key={line.line}>
                    <td>{t('line_no', { line: line.line })}</td>
                    <td>{kindText(t, line.kind)}</td>
                    <td>
                      <bdi>{line.reference ?? line.ownNumber}</bdi>
                    </td>
                    <td>{format.amount(line.amount)}</td>
                    <td>{line.fee === null ? '–' : t('fee_of', { amount: format.amount(line.fee) })}</td>
                    <td>{line.time === null ? '–' : format.dateTime(line.time)}</td>
                    <td>{line.status === null ? '–' : statusText(t, line.status)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </DetailSection>
      )}
    </div>
  );
}
