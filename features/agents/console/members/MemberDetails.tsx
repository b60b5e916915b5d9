/** The drawer's content: who the member is, its figures, 30 days of commission, and its rates. */
import { DetailSection } from '#foundation/console/display/detail.tsx';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { Amount, Time, useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts } from '#foundation/console/display/layout.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { memberWords } from '../../member-words.ts';
import { agentWords } from '../../screen-words.ts';
import type { UserRow } from '../../tree-contract.ts';
import { AgentLink } from '../AgentLink.tsx';
import { CertificationBadge, StateBadge } from '../member-badges.tsx';
import { RatesSection } from '../rates/RatesSection.tsx';
import { MemberChart } from './MemberChart.tsx';
import classes from './Members.module.css';

export function MemberDetails({ member }: { member: UserRow }) {
  const t = useWords(memberWords);
  const shared = useWords(agentWords);
  const format = useFormat();
  const { memberNo } = member;
  return (
    <div className={classes.details}>
      <div className={classes.detailHead}>
        <h2 className={classes.detailName}>{member.name}</h2>
        <span className={classes.badges}>
          <StateBadge state={member.state} />
          <CertificationBadge certification={member.certification} />
          {member.belowOwn && <StatusBadge tone="warn">{shared('below_own')}</StatusBadge>}
          {member.successFell && <StatusBadge tone="warn">{shared('success_fell')}</StatusBadge>}
        </span>
        <span className={classes.detailNumber}>
          {shared(member.type)} · {member.username} · <CopyText value={memberNo} />
        </span>
      </div>
      {member.belowOwn && <p className={classes.warning}>{t('below_own_hint')}</p>}
      {member.successFell && (
        <p className={classes.warning}>
          {t('success_fell_hint', {
            now: format.percent(member.successFell.rateNow),
            before: format.percent(member.successFell.rateBefore),
          })}
        </p>
      )}
      <nav className={classes.links}>
        {member.type === 'agent' && member.children > 0 && (
          <AgentLink to="/agent/userlist" search={{ of: memberNo }} className={classes.walk}>
            {t('walk', { count: member.children })}
          </AgentLink>
        )}
        <AgentLink to="/agent/orderList" search={{ member: memberNo }} className={classes.walk}>
          {t('to_orders')}
        </AgentLink>
        <AgentLink to="/agent/commission" search={{ member: memberNo }} className={classes.walk}>
          {t('to_commission')}
        </AgentLink>
      </nav>
      <DetailSection title={t('figures')}>
        <Facts>
          <Fact label={t('balance')}>
            <Amount value={member.balance} />
          </Fact>
          <Fact label={t('paid_out')}>
            <Amount value={member.paidOut} />
          </Fact>
          <Fact label={t('amount_30d')}>
            <Amount value={member.amount30d} />
          </Fact>
          <Fact label={t('orders_30d')}>{format.number(member.orders30d)}</Fact>
          <Fact label={t('success_30d')}>{format.percent(member.successRate30d)}</Fact>
          <Fact label={t('commission_30d')}>
            <Amount value={member.commission30d} />
          </Fact>
          <Fact label={t('registered')}>
            <Time at={member.registeredAt} />
          </Fact>
          <Fact label={t('remark')}>{member.remark === '' ? '–' : member.remark}</Fact>
        </Facts>
      </DetailSection>
      <RatesSection member={member} />
      <MemberChart memberNo={memberNo} />
    </div>
  );
}
