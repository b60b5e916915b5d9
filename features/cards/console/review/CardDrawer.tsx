/** The review of one card: beneficiary, certified name, the same account at other members, and the decision. */
import { MemberLink } from '#features/accounts/console/deciding/MemberLink.tsx';
import { useState } from 'react';
import { ActButton } from '#features/accounts/console/deciding/ActButton.tsx';
import { DecisionForm } from '#features/accounts/console/deciding/DecisionForm.tsx';
import { useMe } from '#features/accounts/console/use-me.ts';
import { useRight } from '#features/accounts/console/use-right.ts';
import { DetailSection, DetailSkeleton, DetailTitle } from '#foundation/console/display/detail.tsx';
import { Time, useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts } from '#foundation/console/display/layout.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useLast } from '#foundation/console/overlay/use-last.ts';
import type { RowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { CallRefused } from '#foundation/console/wire/api-errors.ts';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import { CardDecision, type OperatorCardDetail } from '../../contract.ts';
import { cardQueueWords } from '../../operator-words.ts';
import { cardRemarks } from '../../review-remarks.ts';
import { cardScreenWords } from '../../screen-words.ts';
import { cardTexts } from '../../words.ts';
import { cardCalls } from '../calls.ts';
import { cardTones } from '../card-tones.ts';
import classes from './CardDrawer.module.css';

export interface CardDrawerProps {
  id: string | undefined;
  steps: RowSteps | undefined;
  onClose: () => void;
}

export function CardDrawer({ id, steps, onClose }: CardDrawerProps) {
  const t = useWords(cardQueueWords);
  const last = useLast(id);
  return (
    <DetailDrawer
      opened={id !== undefined}
      title={<DetailTitle kind={t('card')} number={undefined} />}
      steps={steps}
      onClose={onClose}
    >
      {last !== undefined && <Review key={last} id={last} onDone={steps?.next ?? onClose} />}
    </DetailDrawer>
  );
}

function Review({ id, onDone }: { id: string; onDone: () => void }) {
  const t = useWords(cardQueueWords);
  const { data, error, refetch } = useCall(cardCalls, '/operator/bankcard/detail', { id }, { keepPrevious: false });
  if (data) return <Card card={data} onDone={onDone} />;
  if (error instanceof CallRefused && error.error === 'not_found') return <EmptyRows title={t('missing')} />;
  if (error) return <FailedRows title={t('load_failed')} error={error} onRetry={() => void refetch()} />;
  return <DetailSkeleton lines={3} />;
}

function Card({ card, onDone }: { card: OperatorCardDetail; onDone: () => void }) {
  const t = useWords(cardQueueWords);
  const own = useWords(cardScreenWords);
  const canAct = useRight('cards.act');
  return (
    <div className={classes.review}>
      <div className={classes.head}>
        <p className={classes.account}>{card.account}</p>
        <StatusBadge tone={cardTones[card.status]}>{own(`status_${card.status}`)}</StatusBadge>
        <p className={classes.member}>
          <MemberLink memberNo={card.memberNo} /> <bdi>{card.memberName}</bdi>
        </p>
      </div>
      <Facts>
        <Fact label={own('holder')}>{card.holder}</Fact>
        <Fact label={t('certified_name')}>
          <CertifiedName card={card} />
        </Fact>
        <Fact label={own('type')}>{own(`type_${card.type}`)}</Fact>
        {card.bankName !== null && <Fact label={own('bank')}>{card.bankName}</Fact>}
        {card.branch !== '' && <Fact label={t('branch')}>{card.branch}</Fact>}
        <Fact label={t('changed_at')}>
          <Time at={card.changedAt} />
        </Fact>
        {card.reviewedAt !== null && (
          <Fact label={t('reviewed_at')}>
            <Time at={card.reviewedAt} />
          </Fact>
        )}
        {card.reviewRemark !== '' && (
          <Fact label={t('reviewer')}>
            <span className={classes.lines}>{card.reviewRemark}</span>
          </Fact>
        )}
      </Facts>
      <Same card={card} />
      {canAct && card.status === 'pending' && <Deciding card={card} onDone={onDone} />}
    </div>
  );
}

function CertifiedName({ card: { holder, certifiedName } }: { card: OperatorCardDetail }) {
  const t = useWords(cardQueueWords);
  if (certifiedName === null) return <StatusBadge tone="warn">{t('not_certified')}</StatusBadge>;
  const isSame = comparable(certifiedName) === comparable(holder);
  return (
    <>
      {certifiedName}{' '}
      <StatusBadge tone={isSame ? 'good' : 'warn'}>{t(isSame ? 'names_match' : 'names_differ')}</StatusBadge>
    </>
  );
}

/** Banks write names in capitals and without accents. */
function comparable(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[\p{M}\s.'·-]/gu, '')
    .toLowerCase();
}

function Same({ card: { same } }: { card: OperatorCardDetail }) {
  const t = useWords(cardQueueWords);
  const own = useWords(cardScreenWords);
  const format = useFormat();
  return (
    <DetailSection title={t('same')}>
      {same.length === 0 ? (
        <p className={classes.quiet}>{t('same_none')}</p>
      ) : (
        <ul className={classes.same}>
          {same.map((other) => (
            <li key={other.id}>
              <MemberLink memberNo={other.memberNo} /> <bdi>{other.memberName}</bdi>
              <bdi>{other.holder}</bdi>
              <StatusBadge tone={cardTones[other.status]}>{own(`status_${other.status}`)}</StatusBadge>
              <span className={classes.quiet}>{format.time(other.changedAt)}</span>
            </li>
          ))}
        </ul>
      )}
    </DetailSection>
  );
}

type Act = 'approve' | 'reject';

function Deciding({ card, onDone }: { card: OperatorCardDetail; onDone: () => void }) {
  const t = useWords(cardQueueWords);
  const [act, setAct] = useState<Act>();
  if (act !== undefined)
    return (
      <section className={classes.deciding}>
        <DecideForm key={act} card={card} act={act} onDone={onDone} onLeave={() => setAct(undefined)} />
      </section>
    );
  return (
    <div className={classes.acts}>
      <ActButton label={t('approve')} shortcut="A" onAct={() => setAct('approve')} />
      <ActButton label={t('reject')} shortcut="R" color="red" variant="light" onAct={() => setAct('reject')} />
    </div>
  );
}

const refreshes = ['/operator/bankcard/list', '/operator/bankcard/detail'] as const;

function DecideForm({
  card,
  act,
  onDone,
  onLeave,
}: {
  card: OperatorCardDetail;
  act: Act;
  onDone: () => void;
  onLeave: () => void;
}) {
  const t = useWords(cardQueueWords);
  const user = useMe().data?.userinfo;
  const decide = useAction(cardCalls, '/operator/bankcard/decide', { refreshes });
  const [fixed] = useState<Readonly<Record<string, string>>>(() => ({
    id: card.id,
    status: act === 'approve' ? 'approved' : 'rejected',
  }));
  if (!user) return null;
  const explained = {
    dangerous: true,
    templates: { name: 'reviewTemplate', label: t('templates'), texts: cardRemarks },
    remark: { name: 'reviewRemark', label: t('own_words'), description: t('own_words_hint'), maxLength: 500 },
  };
  return (
    <DecisionForm
      user={user}
      schema={CardDecision}
      texts={cardTexts}
      fixed={fixed}
      act={t(act)}
      {...(act === 'reject' ? explained : {})}
      send={(input) => decide.mutateAsync(input)}
      onDone={() => {
        showToast(t(act === 'approve' ? 'approved_toast' : 'rejected_toast'), 'good');
        onDone();
      }}
      onLeave={onLeave}
    >
      {t(act === 'approve' ? 'approve_what' : 'reject_what', {
        member: card.memberNo,
        account: card.account,
        holder: card.holder,
      })}
    </DecisionForm>
  );
}
