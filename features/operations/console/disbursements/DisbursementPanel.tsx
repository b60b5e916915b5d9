/**
 * One withdrawal or payout of any member in a drawer at its own address: what it is, the acts that are possible, the
 * member's standing, the attempts and the exchanges with the upstreams.
 */
import { MemberLink } from '#features/accounts/console/deciding/MemberLink.tsx';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRight } from '#features/accounts/console/use-right.ts';
import { disbursementWords } from '#features/disbursements/screen-words.ts';
import { PayeeFacts, RequestFacts } from '#features/disbursements/console/details/disbursement-facts.tsx';
import { Attempts } from '#features/disbursements/console/details/Attempts.tsx';
import { ProgressBadge, StateBadge } from '#features/disbursements/console/StateBadge.tsx';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { DetailHead, DetailSection } from '#foundation/console/display/detail.tsx';
import { Amount, Time, useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts } from '#foundation/console/display/layout.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import type { OperatorDisbursementDetail as Detail } from '../../disbursement-contract.ts';
import { handPaymentWords } from '../../hand-payment-words.ts';
import { operatorDisbursementWords } from '../../disbursement-words.ts';
import { operatorDisbursementCalls } from '../calls.ts';
import { keyOf, type RecordKey } from '../record-key.ts';
import { RecordAwaited, RecordPanel, type RecordPanelProps } from '../RecordPanel.tsx';
import { UpstreamExchanges } from '../UpstreamExchanges.tsx';
import { AccountDialog } from './AccountDialog.tsx';
import type { Acting } from './DisbursementActDialog.tsx';
import { approvedActions } from '../../rules.ts';
import classes from './Disbursements.module.css';

export interface DisbursementPanelProps extends Pick<RecordPanelProps, 'open' | 'steps' | 'onClose'> {
  onAct(acting: Acting, one: Detail): void;
}

export function DisbursementPanel({ onAct, ...panel }: DisbursementPanelProps) {
  const t = useWords(disbursementWords);
  const own = useWords(operatorDisbursementWords);
  return (
    <RecordPanel {...panel} kind={t('details')} missing={{ title: own('missing'), hint: own('missing_hint') }}>
      {(key) => <One key={keyOf(key)} of={key} onAct={onAct} />}
    </RecordPanel>
  );
}

const REFETCH_MS = 10_000;

function One({ of, onAct }: { of: RecordKey } & Pick<DisbursementPanelProps, 'onAct'>) {
  const t = useWords(operatorDisbursementWords);
  const { data, error, refetch } = useCall(operatorDisbursementCalls, '/operator/disbursement/detail', of, {
    refetchEveryMs: REFETCH_MS,
  });
  if (data) return <History one={data} onAct={onAct} />;
  return (
    <RecordAwaited
      error={error}
      missing={{ title: t('missing'), hint: t('missing_hint') }}
      failed={t('failed_load')}
      onRetry={() => void refetch()}
    />
  );
}

function History({ one, onAct }: { one: Detail } & Pick<DisbursementPanelProps, 'onAct'>) {
  const proposed = approvedActions.find((act) => act === one.approval?.act);
  const t = useWords(disbursementWords);
  const own = useWords(operatorDisbursementWords);
  const hand = useWords(handPaymentWords);
  const format = useFormat();
  return (
    <div className={classes.history}>
      <DetailHead amount={format.amount(one.amount)} number={one.orderNo}>
        <StateBadge row={one} />
        <ProgressBadge row={one} />
      </DetailHead>
      {one.failReason !== '' && <p className={classes.bad}>{`${t('fail_reason')}: ${one.failReason}`}</p>}
      {one.approval && proposed && (
        <p className={classes.note}>
          {own('waits_second', { by: one.approval.proposedBy, act: own(`act_${proposed}`) })}{' '}
          <ScreenLink to="/operator/approvals" className={classes.link}>
            {own('to_approvals')}
          </ScreenLink>
        </p>
      )}
      {one.bankFileId !== null && (
        <p className={classes.note}>
          {hand('at_bank')}{' '}
          <ScreenLink to="/operator/disbursements" search={{ bankFile: one.bankFileId }} className={classes.link}>
            {hand('open_file')}
          </ScreenLink>
        </p>
      )}
      <Acts one={one} onAct={onAct} />
      <DetailSection title={t('money')}>
        <Facts figures>
          <Fact label={t('amount')}>
            <Amount value={one.amount} />
          </Fact>
          <Fact label={t('fee')}>
            <Amount value={one.fee} />
          </Fact>
        </Facts>
      </DetailSection>
      <DetailSection title={t('settlement')}>
        <PaidTo one={one} />
      </DetailSection>
      <DetailSection title={own('standing')}>
        <Standing one={one} />
      </DetailSection>
      <DetailSection title={t('attempts')}>
        {one.nextUpstream && (
          <p className={classes.what}>
            {own('next_upstream')}: {one.nextUpstream.name}
          </p>
        )}
        <Attempts attempts={one.attempts} more={moreOf} />
      </DetailSection>
      <DetailSection title={own('exchanges')}>
        <UpstreamExchanges exchanges={one.talk} />
      </DetailSection>
      <DetailSection title={t('details')}>
        <Details one={one} />
      </DetailSection>
    </div>
  );
}

