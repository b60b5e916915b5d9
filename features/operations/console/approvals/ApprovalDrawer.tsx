/** One proposal: what it does, figures, reason, people and times; and the second operator's decision. */
import { MemberLink } from '#features/accounts/console/deciding/MemberLink.tsx';
import { useState } from 'react';
import { ActButton } from '#features/accounts/console/deciding/ActButton.tsx';
import { DecisionForm } from '#features/accounts/console/deciding/DecisionForm.tsx';
import { useMe } from '#features/accounts/console/use-me.ts';
import { useRight } from '#features/accounts/console/use-right.ts';
import { Hindered } from '#features/approvals/console/Hindered.tsx';
import { Decision } from '#features/approvals/fields.ts';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { DetailSkeleton, DetailTitle } from '#foundation/console/display/detail.tsx';
import { Time, useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts } from '#foundation/console/display/layout.tsx';
import { EmptyRows } from '#foundation/console/display/states.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useLast } from '#foundation/console/overlay/use-last.ts';
import type { RowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { roleNames, rightsText } from '#features/staff/role-names.ts';
import { roleWords } from '#features/staff/role-words.ts';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import { useAction } from '#foundation/console/wire/use-call.ts';
import type { ApprovalRow } from '../../approval-contract.ts';
import { approvalScreenWords } from '../../approval-words.ts';
import { changedSetting, settingTitle } from '../../setting-text.ts';
import { settingWords } from '../../setting-words.ts';
import { operatorApprovalTexts } from '../../words.ts';
import { ApprovalState } from './ApprovalState.tsx';
import { operatorApprovalCalls } from './calls.ts';
import classes from './ApprovalDrawer.module.css';

export interface ApprovalDrawerProps {
  id: string | undefined;
  /** Undefined if it is not among the rows of the list. */
  row: ApprovalRow | undefined;
  isLoading: boolean;
  steps: RowSteps | undefined;
  onClose: () => void;
}

export function ApprovalDrawer({ id, row, isLoading, steps, onClose }: ApprovalDrawerProps) {
  const t = useWords(approvalScreenWords);
  // Keeps showing the last one while the drawer slides out, and the decided one until the next is opened.
  const last = useLast(row);
  const shown = row ?? (id === undefined || last?.id === id ? last : undefined);
  return (
    <DetailDrawer
      opened={id !== undefined}
      title={<DetailTitle kind={t('proposal')} number={undefined} />}
      steps={steps}
      onClose={onClose}
    >
      {shown ? (
        <Proposal key={shown.id} row={shown} onDone={steps?.next ?? onClose} />
      ) : isLoading ? (
        <DetailSkeleton lines={2} />
      ) : (
        <EmptyRows title={t('missing')} />
      )}
    </DetailDrawer>
  );
}

function Proposal({ row, onDone }: { row: ApprovalRow; onDone: () => void }) {
  const t = useWords(approvalScreenWords);
  const settings = useWords(settingWords);
  const format = useFormat();
  return (
    <div className={classes.proposal}>
      <div className={classes.head}>
        <p className={classes.what}>
          {t(`act_${row.act}`)} · {t(`kind_${row.kind}`)}
        </p>
        <ApprovalState row={row} />
        {row.own && <StatusBadge tone="idle">{t('own')}</StatusBadge>}
      </div>
      <Facts>
        {row.amount !== null && <Fact label={t('amount')}>{format.amount(row.amount)}</Fact>}
        {row.fee !== null && <Fact label={t('fee')}>{format.amount(row.fee)}</Fact>}
        {row.memberNo !== null && (
          <Fact label={t('member')}>
            <MemberLink memberNo={row.memberNo} /> <bdi>{row.memberName}</bdi>
          </Fact>
        )}
        {row.subject !== null && (
          <Fact label={t(row.kind === 'login' || row.act === 'set_roles' ? 'login' : 'subject')}>
            <bdi>{row.kind === 'setting' ? settingTitle(settings, row.subject) : row.subject}</bdi>
          </Fact>
        )}
        {row.orderNo !== null && (
          <Fact label={t('system_no')}>
            <CopyText value={row.orderNo} />
          </Fact>
        )}
        {row.merchantOrderNo !== null && row.merchantOrderNo !== '' && (
          <Fact label={t('order_no')}>
            <CopyText value={row.merchantOrderNo} />
          </Fact>
        )}
        {row.bankReference !== '' && <Fact label={t('bank_reference')}>{row.bankReference}</Fact>}
        {row.reference !== '' && <Fact label={t('reference')}>{row.reference}</Fact>}
        {row.kind === 'setting' && (
          <Fact label={t('kind_setting')}>
            <bdi>{changedSetting(settings, format, row)}</bdi>
          </Fact>
        )}
        {(row.kind === 'setting' ? [] : row.changes.filter(({ what }) => what !== 'moving')).map((change) => (
          <Fact key={change.what} label={whatOf(t, change.what)}>
            <Changed {...change} />
          </Fact>
        ))}
        <Fact label={t('effect')}>
          <Effect row={row} />
        </Fact>
        <Fact label={t('reason')}>
          <bdi>{row.reason}</bdi>
        </Fact>
        <Fact label={t('proposed_by')}>{row.proposedBy}</Fact>
        <Fact label={t('proposed_at')}>
          <Time at={row.proposedAt} />
        </Fact>
        <Fact label={t('expires_at')}>
          <Time at={row.expiresAt} />
        </Fact>
        {row.decidedBy !== null && <Fact label={t('decided_by')}>{row.decidedBy}</Fact>}
        {row.decidedAt !== null && (
          <Fact label={t('decided_at')}>
            <Time at={row.decidedAt} />
          </Fact>
        )}
        {row.remark !== '' && <Fact label={t('remark')}>{row.remark}</Fact>}
      </Facts>
      {row.state === 'open' && <Deciding row={row} onDone={onDone} />}
      {row.state === 'stale' && <p className={classes.why}>{t('why_changed')}</p>}
    </div>
  );
}

function Effect({ row }: { row: ApprovalRow }) {
  const t = useWords(approvalScreenWords);
  const format = useFormat();
  const values = {
    amount: row.amount === null ? '' : format.amount(row.amount),
    reference: row.bankReference,
    proof: row.reference,
    user: row.subject ?? '',
    moving: Number(row.changes.find(({ what }) => what === 'moving')?.after[0] ?? 0),
  };
  return t(row.act === 'reverse' && row.forced ? 'effect_reverse_forced' : `effect_${row.act}`, values);
}

/** The name of a value that changes. One without a name of its own is shown as it is called. */
function whatOf(t: Translate<typeof approvalScreenWords>, what: string): string {
  const name = `what_${what}`;
  return name in approvalScreenWords ? t(name as keyof typeof approvalScreenWords) : what;
}

/** Values that are amounts of money. */
const AMOUNTS: readonly string[] = ['fixed', 'minFee', 'maxFee', 'margin'];

/** A value as it is and as it would be. */
function Changed({ what, before, after }: ApprovalRow['changes'][number]) {
  const t = useWords(approvalScreenWords);
  const names = useWords(roleWords);
  const format = useFormat();
  const textOf = (values: readonly string[]): string => {
    if (values.length === 0) return t('no_value');
    if (what === 'percent') return values.map((value) => format.percent(value)).join(' · ');
    if (AMOUNTS.includes(what)) return values.map((value) => format.amount(value)).join(' · ');
    if (what === 'rights') return rightsText(names, values);
    if (what === 'roles')
      return roleNames(
        names,
        values.map((name) => ({ id: name, name })),
      );
    return values.join(' · ');
  };
  return (
    <>
      <bdi>{textOf(before)}</bdi> → <bdi>{textOf(after)}</bdi>
    </>
  );
}

type Act = 'confirm' | 'reject';

function Deciding({ row, onDone }: { row: ApprovalRow; onDone: () => void }) {
  const t = useWords(approvalScreenWords);
  const canApprove = useRight('approvals.approve');
  const hasRight = useRight(row.right);
  const [act, setAct] = useState<Act>();
  if (!canApprove) return null;
  if (act !== undefined)
    return (
      <section className={classes.deciding}>
        <DecideForm key={act} row={row} act={act} onDone={onDone} onLeave={() => setAct(undefined)} />
      </section>
    );
  const why = whyNot(row, hasRight);
  return (
    <div className={classes.acts}>
      {why !== undefined && <p className={classes.why}>{t(why)}</p>}
      {why === undefined && row.hindrance && <Hindered hindrance={row.hindrance} expiresAt={row.expiresAt} />}
      {why === undefined && row.hindrance === null && (
        <ActButton label={t('confirm')} shortcut="A" onAct={() => setAct('confirm')} />
      )}
      {row.rejectable && (
        <ActButton label={t('reject')} shortcut="R" color="red" variant="light" onAct={() => setAct('reject')} />
      )}
    </div>
  );
}

/** Why the caller can't confirm it at any time; undefined if it can. */
function whyNot({ own, rejectable }: ApprovalRow, hasRight: boolean) {
  if (own) return rejectable ? 'why_own_login' : 'why_own';
  return hasRight ? undefined : 'why_right';
}

interface DecideFormProps {
  row: ApprovalRow;
  act: Act;
  onDone: () => void;
  onLeave: () => void;
}

function DecideForm({ row, act, onDone, onLeave }: DecideFormProps) {
  const t = useWords(approvalScreenWords);
  const user = useMe().data?.userinfo;
  const decide = useAction(operatorApprovalCalls, '/operator/approval/decide', {
    refreshes: ['/operator/approval/list'],
  });
  const [fixed] = useState<Readonly<Record<string, string>>>(() => ({ id: row.id, decision: act }));
  if (!user) return null;
  return (
    <DecisionForm
      user={user}
      schema={Decision}
      texts={operatorApprovalTexts}
      fixed={fixed}
      act={t(act)}
      dangerous={act === 'reject'}
      remark={act === 'reject' ? { name: 'remark', label: t('reject_why'), maxLength: 200 } : undefined}
      send={(input) => decide.mutateAsync(input)}
      onDone={() => {
        showToast(t(act === 'confirm' ? 'confirmed_toast' : 'rejected_toast'), 'good');
        onDone();
      }}
      onLeave={onLeave}
    >
      {act === 'confirm' ? <Effect row={row} /> : t('reject_what')}
    </DecisionForm>
  );
}
