/** What blocks the payment of a table now, and the result of the last attempt, above the form that keeps the input. */
import { useFormat } from '#foundation/console/display/format.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { batchWords, payWords } from '../../screen-words.ts';
import classes from './Pay.module.css';

/** unsure: it got no answer. made_before: it was accepted with other content. */
export type EarlierAttempt = 'unsure' | 'made_before';

export interface PayNoticesProps {
  restsUntil: string | null;
  /** How much more is needed than is available. */
  missing: string | undefined;
  earlier: EarlierAttempt | undefined;
  noneGood: boolean;
}

export function PayNotices({ restsUntil, missing, earlier, noneGood }: PayNoticesProps) {
  const t = useWords(payWords);
  const format = useFormat();
  return (
    <>
      {noneGood && <Notice>{t('none_good')}</Notice>}
      {restsUntil !== null && <Notice>{t('rests', { time: format.dateTime(restsUntil) })}</Notice>}
      {missing !== undefined && (
        <Notice>
          {t('short', { missing: format.amount(missing) })}{' '}
          <ScreenLink to="/user/recharge">{t('to_recharge')}</ScreenLink>
        </Notice>
      )}
      <EarlierNotice earlier={earlier} />
    </>
  );
}

export function EarlierNotice({ earlier }: { earlier: EarlierAttempt | undefined }) {
  const t = useWords(payWords);
  const list = useWords(batchWords)('batches');
  if (earlier === undefined) return null;
  return (
    <p className={classes.notice} role="alert">
      {t(earlier)}{' '}
      <ScreenLink to="/repay/index" search={{ tab: 'batches' }}>
        {list}
      </ScreenLink>
    </p>
  );
}

function Notice({ children }: { children: React.ReactNode }) {
  return (
    <p className={classes.notice} role="status">
      {children}
    </p>
  );
}
