/** All roles: the built-in ones to read, those of one's own to change. */
import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useRight } from '#features/accounts/console/use-right.ts';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { rights } from '#features/rights.ts';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import type { RoleRow } from '../contract.ts';
import { roleName } from '../role-names.ts';
import { roleWords } from '../role-words.ts';
import { staffWords } from '../screen-words.ts';
import { STAFF_FRESH_MS, staffCalls } from './calls.ts';
import type { StaffTranslations } from './people-columns.tsx';
import { NEW_ROLE, RoleDrawer } from './RoleDrawer.tsx';
import classes from './Staff.module.css';

export function RolesTab() {
  const t = useWords(staffWords);
  const names = useWords(roleWords);
  const configures = useRight('staff.configure');
  const roles = useCall(staffCalls, '/operator/staff/roles', undefined, { refetchEveryMs: STAFF_FRESH_MS });
  const { params, change } = usePageAddress();
  const setOpen = (open: string | undefined) =>
    change(({ open: _before, ...others }) => (open === undefined ? others : { ...others, open }));
  const list = roles.data?.list;
  const columns = useMemo(() => roleColumns({ staff: t, roles: names }), [t, names]);
  const source = useMemo(() => ({ ...roles, data: list && { list, total: list.length } }), [roles, list]);
  return (
    <>
      <DataTable
        name="operatorRoles"
        label={t('part_roles')}
        counted={(count) => t('counted_roles', { count })}
        columns={columns}
        phone={rolePhoneRow({ staff: t, roles: names })}
        source={source}
        rowKey={(row) => row.id}
        rowLabel={(row) => roleName(names, row)}
        onOpen={(row) => setOpen(row.id)}
        openKey={params['open']}
        actions={
          <>
            <ExportButton kind="staffRole" filter={{}} counted={(count) => t('counted_roles', { count })} />
            {configures && (
              <Button size="compact-md" h={32} onClick={() => setOpen(NEW_ROLE)}>
                {t('add_role')}
              </Button>
            )}
          </>
        }
      />
      <RoleDrawer id={params['open']} roles={list} onClose={() => setOpen(undefined)} />
    </>
  );
}

function rightsCount(t: StaffTranslations['staff'], row: RoleRow): string {
  return t('rights_of_all', { count: row.rights.length, all: rights.length });
}

function rolePhoneRow({ staff: t, roles: names }: StaffTranslations): PhoneRow<RoleRow> {
  return {
    what: (row) => <bdi>{roleName(names, row)}</bdi>,
    state: (row) => (row.waiting ? <StatusBadge tone="warn">{t('change_waits')}</StatusBadge> : undefined),
    facts: (row) => [t(row.builtIn ? 'built_in' : 'own_role'), rightsCount(t, row)],
  };
}

function roleColumns({ staff: t, roles: names }: StaffTranslations): Column<RoleRow>[] {
  return [
    { id: 'name', header: t('role_name'), cell: (row) => <bdi className={classes.name}>{roleName(names, row)}</bdi> },
    { id: 'kind', header: t('kind'), cell: ({ builtIn }) => t(builtIn ? 'built_in' : 'own_role') },
    { id: 'rights', header: t('rights'), numeric: true, cell: (row) => rightsCount(t, row) },
    { id: 'holders', header: t('holders'), numeric: true, cell: ({ holders }) => holders },
    {
      id: 'state',
      header: t('state'),
      cell: ({ waiting }) => waiting && <StatusBadge tone="warn">{t('change_waits')}</StatusBadge>,
    },
  ];
}
