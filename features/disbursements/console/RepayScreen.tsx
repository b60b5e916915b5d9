/** Money that leaves: withdrawals and payouts, each a list of its own; which one is shown stands in the address. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ChoiceTabs } from '#foundation/console/ChoiceTabs.tsx';
import { useFormat } from '#foundation/console/format.tsx';
import { PageHeader } from '#foundation/console/layout.tsx';
import { usePageAddress } from '#foundation/console/page-address.tsx';
import { useWords } from '#foundation/console/words.tsx';
import { disbursementTitles } from '../screen-titles.ts';
import { disbursementWords } from '../screen-words.ts';
import { DisbursementList } from './DisbursementList.tsx';
import classes from './Repay.module.css';

const tabs = [
  { value: 'withdrawals', kind: 'withdrawal' },
  { value: 'payouts', kind: 'payout' },
] as const;

function RepayScreen() {
  const t = useWords(disbursementWords);
  const title = useWords(disbursementTitles)('repay');
  const format = useFormat();
  const { params, change } = usePageAddress();
  const { value: tab, kind } = tabs.find(({ value }) => value === params['tab']) ?? tabs[0];
  return (
    <>
      <PageHeader
        title={title}
        hint={t('hint', { zone: format.zone })}
        actions={<Button renderRoot={(props) => <Link {...props} to="/repay/apply" search={{}} />}>{t('act_withdraw')}</Button>}
      />
      <div className={classes.tabs}>
        <ChoiceTabs
          label={t('lists')}
          value={tab}
          options={tabs.map(({ value }) => ({ value, label: t(value) }))}
          // The filters of one list say nothing about the other.
          onChange={(chosen) => change(() => (chosen === tabs[0].value ? {} : { tab: chosen }))}
        />
      </div>
      <DisbursementList key={kind} kind={kind} />
    </>
  );
}

export { RepayScreen as Screen };
