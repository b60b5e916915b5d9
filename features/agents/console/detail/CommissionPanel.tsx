/** What the agent earned, with a link to the statement. */
import { Amount } from '#foundation/console/display/format.tsx';
import { Panel } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { overviewWords } from '../../overview-words.ts';
import { agentWords } from '../../screen-words.ts';
import type { AgentDetail } from '../../tree-contract.ts';
import { AgentLink } from '../AgentLink.tsx';
import classes from './AgentDetail.module.css';
import { Figure } from './Figure.tsx';

export function CommissionPanel({ detail }: { detail: AgentDetail | undefined }) {
  const t = useWords(overviewWords);
  const shared = useWords(agentWords);
  const earned = detail?.commission;
  return (
    <Panel
      title={shared('commission')}
      actions={
        <AgentLink to="/agent/commission" className={classes.link}>
          {t('to_statement')}
        </AgentLink>
      }
    >
      <dl className={classes.figureList}>
        <Figure label={t('today')} large>
          {earned && <Amount value={earned.today} />}
        </Figure>
        <Figure label={t('month')} large>
          {earned && <Amount value={earned.month} />}
        </Figure>
        <Figure label={t('yesterday')}>{earned && <Amount value={earned.yesterday} />}</Figure>
        <Figure label={t('last_month')}>{earned && <Amount value={earned.lastMonth} />}</Figure>
        <Figure label={t('held')} hint={t('held_hint')}>
          {earned && <Amount value={earned.held} />}
        </Figure>
        <Figure label={t('all_time')}>{earned && <Amount value={earned.total} />}</Figure>
      </dl>
    </Panel>
  );
}
