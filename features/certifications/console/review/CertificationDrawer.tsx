/**
 * The review of one certification: photos beside what was typed, what the number says, the same at other members, and
 * the decision. Opening one that waits claims it. The next row follows a decision.
 */
import { MemberLink } from '#features/accounts/console/deciding/MemberLink.tsx';
import { useState } from 'react';
import { ActButton } from '#features/accounts/console/deciding/ActButton.tsx';
import { DecisionForm } from '#features/accounts/console/deciding/DecisionForm.tsx';
import { useMe } from '#features/accounts/console/use-me.ts';
import { useRight } from '#features/accounts/console/use-right.ts';
import { DetailSection, DetailTitle } from '#foundation/console/display/detail.tsx';
import { Time, useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { EmptyRows, FailedRows } from '#foundation/console/display/states.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useLast } from '#foundation/console/overlay/use-last.ts';
import type { RowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { CallRefused } from '#foundation/console/wire/api-errors.ts';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import { CertificationDecision, type CertificationDetail, Revocation } from '../../contract.ts';
import { certificationQueueWords } from '../../operator-words.ts';
import { certificationRemarks } from '../../review-remarks.ts';
import { certificationWords } from '../../screen-words.ts';
import { certificationTexts } from '../../words.ts';
import { certificationCalls } from '../calls.ts';
import { ClaimLine } from './ClaimLine.tsx';
import { PhotoViewer } from './PhotoViewer.tsx';
import { StateBadge } from './StateBadge.tsx';
import classes from './CertificationDrawer.module.css';

export interface CertificationDrawerProps {
  id: string | undefined;
  steps: RowSteps | undefined;
  onClose: () => void;
}

const WIDTH_PX = 1080;

export function CertificationDrawer({ id, steps, onClose }: CertificationDrawerProps) {
  const t = useWords(certificationQueueWords);
  const last = useLast(id);
  return (
    <DetailDrawer
      opened={id !== undefined}
      widthPx={WIDTH_PX}
      title={<DetailTitle kind={t('certification')} number={undefined} />}
      steps={steps}
      onClose={onClose}
    >
      {last !== undefined && <Review key={last} id={last} onDecided={steps?.next ?? onClose} onRevoked={onClose} />}
    </DetailDrawer>
  );
}

/** Each reading of the whole number is in the audit log. */
const DETAIL_FRESH_MS = 5 * 60_000;

/** What follows: the next one of the queue after a decision, the list after a revocation. */
interface Following {
  onDecided: () => void;
  onRevoked: () => void;
}

function Review({ id, ...following }: Following & { id: string }) {
  const t = useWords(certificationQueueWords);
  const { data, error, refetch } = useCall(
    certificationCalls,
    '/operator/certification/detail',
    { id },
    { staleMs: DETAIL_FRESH_MS, keepPrevious: false },
  );
  if (data) return <Certification sent={data} {...following} />;
  if (error instanceof CallRefused && error.error === 'not_found') return <EmptyRows title={t('missing')} />;
  if (error) return <FailedRows title={t('load_failed')} error={error} onRetry={() => void refetch()} />;
  return (
    <SkeletonGroup>
      <SkeletonBar width="46%" height={28} />
      <SkeletonBar width="100%" height={280} />
      <SkeletonBar width="62%" />
      <SkeletonBar width="80%" />
    </SkeletonGroup>
  );
}

function Certification({ sent, ...following }: Following & { sent: CertificationDetail }) {
  const own = useWords(certificationWords);
  const canAct = useRight('certifications.act');
  return (
    <div className={classes.review}>
      <div className={classes.head}>
        <p className={classes.name}>{sent.name}</p>
        <StateBadge {...sent} />
        <p className={classes.member}>
          <MemberLink memberNo={sent.memberNo} /> <bdi>{sent.memberName}</bdi>
        </p>
      </div>
      {canAct && sent.status === 'pending' && <ClaimLine id={sent.id} />}
      <div className={classes.photos}>
        <PhotoViewer id={sent.photoFront} label={own('photo_front')} />
        <PhotoViewer id={sent.photoBack} label={own('photo_back')} />
      </div>
      <div className={classes.columns}>
        <Typed sent={sent} />
        <NumberSays sent={sent} />
      </div>
      <Same sent={sent} />
      {canAct && sent.status !== 'rejected' && <Deciding sent={sent} {...following} />}
    </div>
  );
}

function Typed({ sent }: { sent: CertificationDetail }) {
  const t = useWords(certificationQueueWords);
  const own = useWords(certificationWords);
  return (
    <DetailSection title={t('sent')}>
      <Facts>
        <Fact label={own('name')}>{sent.name}</Fact>
        <Fact label={own('id_number')}>
          <span className={classes.figures}>{sent.wholeIdNumber}</span>
        </Fact>
        <Fact label={own('industry')}>{sent.industry}</Fact>
        {sent.website !== '' && <Fact label={own('website_plain')}>{sent.website}</Fact>}
        {sent.remark !== '' && <Fact label={t('members_remark')}>{sent.remark}</Fact>}
        <Fact label={own('submitted_at')}>
          <Time at={sent.submittedAt} />
        </Fact>
        {sent.reviewedAt !== null && (
          <Fact label={own('reviewed_at')}>
            <Time at={sent.reviewedAt} />
          </Fact>
        )}
        {sent.revokedAt !== null && (
          <Fact label={t('revoked_at')}>
            <Time at={sent.revokedAt} />
          </Fact>
        )}
        {sent.reviewRemark !== '' && (
          <Fact label={own('reviewer')}>
            <span className={classes.lines}>{sent.reviewRemark}</span>
          </Fact>
        )}
      </Facts>
    </DetailSection>
  );
}

const OF_AGE = 18;

function NumberSays({ sent: { says } }: { sent: CertificationDetail }) {
  const t = useWords(certificationQueueWords);
  return (
    <DetailSection title={t('says')}>
      {says === null ? (
        <p className={classes.quiet}>{t('says_nothing')}</p>
      ) : (
        <Facts>
          <Fact label={t('born')}>
            {t('born_age', { day: says.born, age: says.age })}{' '}
            {says.age < OF_AGE && <StatusBadge tone="warn">{t('minor')}</StatusBadge>}
          </Fact>
          <Fact label={t('region')}>{says.region ?? <StatusBadge tone="warn">{t('region_unknown')}</StatusBadge>}</Fact>
          <Fact label={t('check')}>
            <StatusBadge tone={says.checkFits ? 'good' : 'bad'}>
              {t(says.checkFits ? 'check_fits' : 'check_wrong')}
            </StatusBadge>
          </Fact>
        </Facts>
      )}
    </DetailSection>
  );
}

function Same({ sent: { same } }: { sent: CertificationDetail }) {
  const t = useWords(certificationQueueWords);
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
              {other.idNumber && <StatusBadge tone="warn">{t('same_id_number')}</StatusBadge>}
              {other.photo && <StatusBadge tone="warn">{t('same_photo')}</StatusBadge>}
              <StateBadge status={other.status} revokedAt={null} />
              <span className={classes.quiet}>{format.time(other.submittedAt)}</span>
            </li>
          ))}
        </ul>
      )}
    </DetailSection>
  );
}

