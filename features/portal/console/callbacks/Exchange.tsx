/** One call to a receiver: request and reply, and what to mend. */
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { Time } from '#foundation/console/display/format.tsx';
import { RawText } from '#foundation/console/display/RawText.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { callbackWords } from '../../callbacks-screen-words.ts';
import type { SimulatedCall } from '../../callbacks-contract.ts';
import classes from './Callbacks.module.css';

interface ExchangeProps {
  name: string;
  exchange: SimulatedCall;
  /** Who sent it, if a person did. */
  by?: string | null;
  opened: boolean;
}

export function Exchange({ name, exchange, by = null, opened }: ExchangeProps) {
  const t = useWords(callbackWords);
  const { at, duration, address, request, status, replyHeaders, reply, delivered, advice } = exchange;
  return (
    <details className={classes.attempt} open={opened}>
      <summary className={classes.attemptHead}>
        <span className={classes.attemptName}>{name}</span>
        <StatusBadge tone={delivered ? 'good' : 'bad'}>{t(delivered ? 'confirmed' : 'not_confirmed')}</StatusBadge>
        <span className={classes.quiet}>{status === null ? t('no_reply') : `HTTP ${status}`}</span>
        <span className={classes.quiet}>{t('took', { ms: duration })}</span>
        {by !== null && <span className={classes.quiet}>{t('by_hand', { name: by })}</span>}
        <span className={classes.quiet}>
          <Time at={at} />
        </span>
      </summary>
      <div className={classes.attemptBody}>
        {advice !== null && <p className={classes.advice}>{advice}</p>}
        {address !== '' && (
          <p className={classes.url}>
            <CopyText value={address} />
          </p>
        )}
        {request.headers !== '' && <RawText label={t('request_headers')} text={request.headers} />}
        {request.body !== '' && <RawText label={t('request_body')} text={request.body} />}
        {replyHeaders !== null && replyHeaders !== '' && <RawText label={t('reply_headers')} text={replyHeaders} />}
        {status !== null &&
          (reply === null || reply === '' ? (
            <p className={classes.quiet}>{t('empty_reply')}</p>
          ) : (
            <RawText label={t('reply')} text={reply} />
          ))}
      </div>
    </details>
  );
}
