/** What an operator can do so far: the calls that exist, and where they are described. */
import { Button } from '@mantine/core';
import { useConfig } from '#features/platform/console/config.ts';
import { PageHeader, Panel } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { operatorTitles } from '../screen-titles.ts';
import { operatorWords } from '../screen-words.ts';
import classes from './OperatorStart.module.css';

/** The second part of the calls' paths. */
const areas = [
  'certification',
  'bankcard',
  'disbursement',
  'approval',
  'order',
  'member',
  'user',
  'reconciliation',
] as const;

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
          {areas.map((area) => (
            <div key={area}>
              <dt>/operator/{area}</dt>
              <dd>{t(area)}</dd>
            </div>
          ))}
        </dl>
        <p className={classes.hint}>{t('account_hint')}</p>
      </Panel>
    </>
  );
}

export { OperatorStartScreen as Screen };
