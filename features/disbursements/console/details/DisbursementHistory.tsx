/** The details of one withdrawal or payout: amounts, state and its meaning, payee, attempts, and possible actions. */
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { Amount, useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { formatAmount, parseAmountOrZero } from '#foundation/core/money.ts';
import type { DisbursementDetail } from '../../contract.ts';
import type { DisbursementKind } from '../../rules.ts';
import { disbursementWords } from '../../screen-words.ts';
import { Attempts } from './Attempts.tsx';
import { DisbursementActions } from './DisbursementActions.tsx';
import { PayeeFacts, RequestFacts } from './disbursement-facts.tsx';
import { PayoutReceipt } from './PayoutReceipt.tsx';
import { DetailHead, DetailSection } from '#foundation/console/display/detail.tsx';
import { ProgressBadge, StateBadge } from '../StateBadge.tsx';
import classes from '../Repay.module.css';
import { explanationOf } from '../status-tones.ts';

export function DisbursementHistory({ kind, one }: { kind: DisbursementKind; one: DisbursementDetail }) {
  const t = useWords(disbursementWords);
  const format = useFormat();
  const debit = debitOf(one);
  return (
    <div className={classes.history}>
      <DetailHead amount={format.amount(one.amount)} number={one.orderNo}>
        <StateBadge row={one} />
        <ProgressBadge row={one} />
      </DetailHead>
      <p className={classes.why} role="status">
        {t(explanationOf(one))}
        {one.failReason !== '' && one.status === 'applying' && (
          <span className={classes.reason}>{`${t('fail_reason')}: ${one.failReason}`}</span>
        )}
      </p>
      <DisbursementActions kind={kind} one={one} debit={debit} />
      <PayoutReceipt kind={kind} one={one} debit={debit} />
      <DetailSection title={t('money')}>
        <Facts figures>
          <Fact label={t('amount')}>
            <Amount value={one.amount} />
          </Fact>
          <Fact label={t('fee')}>
            <Amount value={one.fee} />
          </Fact>
          <Fact label={t('debit')}>
            <strong>
              <Amount value={debit} />
            </strong>
          </Fact>
        </Facts>
      </DetailSection>
      <DetailSection title={t('settlement')}>
        <PayeeFacts one={one} />
      </DetailSection>
      <DetailSection title={t('attempts')}>
        <Attempts attempts={one.attempts} />
      </DetailSection>
      <DetailSection title={t('details')}>
        <RequestFacts one={one}>
          <Fact label={t('system_no')}>
            <CopyText value={one.orderNo} />
          </Fact>
        </RequestFacts>
      </DetailSection>
    </div>
  );
}

/** The response has both amounts, but not their sum. */
function debitOf({ amount, fee, currency }: DisbursementDetail): string {
  return formatAmount((parseAmountOrZero(amount, currency) ?? 0n) + (parseAmountOrZero(fee, currency) ?? 0n), currency);
}
