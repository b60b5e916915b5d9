/**
 * Withdrawals and payouts, each in its own list, and the lists that later features add; the shown list is in the
 * address.
 */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { ChoiceTabs } from '#foundation/console/display/ChoiceTabs.tsx';
import { useFormat } from '#foundation/console/display/format.tsx';
import { PageHeader } from '#foundation/console/display/layout.tsx';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { usePhrase, useWords } from '#foundation/console/page/words.tsx';
import type { Phrase } from '#foundation/core/words.ts';
import { disbursementTitles } from '../screen-titles.ts';
import { disbursementWords } from '../screen-words.ts';
import { DisbursementList } from './DisbursementList.tsx';
import classes from './Repay.module.css';

export interface RepayTab {
  /** The value in the address. */
  readonly value: string;
  readonly label: Phrase;
  readonly list: ComponentType;
  /** The page's button while this list is shown. */
  readonly action: ComponentType;
}

const withdrawals: RepayTab = {
  value: 'withdrawals',
  label: disbursementWords.withdrawals,
  list: () => <DisbursementList kind="withdrawal" />,
  action: WithdrawButton,
};
const payouts: Omit<RepayTab, 'action'> = {
  value: 'payouts',
  label: disbursementWords.payouts,
  list: () => <DisbursementList kind="payout" />,
};

const NONE: readonly RepayTab[] = [];

export interface RepayScreenProps {
  more?: readonly RepayTab[];
  /** Makes a single payout. */
  payoutAction?: ComponentType;
  /** How many of a list have failed and wait for a decision, by its value in the address. */
  failed?: Readonly<Record<string, number>>;
}

export function RepayScreen({ more = NONE, payoutAction = Nothing, failed = {} }: RepayScreenProps) {
  const t = useWords(disbursementWords);
  const translate = usePhrase();
  const title = useWords(disbursementTitles)('payouts');
  const format = useFormat();
  const { params, change } = usePageAddress();
  const tabs = [withdrawals, { ...payouts, action: payoutAction }, ...more];
  const { value: tab, list: List, action: Action } = tabs.find(({ value }) => value === params['tab']) ?? withdrawals;
  return (
    <>
      <PageHeader title={title} hint={t('hint', { zone: format.zone })} actions={<Action />} />
      <div className={classes.tabs}>
        <ChoiceTabs
          label={t('lists')}
          value={tab}
          options={tabs.map(({ value, label }) => ({
            value,
            label: translate(label),
            note: failed[value] ? t('failed_count', { count: failed[value] }) : undefined,
          }))}
          // The filters of one list do not apply to the other.
          onChange={(chosen) => change(() => (chosen === withdrawals.value ? {} : { tab: chosen }))}
        />
      </div>
      <List key={tab} />
    </>
  );
}

function WithdrawButton() {
  const t = useWords(disbursementWords);
  return <Button renderRoot={(props) => <Link {...props} to="/repay/apply" search={{}} />}>{t('act_withdraw')}</Button>;
}

function Nothing() {
  return null;
}
