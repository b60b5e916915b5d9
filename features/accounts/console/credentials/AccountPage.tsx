/**
 * The frame of the password and factor screens: the form, and next to it everything that protects the account, and notes
 * on what follows from the change.
 */
import type { ReactNode } from 'react';
import { SupportText } from '#features/platform/console/SupportText.tsx';
import { SkeletonBar, SkeletonGroup, PageHeader, Panel } from '#foundation/console/display/layout.tsx';
import { FailedRows } from '#foundation/console/display/states.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { accountWords } from '../../account-words.ts';
import type { UserInfo } from '../../contract.ts';
import classes from './AccountPage.module.css';
import { type SecurityItem, SecurityList } from './SecurityList.tsx';
import { useMe } from '../use-me.ts';

export type CurrentUser = UserInfo['userinfo'];

export interface AccountPageProps {
  /** The line of the security list that this screen is about. */
  current: SecurityItem;
  title: string;
  hint: string;
  notes: (user: CurrentUser) => readonly (keyof typeof accountWords)[];
  children: (user: CurrentUser) => ReactNode;
}

export function AccountPage({ current, title, hint, notes, children }: AccountPageProps) {
  const t = useWords(accountWords);
  const me = useMe();
  const user = me.data?.userinfo;
  return (
    <>
      <PageHeader title={title} hint={hint} />
      <div className={classes.root}>
        {user ? (
          children(user)
        ) : (
          <Panel>
            {me.error ? (
              <FailedRows title={t('load_failed')} error={me.error} onRetry={() => void me.refetch()} />
            ) : (
              <Loading />
            )}
          </Panel>
        )}
        {user && (
          <div className={classes.beside}>
            <SecurityList user={user} current={current} />
            <aside className={classes.notes} aria-label={t('good_to_know')}>
              <h2>{t('good_to_know')}</h2>
              <ul>
                {notes(user).map((note) => (
                  <li key={note}>
                    <SupportText text={t(note)} />
                  </li>
                ))}
              </ul>
            </aside>
          </div>
        )}
      </div>
    </>
  );
}

function Loading() {
  return (
    <SkeletonGroup>
      <SkeletonBar width="30%" />
      <SkeletonBar height={36} />
      <SkeletonBar width="30%" />
      <SkeletonBar height={36} />
      <SkeletonBar width="40%" height={36} />
    </SkeletonGroup>
  );
}
