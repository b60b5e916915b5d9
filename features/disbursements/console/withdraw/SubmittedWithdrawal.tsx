/** The new withdrawal, updated live, and links to the next steps. */
import { Button } from '@mantine/core';
import { Panel } from '#foundation/console/display/layout.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { disbursementWords, withdrawWords } from '../../screen-words.ts';
import { DisbursementDetails } from '../details/DisbursementDetails.tsx';
import classes from './Withdraw.module.css';

export interface SubmittedWithdrawalProps {
  orderNo: string;
  onLeave: () => void;
}

export function SubmittedWithdrawal({ orderNo, onLeave }: SubmittedWithdrawalProps) {
  const t = useWords(withdrawWords);
  const title = useWords(disbursementWords)('withdrawal');
  return (
    <Panel title={title}>
      <DisbursementDetails kind="withdrawal" orderNo={orderNo} />
      <div className={classes.actions}>
        <Button variant="default" onClick={onLeave}>
          {t('another')}
        </Button>
        <ScreenLink to="/repay/index" search={{ open: orderNo }} className={classes.link}>
          {t('show_list')}
        </ScreenLink>
      </div>
    </Panel>
  );
}
