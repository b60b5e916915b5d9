/** The ten direct members with the highest paid amount. */
import { Amount, useFormat } from '#foundation/console/display/format.tsx';
import { Panel, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { overviewWords } from '../../overview-words.ts';
import { agentWords } from '../../screen-words.ts';
import type { AgentDetail } from '../../tree-contract.ts';
import { MemberName } from '../member-badges.tsx';
import classes from './AgentDetail.module.css';

export function Ranking({ members, days }: { members: AgentDetail['ranking'] | undefined; days: number }) {
  const t = useWords(overviewWords);
  const title = t('ranking', { days });
  return (
    <Panel title={title}>
      {members === undefined && (
        <SkeletonGroup>
          <SkeletonBar width="80%" />
          <SkeletonBar width="72%" />
          <SkeletonBar width="76%" />
        </SkeletonGroup>
      )}
      {members?.length === 0 && <p className={classes.quiet}>{t('ranking_none')}</p>}
      {members !== undefined && members.length > 0 && <RankingTable members={members} title={title} />}
    </Panel>
  );
}

function RankingTable({ members, title }: { members: AgentDetail['ranking']; title: string }) {
  const shared = useWords(agentWords);
  const format = useFormat();
  return (
    <div className={classes.ranking} tabIndex={0} role="region" aria-label={title}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{shared('member')}</th>
            <th scope="col">{shared('paid_amount')}</th>
            <th scope="col">{shared('commission')}</th>
            <th scope="col">{shared('orders')}</th>
            <th scope="col">{shared('success_rate')}</th>
          </tr>
        </thead>
        <tbody>
          {members.map(({ memberNo, name, type, amount, orders, successRate, commission }) => (
            <tr key={memberNo}>
              <th scope="row">
                <MemberName member={{ memberNo, name }} />
                {type === 'agent' && <span className={classes.quiet}>{shared('agent')}</span>}
              </th>
              <td data-label={shared('paid_amount')}>
                <Amount value={amount} />
              </td>
              <td data-label={shared('commission')}>
                <Amount value={commission} />
              </td>
              <td data-label={shared('orders')}>{format.number(orders)}</td>
              <td data-label={shared('success_rate')}>{format.percent(successRate)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
