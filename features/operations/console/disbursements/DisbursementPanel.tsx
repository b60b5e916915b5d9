/**
 * One withdrawal or payout of any member in a drawer at its own address: what it is, the acts that are possible, the
 * member's standing, the attempts and the talk with the upstreams.
 */
import { MemberLink } from '#features/accounts/console/deciding/MemberLink.tsx';
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useRight } from '#features/accounts/console/use-right.ts';
import { disbursementWords } from '#features/disbursements/screen-words.ts';
import { Attempts } from '#features/disbursements/console/details/Attempts.tsx';
import { ProgressBadge, StateBadge } from '#features/disbursements/console/StateBadge.tsx';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { DetailHead, DetailSection, DetailTitle } from '#foundation/console/display/detail.tsx';
import { Amount, Time, useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import type { RowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { CallRefused } from '#foundation/console/wire/api-errors.ts';
import { useCall } from '#foundation/console/wire/use-call.ts';
import type { OperatorDisbursementDetail as Detail } from '../../disbursement-contract.ts';
import { operatorDisbursementWords } from '../../disbursement-words.ts';
import { operatorDisbursementCalls } from '../calls.ts';
import { UpstreamTalk } from '../UpstreamTalk.tsx';
import { AccountDialog } from './AccountDialog.tsx';
import type { Acting } from './ActDialog.tsx';
import { approvedActions } from '../../rules.ts';
import classes from './Disbursements.module.css';
import { readKey } from './disbursement-filter.ts';

export interface DisbursementPanelProps {
  /** The row's key in the address. */
  open: string | undefined;
  steps: RowSteps | undefined;
  onAct(acting: Acting, one: Detail): void;
  onClose(): void;
}

export function DisbursementPanel({ open, steps, onAct, onClose }: DisbursementPanelProps) {
  const t = useWords(disbursementWords);
  const own = useWords(operatorDisbursementWords);
  // Keeps showing the last one while the drawer slides out.
  const [last, setLast] = useState(open);
  if (open !== undefined && open !== last) setLast(open);
  const key = last === undefined ? undefined : readKey(last);
  return (
    <DetailDrawer
      opened={open !== undefined}
      title={<DetailTitle kind={t('details')} number={key?.orderNo ?? last} />}
      steps={steps}
      onClose={onClose}
    >
      {last !== undefined &&
        (key ? (
          <One key={last} {...key} onAct={onAct} />
        ) : (
          <EmptyRows title={own('missing')} hint={own('missing_hint')} />
        ))}
    </DetailDrawer>
  );
}

const REFETCH_MS = 10_000;

function One({
  memberNo,
  orderNo,
  onAct,
}: { memberNo: string; orderNo: string } & Pick<DisbursementPanelProps, 'onAct'>) {
  const t = useWords(operatorDisbursementWords);
  const input = useMemo(() => ({ memberNo, orderNo }), [memberNo, orderNo]);
  const { data, error, refetch } = useCall(operatorDisbursementCalls, '/operator/disbursement/detail', input, {
    refetchEveryMs: REFETCH_MS,
  });
  if (data) return <History one={data} onAct={onAct} />;
  if (error instanceof CallRefused && error.error === 'not_found')
    return <EmptyRows title={t('missing')} hint={t('missing_hint')} />;
  if (error) return <FailedRows title={t('failed_load')} error={error} onRetry={() => void refetch()} />;
  return (
    <SkeletonGroup>
      <SkeletonBar width="46%" height={28} />
      {Array.from({ length: 8 }, (_, index) => (
        <SkeletonBar key={index} width={`${92 - ((index * 23) % 40)}%`} />
      ))}
    </SkeletonGroup>
  );
}

function History({ one, onAct }: { one: Detail } & Pick<DisbursementPanelProps, 'onAct'>) {
  const proposed = approvedActions.find((act) => act === one.approval?.act);
  const t = useWords(disbursementWords);
  const own = useWords(operatorDisbursementWords);
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
      <DetailSection title={own('talk')}>
        <UpstreamTalk talk={one.talk} />
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
  const t = useWords(disbursementWords);
  const own = useWords(operatorDisbursementWords);
  const [asking, setAsking] = useState(false);
  const mayRead = useRight('disbursements.act');
  const { holder, bankName, branch, account } = one.settlement;
  return (
    <>
      <Facts>
        <Fact label={t('holder')}>{holder}</Fact>
        <Fact label={t('type')}>{t(`type_${one.type}`)}</Fact>
        {bankName !== null && <Fact label={t('bank')}>{bankName}</Fact>}
        {branch !== '' && <Fact label={t('branch')}>{branch}</Fact>}
        <Fact label={t('account')}>
          <span className={classes.account}>{account}</span>
        </Fact>
      </Facts>
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
    <Facts>
      <Fact label={own('kind')}>{t(one.kind)}</Fact>
      <Fact label={own('source')}>{own(`source_${one.source}`)}</Fact>
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