type Act = 'approve' | 'reject' | 'revoke';

function Deciding({ sent, onDecided, onRevoked }: Following & { sent: CertificationDetail }) {
  const t = useWords(certificationQueueWords);
  const [act, setAct] = useState<Act>();
  if (act !== undefined)
    return (
      <section className={classes.deciding}>
        <DecideForm
          key={act}
          sent={sent}
          act={act}
          onDone={act === 'revoke' ? onRevoked : onDecided}
          onLeave={() => setAct(undefined)}
        />
      </section>
    );
  return (
    <div className={classes.acts}>
      {sent.status === 'pending' ? (
        <>
          <ActButton label={t('approve')} shortcut="A" onAct={() => setAct('approve')} />
          <ActButton label={t('reject')} shortcut="R" color="red" variant="light" onAct={() => setAct('reject')} />
        </>
      ) : (
        <ActButton label={t('revoke')} shortcut="R" color="red" variant="light" onAct={() => setAct('revoke')} />
      )}
    </div>
  );
}

const refreshes = ['/operator/certification/list', '/operator/certification/detail'] as const;
const toasts = { approve: 'approved_toast', reject: 'rejected_toast', revoke: 'revoked_toast' } as const;

function DecideForm({
  sent,
  act,
  onDone,
  onLeave,
}: {
  sent: CertificationDetail;
  act: Act;
  onDone: () => void;
  onLeave: () => void;
}) {
  const t = useWords(certificationQueueWords);
  const user = useMe().data?.userinfo;
  const decide = useAction(certificationCalls, '/operator/certification/decide', { refreshes });
  const revoke = useAction(certificationCalls, '/operator/certification/revoke', { refreshes });
  const [fixed] = useState<Readonly<Record<string, string>>>(() =>
    act === 'revoke' ? { id: sent.id } : { id: sent.id, status: act === 'approve' ? 'approved' : 'rejected' },
  );
  if (!user) return null;
  const common = {
    user,
    texts: certificationTexts,
    fixed,
    act: t(act),
    onDone: () => {
      showToast(t(toasts[act]), 'good');
      onDone();
    },
    onLeave,
  };
  const explained = {
    dangerous: true,
    templates: { name: 'reviewTemplate', label: t('templates'), texts: certificationRemarks },
    remark: { name: 'reviewRemark', label: t('own_words'), description: t('own_words_hint'), maxLength: 500 },
  };
  const values = { name: sent.name, member: sent.memberNo };
  if (act === 'revoke')
    return (
      <DecisionForm {...common} {...explained} schema={Revocation} send={(input) => revoke.mutateAsync(input)}>
        {t('revoke_what', values)}
      </DecisionForm>
    );
  return (
    <DecisionForm
      {...common}
      {...(act === 'reject' ? explained : {})}
      schema={CertificationDecision}
      send={(input) => decide.mutateAsync(input)}
    >
      {t(act === 'approve' ? 'approve_what' : 'reject_what', values)}
    </DecisionForm>
  );
}
