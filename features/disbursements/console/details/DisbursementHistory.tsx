/** The details of one withdrawal or payout: amounts, state and its meaning, payee, attempts, and possible actions. */
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { Amount, Time, useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { formatAmount, parseAmountOrZero } from '#foundation/core/money.ts';
import type { DisbursementDetail } from '../../contract.ts';
import type { DisbursementKind } from '../../rules.ts';
import { disbursementWords } from '../../screen-words.ts';
import { Attempts } from './Attempts.tsx';
import { DisbursementActions } from './DisbursementActions.tsx';
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
        <PaidTo one={one} />
      </DetailSection>
      <DetailSection title={t('attempts')}>
        <Attempts attempts={one.attempts} />
      </DetailSection>
      <DetailSection title={t('details')}>
        <Details one={one} />
      </DetailSection>
    </div>
  );
}

/** The response has both amounts, but not their sum. */
function debitOf({ amount, fee, currency }: DisbursementDetail): string {
  return formatAmount((parseAmountOrZero(amount, currency) ?? 0n) + (parseAmountOrZero(fee, currency) ?? 0n), currency);
}

function PaidTo({ one: { type, settlement } }: { one: DisbursementDetail }) {
  const t = useWords(disbursementWords);
  const { holder, bankName, branch, account } = settlement;
  return (
    <Facts>
      <Fact label={t('holder')}>{holder}</Fact>
      <Fact label={t('type')}>{t(`type_${type}`)}</Fact>
      {bankName !== null && <Fact label={t('bank')}>{bankName}</Fact>}
      {branch !== '' && <Fact label={t('branch')}>{branch}</Fact>}
      <Fact label={t('account')}>
        <span className={classes.account}>{account}</span>
      </Fact>
    </Facts>
  );
}

function Details({ one }: { one: DisbursementDetail }) {
  const t = useWords(disbursementWords);
  return (
    <Facts>
      <Fact label={t('system_no')}>
        <CopyText value={one.orderNo} />
      </Fact>
      {one.merchantOrderNo !== null && (
        <Fact label={t('order_no')}>
          <CopyText value={one.merchantOrderNo} />
        </Fact>
      )}
      {one.bankReference !== '' && (
        <Fact label={t('bank_reference')}>
          <CopyText value={one.bankReference} />
        </Fact>
      )}
      {one.remark !== '' && <Fact label={t('remark')}>{one.remark}</Fact>}
      {one.attach !== '' && (
        <Fact label={t('attach')}>
          <CopyText value={one.attach} />
        </Fact>
      )}
      <Fact label={t('applied')}>
        <Time at={one.createdAt} />
      </Fact>
      <Fact label={t('finished')}>
        <Time at={one.finishedAt} />
      </Fact>
    </Facts>
  );
}
