/** The newest statements that are ready as files, for the statement's page. */
import { Link } from '@tanstack/react-router';
import { TakeFileButton } from '#features/exports/console/TakeFileButton.tsx';
import { Time } from '#foundation/console/display/format.tsx';
import { Panel, SkeletonBar, SkeletonGroup } from '#foundation/console/display/layout.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { statementKinds } from '../kind-names.ts';
import { downloadWords } from '../screen-words.ts';
import classes from './Downloads.module.css';
import { KindName } from './KindName.tsx';
import { DOWNLOADS_PATH } from './screens.ts';
import { sizeText } from './size-text.ts';
import { useDownloads } from './use-downloads.ts';

/** Searched for statements. */
const NEWEST = 50;
const SHOWN = 5;

export function FinishedStatements() {
  const t = useWords(downloadWords);
  const { data, error, refetch } = useDownloads({ page: 1, limit: NEWEST });
  const ready = data?.list.filter(({ kind, state }) => state === 'ready' && statementKinds.includes(kind));
  return (
    <div className={classes.mailbox} data-print="never">
      <Panel
        title={t('finished')}
        actions={
          <Link to={DOWNLOADS_PATH} search={{}} className={classes.link}>
            {t('all_files')}
          </Link>
        }
      >
        {ready === undefined ? (
          error ? (
            <FailedRows title={t('finished_failed')} error={error} onRetry={() => void refetch()} />
          ) : (
            <SkeletonGroup>
              <SkeletonBar width="60%" />
              <SkeletonBar width="45%" />
            </SkeletonGroup>
          )
        ) : ready.length === 0 ? (
          <p className={classes.text}>{t('finished_none')}</p>
        ) : (
          <ul className={classes.finished}>
            {ready.slice(0, SHOWN).map((row) => (
              <li key={row.id}>
                <span className={classes.stack}>
                  <span className={classes.name}>{row.name}</span>
                  <span className={classes.quiet}>
                    <KindName kind={row.kind} />
                    {row.filter !== '' && ` · ${row.filter}`}
                    {row.size !== null && ` · ${sizeText(row.size, t)}`}
                    {' · '}
                    <Time at={row.finishedAt} />
                  </span>
                </span>
                <TakeFileButton id={row.id} name={row.name} />
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </div>
  );
}
