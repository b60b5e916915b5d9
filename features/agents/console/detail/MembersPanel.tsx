/** How many members the agent has and what they collected today, with a link to the list. */
import { Amount, useFormat } from '#foundation/console/display/format.tsx';
import { Panel, SkeletonBar } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { overviewWords } from '../../overview-words.ts';
import type { AgentDetail } from '../../tree-contract.ts';
import { AgentLink } from '../AgentLink.tsx';
import classes from './AgentDetail.module.css';
import { Figure } from './Figure.tsx';

export function MembersPanel({ detail }: { detail: AgentDetail | undefined }) {
  const t = useWords(overviewWords);
  const format = useFormat();
  const inTree = (count: number | undefined) =>
    count === undefined ? <SkeletonBar width={100} /> : t('in_tree', { count });
  return (
    <Panel
      title={t('members')}
      actions={
        <AgentLink to="/agent/userlist" className={classes.link}>
          {t('to_members')}
        </AgentLink>
      }
    >
      <dl className={classes.figureList}>
        <Figure label={t('direct_merchants')} hint={inTree(detail?.tree.merchants)}>
          {detail && format.number(detail.direct.merchants)}
        </Figure>
        <Figure label={t('direct_agents')} hint={inTree(detail?.tree.agents)}>
          {detail && format.number(detail.direct.agents)}
        </Figure>
        <Figure
          label={t('paid_today')}
          hint={detail ? t('orders_today', { count: detail.orders.today }) : <SkeletonBar width={80} />}
        >
          {detail && <Amount value={detail.orders.amountToday} />}
        </Figure>
      </dl>
    </Panel>
  );
}
