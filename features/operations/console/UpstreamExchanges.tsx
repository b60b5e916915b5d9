/** What was said to an upstream and what it said, oldest first. Each exchange unfolds. */
import { Time } from '#foundation/console/display/format.tsx';
import { RawText } from '#foundation/console/display/RawText.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { operatorDisbursementWords } from '../disbursement-words.ts';
import type { Exchange } from '../exchange.ts';
import classes from './disbursements/Disbursements.module.css';

export function UpstreamExchanges({ exchanges }: { exchanges: readonly Exchange[] }) {
  const t = useWords(operatorDisbursementWords);
  if (exchanges.length === 0) return <p className={classes.quiet}>{t('no_exchanges')}</p>;
  return (
    <ol className={classes.items}>
      {exchanges.map((exchange, index) => (
        <li key={index} className={classes.item}>
          <details>
            <summary className={classes.itemHead}>
              <strong>{t(`said_${exchange.operation}`)}</strong>
              <StatusBadge tone={exchange.ok ? 'good' : 'bad'}>
                {t(exchange.ok ? 'said_ok' : 'said_failed')}
              </StatusBadge>
              {exchange.error !== null && <span className={classes.bad}>{exchange.error}</span>}
              {exchange.duration !== null && (
                <span className={classes.quiet}>{t('took', { ms: exchange.duration })}</span>
              )}
              <span className={classes.end}>
                <Time at={exchange.at} />
              </span>
            </summary>
            <div className={classes.itemBody}>
              <RawText label={t(exchange.direction === 'out' ? 'sent' : 'received')} text={textOf(exchange.request)} />
              {exchange.reply !== null && <RawText label={t('received')} text={textOf(exchange.reply)} />}
            </div>
          </details>
        </li>
      ))}
    </ol>
  );
}

function textOf(fields: Exchange['request']): string {
  return fields.map(({ name, value }) => `${name}: ${value}`).join('\n');
}
