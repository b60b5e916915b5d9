/** The payment attempts, latest first, with the bank's response. */
import type { ReactNode } from 'react';
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

export interface AttemptsProps<One extends Attempt> {
  attempts: readonly One[];
  /** More facts of each, for those who may see them. */
  more?: (attempt: One) => ReactNode;
}

export function Attempts<One extends Attempt>({ attempts, more }: AttemptsProps<One>) {
  const t = useWords(disbursementWords);
  if (attempts.length === 0) return <p className={classes.quiet}>{t('no_attempts')}</p>;
  return (
    <ol className={classes.attempts}>
      {attempts
        .map((attempt, index) => (
          <AttemptItem key={attempt.reference} attempt={attempt} number={index + 1} more={more?.(attempt)} />
        ))
        .toReversed()}
    </ol>
  );
}

function AttemptItem({ attempt, number, more }: { attempt: Attempt; number: number; more: ReactNode }) {
  const t = useWords(disbursementWords);
  const { state, startedAt, settledAt, reference, bankReference, failReason } = attempt;
  return (
    <li className={classes.attempt}>
      <p className={classes.attemptHead}>
        <strong>{t('attempt', { number })}</strong>
        <StatusBadge tone={attemptTones[state]}>{t(`attempt_${state}`)}</StatusBadge>
      </p>
      <Facts>
        {more}
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
