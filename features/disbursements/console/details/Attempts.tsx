/** The payment attempts, latest first, with the bank's response. */
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { Time } from '#foundation/console/display/format.tsx';
import { Fact, Facts } from '#foundation/console/display/layout.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { DisbursementDetail } from '../../contract.ts';
import { disbursementWords } from '../../screen-words.ts';
import classes from '../Repay.module.css';
import { attemptTones } from '../status-tones.ts';

type Attempt = DisbursementDetail['attempts'][number];

export function Attempts({ attempts }: { attempts: readonly Attempt[] }) {
  const t = useWords(disbursementWords);
  if (attempts.length === 0) return <p className={classes.quiet}>{t('no_attempts')}</p>;
  return (
    <ol className={classes.attempts}>
      {attempts
        .map((attempt, index) => <AttemptItem key={attempt.reference} attempt={attempt} number={index + 1} />)
        .toReversed()}
    </ol>
  );
}

function AttemptItem({ attempt, number }: { attempt: Attempt; number: number }) {
  const t = useWords(disbursementWords);
  const { state, startedAt, settledAt, reference, bankReference, failReason } = attempt;
  return (
    <li className={classes.attempt}>
      <p className={classes.attemptHead}>
        <strong>{t('attempt', { number })}</strong>
        <StatusBadge tone={attemptTones[state]}>{t(`attempt_${state}`)}</StatusBadge>
      </p>
      <Facts>
        {failReason !== '' && <Fact label={t('fail_reason')}>{failReason}</Fact>}
        {bankReference !== '' && (
          <Fact label={t('bank_reference')}>
            <CopyText value={bankReference} />
          </Fact>
        )}
        <Fact label={t('reference')}>
          <CopyText value={reference} />
        </Fact>
        <Fact label={t('started')}>
          <Time at={startedAt} />
        </Fact>
        {settledAt !== null && (
          <Fact label={t('settled')}>
            <Time at={settledAt} />
          </Fact>
        )}
      </Facts>
    </li>
  );
}
