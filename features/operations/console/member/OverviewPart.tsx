/** A member's money, its figures of 30 days, its place among the agents, and the lists of what is its own. */
import { MemberLink } from '#features/accounts/console/deciding/MemberLink.tsx';
import { Amount, Time, useFormat } from '#foundation/console/display/format.tsx';
import { Fact, Facts, Panel } from '#foundation/console/display/layout.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { memberPageWords } from '../../member-page-words.ts';
import { operatorMemberWords } from '../../member-words.ts';
import { operatorTitles } from '../../screen-titles.ts';
import { FiguresChart } from './FiguresChart.tsx';
import classes from './Member.module.css';
import type { PartProps } from './part-props.ts';

export function OverviewPart({ member }: PartProps) {
  const t = useWords(memberPageWords);
  const words = useWords(operatorMemberWords);
  return (
    <div className={classes.panels}>
      <Panel title={words('figures')}>
        <Facts figures>
          <Fact label={words('balance')}>
            <Amount value={member.balance} />
          </Fact>
          <Fact label={words('frozen')}>
            <Amount value={member.frozen} />
          </Fact>
          <Fact label={words('available')}>
            <Amount value={member.available} />
          </Fact>
        </Facts>
      </Panel>
      <Figures member={member} />
      <Panel title={t('place')}>
        <Facts>
          <Fact label={t('uplines')}>
            {member.uplines.length === 0 ? (
              t('no_uplines')
            ) : (
              <ul className={classes.lines}>
                {member.uplines.map(({ memberNo, name }) => (
                  <li key={memberNo}>
                    <bdi className={classes.wrap}>{name}</bdi> <MemberLink memberNo={memberNo} />
                  </li>
                ))}
              </ul>
            )}
          </Fact>
          {member.kind === 'agent' && (
            <Fact label={t('below')}>
              <ScreenLink to="/operator/members" search={{ upline: member.memberNo }} className={classes.link}>
                {member.below}
              </ScreenLink>
            </Fact>
          )}
          <Fact label={words('level')}>{member.level}</Fact>
          <Fact label={words('registered')}>
            <Time at={member.registeredAt} />
          </Fact>
        </Facts>
      </Panel>
      <div className={classes.wide}>
        <Lists member={member} />
      </div>
      <div className={classes.wide}>
        <FiguresChart member={member} />
      </div>
    </div>
  );
}

function Figures({ member: { last30Days: sums } }: PartProps) {
  const t = useWords(memberPageWords);
  const format = useFormat();
  const counted = (amount: string, count: number) => t('times', { amount: format.amount(amount), count });
  return (
    <Panel title={t('last_30_days')}>
      <Facts figures>
        <Fact label={t('created')}>{counted(sums.amount, sums.orders)}</Fact>
        <Fact label={t('paid')}>{counted(sums.paidAmount, sums.paidOrders)}</Fact>
        <Fact label={t('fees')}>
          <Amount value={sums.fees} />
        </Fact>
        <Fact label={t('paid_out')}>{counted(sums.paidOutAmount, sums.paidOut)}</Fact>
      </Facts>
    </Panel>
  );
}

function Lists({ member: { memberNo } }: PartProps) {
  const t = useWords(memberPageWords);
  const titles = useWords(operatorTitles);
  const lists = [
    { to: '/operator/orders', label: t('orders'), search: { memberNo } },
    { to: '/operator/disbursements', label: t('disbursements'), search: { memberNo } },
    { to: '/operator/rates', label: titles('rates'), search: { q: memberNo, open: memberNo } },
    { to: '/operator/cards', label: t('cards'), search: { memberNo, status: 'all' } },
    { to: '/operator/certifications', label: t('certifications'), search: { memberNo, status: 'all' } },
    { to: '/operator/approvals', label: t('proposals'), search: { memberNo, state: 'all' } },
  ] as const;
  return (
    <Panel title={t('lists')}>
      <ul className={classes.listLinks}>
        {lists.map(({ to, label, search }) => (
          <li key={to}>
            <ScreenLink to={to} search={search} className={classes.link}>
              {label}
            </ScreenLink>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
