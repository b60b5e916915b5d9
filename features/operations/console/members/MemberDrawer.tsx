/** One member's standing at its own address: `/operator/members?open=<member number>`. */
import { DetailName, DetailSection, DetailSkeleton } from '#foundation/console/display/detail.tsx';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { Amount, Time, useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts } from '#foundation/console/display/layout.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { DetailDrawer } from '#foundation/console/overlay/DetailDrawer.tsx';
import { useLast } from '#foundation/console/overlay/use-last.ts';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import type { MemberTerms } from '../../member-contract.ts';
import { operatorMemberWords } from '../../member-words.ts';
import { memberCalls } from './calls.ts';
import { AdjustButton } from './AdjustButton.tsx';
import classes from './Members.module.css';

export function MemberDrawer({ memberNo, onClose }: { memberNo: string | undefined; onClose: () => void }) {
  const t = useWords(operatorMemberWords);
  const last = useLast(memberNo);
  return (
    <DetailDrawer opened={memberNo !== undefined} title={t('member')} onClose={onClose}>
      {last !== undefined && <Member key={last} memberNo={last} />}
    </DetailDrawer>
  );
}

function Member({ memberNo }: { memberNo: string }) {
  const t = useWords(operatorMemberWords);
  const { data, error, refetch } = useCall(
    memberCalls,
    '/operator/member/terms',
    { memberNo },
    { keepPrevious: false },
  );
  if (data) return <Standing terms={data} />;
  if (error) return <FailedRows title={t('details_failed')} error={error} onRetry={() => void refetch()} />;
  return <DetailSkeleton lines={3} />;
}

function Standing({ terms }: { terms: MemberTerms }) {
  const t = useWords(operatorMemberWords);
  const format = useFormat();
  const { mode, days, sameDayRatio } = terms.settlement;
  return (
    <div className={classes.details}>
      <DetailName name={terms.name}>
        <span className={classes.quiet}>
          {t(terms.kind)} · <CopyText value={terms.memberNo} /> · {t(terms.state)}
        </span>
        <ScreenLink to="/operator/member" search={{ number: terms.memberNo }} className={classes.page}>
          {t('to_page')}
        </ScreenLink>
        <AdjustButton member={terms} />
      </DetailName>
      <DetailSection title={t('figures')}>
        <Facts figures>
          <Fact label={t('balance')}>
            <Amount value={terms.balance} />
          </Fact>
          <Fact label={t('frozen')}>
            <Amount value={terms.frozen} />
          </Fact>
          <Fact label={t('available')}>
            <Amount value={terms.available} />
          </Fact>
          <Fact label={t('held')}>
            <Amount value={terms.held} />
          </Fact>
        </Facts>
      </DetailSection>
      <DetailSection title={t('settlement')}>
        {t('settlement_rule', { mode, days: String(days), ratio: format.percent(sameDayRatio) })}
      </DetailSection>
      <TermsSection title={t('withdrawal')} terms={terms.withdrawal} />
      <TermsSection title={t('payout')} terms={terms.payout} />
      <DetailSection title={t('holds')}>
        {terms.holds.length === 0 ? (
          <p className={classes.none}>{t('no_holds')}</p>
        ) : (
          <ul className={classes.holds}>
            {terms.holds.map(({ amount, reason, by, createdAt }) => (
              <li key={createdAt}>
                <bdi className={classes.reason}>{reason}</bdi>
                <Amount value={amount} signed />
                <span className={classes.quiet}>
                  {by} · <Time at={createdAt} short />
                </span>
              </li>
            ))}
          </ul>
        )}
      </DetailSection>
    </div>
  );
}

function TermsSection({ title, terms }: { title: string; terms: MemberTerms['withdrawal'] }) {
  return (
    <DetailSection title={title}>
      <TermFacts terms={terms} />
    </DetailSection>
  );
}

/** Fees and limits of one kind. */
export function TermFacts({ terms }: { terms: MemberTerms['withdrawal'] }) {
  const t = useWords(operatorMemberWords);
  const format = useFormat();
  return (
    <>
      <p className={classes.none}>
        {t(terms.own ? 'own_terms' : 'platform_terms')}
        {!terms.enabled && ` · ${t('turned_off')}`}
      </p>
      <Facts>
        <Fact label={t('fee')}>
          {t('fee_rule', { percent: format.percent(terms.percent), fixed: format.amount(terms.fixed) })}
        </Fact>
        <Fact label={t('limits')}>
          {t('limits_rule', { from: format.amount(terms.minAmount), to: format.amount(terms.maxAmount) })}
        </Fact>
        <Fact label={t('review_from')}>
          {terms.reviewFrom === null ? t('never') : <Amount value={terms.reviewFrom} />}
        </Fact>
        {terms.window && (
          <Fact label={t('hours')}>
            {terms.window.from}–{terms.window.to}
          </Fact>
        )}
      </Facts>
    </>
  );
}
