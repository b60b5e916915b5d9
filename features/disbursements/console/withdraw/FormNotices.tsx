/** What blocks a withdrawal now, and the outcome of the last try, above the form that keeps its input. */
import { useFormat } from '#foundation/console/display/format.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { disbursementWords, withdrawWords } from '../../screen-words.ts';
import type { Quote } from './withdrawal-quote.ts';
import classes from './Withdraw.module.css';

/** unsure: there was no response. made_before: it was accepted with other content. */
export type EarlierAttempt = 'unsure' | 'made_before';

export function isClosed({ window, restsUntil }: Quote): boolean {
  return !window.open || restsUntil !== null;
}

export function FormNotices({
  quote: { window, restsUntil },
  earlier,
}: {
  quote: Quote;
  earlier: EarlierAttempt | undefined;
}) {
  const t = useWords(withdrawWords);
  const format = useFormat();
  return (
    <>
      {restsUntil !== null && (
        <p className={classes.notice} role="status">
          {t('rests', { time: format.dateTime(restsUntil) })}
        </p>
      )}
      {!window.open && (
        <p className={classes.notice} role="status">
          {t('closed', { from: window.from, to: window.to, zone: format.zone })}
        </p>
      )}
      <EarlierNotice earlier={earlier} />
    </>
  );
}

export function EarlierNotice({ earlier }: { earlier: EarlierAttempt | undefined }) {
  const t = useWords(withdrawWords);
  const list = useWords(disbursementWords)('withdrawals');
  if (earlier === undefined) return null;
  return (
    <p className={classes.notice} role="alert">
      {t(earlier)}{' '}
      <ScreenLink to="/repay/index" className={classes.link}>
        {list}
      </ScreenLink>
    </p>
  );
}
