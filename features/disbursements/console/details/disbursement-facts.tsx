/** Facts of a withdrawal or payout that members and operators read in the same words. */
import type { ReactNode } from 'react';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { Time } from '#foundation/console/display/format.tsx';
import { Fact, Facts } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { DisbursementDetail } from '../../contract.ts';
import { disbursementWords } from '../../screen-words.ts';
import classes from '../Repay.module.css';

export function PayeeFacts({ one: { type, settlement } }: { one: Pick<DisbursementDetail, 'type' | 'settlement'> }) {
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

type Requested = Pick<
  DisbursementDetail,
  'merchantOrderNo' | 'bankReference' | 'remark' | 'attach' | 'createdAt' | 'finishedAt'
>;

/** `children`: the facts that come first. */
export function RequestFacts({ one, children }: { one: Requested; children: ReactNode }) {
  const t = useWords(disbursementWords);
  return (
    <Facts>
      {children}
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
