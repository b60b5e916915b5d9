/** The columns of the list of operators. */
import { Time } from '#foundation/console/display/format.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import type { StaffRow } from '../contract.ts';
import { roleNames } from '../role-names.ts';
import type { roleWords } from '../role-words.ts';
import { staffWords } from '../screen-words.ts';
import classes from './Staff.module.css';

export interface StaffTranslations {
  staff: Translate<typeof staffWords>;
  roles: Translate<typeof roleWords>;
}

export function StateOf({ person: { state, own, waiting } }: { person: StaffRow }) {
  const t = useWords(staffWords);
  return (
    <>
      <StatusBadge tone={state === 'active' ? 'good' : 'idle'}>{t(`state_${state}`)}</StatusBadge>
      {waiting && <> · {t('change_waits')}</>}
      {own && <> · {t('you')}</>}
    </>
  );
}

export function peopleColumns({ staff: t, roles }: StaffTranslations): Column<StaffRow>[] {
  return [
    { id: 'username', header: t('username'), sortable: true, cell: ({ username }) => username },
    {
      id: 'nickname',
      header: t('nickname'),
      priority: 1,
      cell: ({ nickname }) => <bdi className={classes.name}>{nickname}</bdi>,
    },
    {
      id: 'roles',
      header: t('roles'),
      cell: (row) => (
        <span className={classes.names}>{row.roles.length === 0 ? t('no_roles') : roleNames(roles, row.roles)}</span>
      ),
    },
    {
      id: 'secondFactor',
      header: t('second_factor'),
      priority: 4,
      cell: ({ secondFactor }) =>
        secondFactor === 'none' ? (
          <StatusBadge tone="warn">{t('factor_none')}</StatusBadge>
        ) : (
          t(`factor_${secondFactor}`)
        ),
    },
    {
      id: 'openSessions',
      header: t('sessions'),
      numeric: true,
      priority: 3,
      cell: ({ openSessions }) => openSessions,
    },
    {
      id: 'lastLoginAt',
      header: t('last_login'),
      sortable: true,
      priority: 5,
      cell: ({ lastLoginAt }) => (lastLoginAt === null ? t('never') : <Time at={lastLoginAt} short />),
    },
    {
      id: 'createdAt',
      header: t('created'),
      sortable: true,
      priority: 2,
      cell: ({ createdAt }) => <Time at={createdAt} short />,
    },
    { id: 'state', header: t('state'), cell: (row) => <StateOf person={row} /> },
  ];
}

export function personPhoneRow({ staff: t, roles }: StaffTranslations): PhoneRow<StaffRow> {
  return {
    what: ({ username }) => username,
    state: (row) => (row.state === 'active' && !row.waiting && !row.own ? undefined : <StateOf person={row} />),
    facts: (row) => [row.roles.length === 0 ? t('no_roles') : roleNames(roles, row.roles)],
  };
}
