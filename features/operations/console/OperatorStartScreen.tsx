/** What an operator can do so far: the calls that exist, and where they are described. */
import { Button } from '@mantine/core';
import { useRight } from '#features/accounts/console/use-right.ts';
import { useConfig } from '#features/platform/console/config.ts';
import type { Right } from '#features/rights.ts';
import { PageHeader, Panel } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { operatorTitles } from '../screen-titles.ts';
import { operatorWords } from '../screen-words.ts';
import classes from './OperatorStart.module.css';

/** The second part of the calls' paths, and the right to read what they are about. */
const areas = [
  ['certification', 'certifications.view'],
  ['bankcard', 'cards.view'],
  ['disbursement', 'disbursements.view'],
  ['approval', 'approvals.view'],
  ['order', 'reversals.view'],
  ['member', 'members.view'],
  ['user', 'users.view'],
  ['reconciliation', 'reconciliation.view'],
] as const satisfies readonly (readonly [string, Right])[];

function OperatorStartScreen() {
  const t = useWords(operatorWords);
  const title = useWords(operatorTitles)('start');
  const docsUrl = useConfig()?.docsUrl;
  return (
    <>
      <PageHeader title={title} hint={t('hint')} />
      <Panel
        title={t('calls')}
        actions={
          docsUrl !== undefined && (
            <Button component="a" size="sm" variant="default" href={docsUrl} target="_blank" rel="noopener">
              {t('open_docs')}
            </Button>
          )
        }
      >
        <dl className={classes.areas}>
          {areas.map(([area, right]) => (
            <CallsOf key={area} area={area} right={right} />
          ))}
        </dl>
        <p className={classes.hint}>{t('account_hint')}</p>
      </Panel>
    </>
  );
}

function CallsOf({ area, right }: { area: (typeof areas)[number][0]; right: Right }) {
  const t = useWords(operatorWords);
  return (
    useRight(right) && (
      <div>
        <dt>/operator/{area}</dt>
        <dd>{t(area)}</dd>
      </div>
    )
  );
}

export { OperatorStartScreen as Screen };
