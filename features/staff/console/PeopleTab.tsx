/** All operators: a list with filters; a row opens the person. */
import { useMemo } from 'react';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { isRefused } from '#foundation/console/list/filter-refusals.ts';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { ChoiceFilter, TextFilter } from '#foundation/console/list/filters.tsx';
import { choiceField, textField } from '#foundation/console/list/address-fields.ts';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { given } from '#foundation/core/given.ts';
import { roleName } from '../role-names.ts';
import { roleWords } from '../role-words.ts';
import { staffWords } from '../screen-words.ts';
import { STAFF_FRESH_MS, staffCalls } from './calls.ts';
import { peopleColumns, personPhoneRow } from './people-columns.tsx';
import { PersonDrawer } from './PersonDrawer.tsx';
import classes from './Staff.module.css';

const states = ['active', 'disabled'] as const;
const peopleAddress = {
  fields: { q: textField(), role: textField(), state: choiceField(states) },
  sortable: ['createdAt', 'username', 'lastLoginAt'],
} as const;
const ROLE_ID = /^[a-z]{1,20}$|^[\da-f-]{36}$/;

export function PeopleTab() {
  const t = useWords(staffWords);
  const names = useWords(roleWords);
  const list = useListAddress(peopleAddress);
  const { q, role, state } = list.filters;
  const filter = given({ q, role: role !== undefined && ROLE_ID.test(role) ? role : undefined, state });
  const { sort, order } = list.paging;
  const people = useCall(
    staffCalls,
    '/operator/staff/list',
    { ...list.paging, ...filter },
    { refetchEveryMs: STAFF_FRESH_MS },
  );
  const roles = useCall(staffCalls, '/operator/staff/roles', undefined).data?.list ?? [];
  const columns = useMemo(() => peopleColumns({ staff: t, roles: names }), [t, names]);
  const owners = people.data?.extend.owners ?? 0;
  return (
    <>
      {owners > 1 && <p className={classes.hint}>{t('two_owners', { owners })}</p>}
      <FilterBar list={list} error={people.error}>
        <TextFilter {...list.bind('q')} label={t('find_operator')} />
        <ChoiceFilter
          {...list.bind('role')}
          label={t('role')}
          options={roles.map((each) => ({ value: each.id, label: roleName(names, each) }))}
        />
        <ChoiceFilter
          {...list.bind('state')}
          label={t('state')}
          options={states.map((value) => ({ value, label: t(`state_${value}`) }))}
        />
      </FilterBar>
      <DataTable
        name="operatorStaff"
        label={t('part_people')}
        counted={(count) => t('counted_people', { count })}
        columns={columns}
        phone={personPhoneRow({ staff: t, roles: names })}
        fills
        source={people}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.username}
        list={list}
        onOpen={(row) => list.setOpen(row.id)}
        openKey={list.open}
        actions={!isRefused(people.error) && <ExportButton kind="operator" filter={{ sort, order, ...filter }} />}
      />
      <PersonDrawer id={list.open} people={people.data?.list} onClose={() => list.setOpen(undefined)} />
    </>
  );
}