function Acts({ one, onAct }: { one: Detail } & Pick<DisbursementPanelProps, 'onAct'>) {
  const t = useWords(operatorDisbursementWords);
  const format = useFormat();
  if (!useRight('disbursements.act') || one.acts.length === 0) return null;
  return (
    <div className={classes.results}>
      <div className={classes.actions}>
        {one.acts.map((act) => (
          <Button
            key={act}
            variant={act === 'submit' || act === 'unfreeze' ? 'filled' : 'default'}
            size="sm"
            disabled={one.approval !== null && act !== 'freeze' && act !== 'query'}
            onClick={() => onAct({ act, rows: [one] }, one)}
          >
            {t(`act_${act}`)}
          </Button>
        ))}
      </div>
      {one.approvalFrom !== null && (
        <p className={classes.quiet}>{t('needs_second', { amount: format.amount(one.approvalFrom) })}</p>
      )}
    </div>
  );
}

function PaidTo({ one }: { one: Detail }) {
  const own = useWords(operatorDisbursementWords);
  const [asking, setAsking] = useState(false);
  const mayRead = useRight('disbursements.act');
  return (
    <>
      <PayeeFacts one={one} />
      {mayRead && (
        <div className={classes.actions}>
          <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
            {own('show_account')}
          </Button>
        </div>
      )}
      <AccountDialog one={asking ? one : undefined} onClose={() => setAsking(false)} />
    </>
  );
}

function Standing({ one: { memberNo, memberName, standing } }: { one: Detail }) {
  const t = useWords(operatorDisbursementWords);
  return (
    <Facts>
      <Fact label={t('member')}>
        <CopyText value={memberNo}>
          <bdi>{memberName}</bdi> · <MemberLink memberNo={memberNo} />
        </CopyText>
      </Fact>
      <Fact label={t('state')}>{t(`state_${standing.state}`)}</Fact>
      <Fact label={t('certification')}>{t(`certification_${standing.certification}`)}</Fact>
      <Fact label={t('balance')}>
        <Amount value={standing.balance} />
      </Fact>
      <Fact label={t('available')}>
        <Amount value={standing.available} />
      </Fact>
      <Fact label={t('held')}>
        <Amount value={standing.frozen} />
      </Fact>
      {standing.heldUntil !== null && (
        <Fact label={t('payouts_blocked')}>
          <Time at={standing.heldUntil} />
        </Fact>
      )}
    </Facts>
  );
}

const moreOf = (attempt: Detail['attempts'][number]) => <AttemptFacts attempt={attempt} />;

function AttemptFacts({ attempt: { upstream, upstreamNo, queries } }: { attempt: Detail['attempts'][number] }) {
  const t = useWords(operatorDisbursementWords);
  const format = useFormat();
  return (
    <>
      <Fact label={t('upstream')}>{upstream}</Fact>
      {upstreamNo !== '' && (
        <Fact label={t('upstream_no')}>
          <CopyText value={upstreamNo} />
        </Fact>
      )}
      <Fact label={t('queries')}>{format.number(queries)}</Fact>
    </>
  );
}

function Details({ one }: { one: Detail }) {
  const t = useWords(disbursementWords);
  const own = useWords(operatorDisbursementWords);
  return (
    <RequestFacts one={one}>
      <Fact label={own('kind')}>{t(one.kind)}</Fact>
      <Fact label={own('source')}>{own(`source_${one.source}`)}</Fact>
    </RequestFacts>
  );
}
