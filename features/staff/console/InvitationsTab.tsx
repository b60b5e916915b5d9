/** Invitations: who made them, for what, and what became of them. */
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { ActDialog } from '#features/accounts/console/ActDialog.tsx';
import { useRight } from '#features/accounts/console/use-right.ts';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { Time } from '#foundation/console/display/format.tsx';
import { StatusBadge, type Tone } from '#foundation/console/display/StatusBadge.tsx';
import { choiceField } from '#foundation/console/list/address-fields.ts';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { isRefused } from '#foundation/console/list/filter-refusals.ts';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { ChoiceFilter } from '#foundation/console/list/filters.tsx';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import { given } from '#foundation/core/given.ts';
import { type InvitationRow, StaffAct } from '../contract.ts';
import { type InvitationState, invitationStates } from '../rules.ts';
import { roleNames } from '../role-names.ts';
import { roleWords } from '../role-words.ts';
import { staffWords } from '../screen-words.ts';
import { staffTexts } from '../words.ts';
import { STAFF_FRESH_MS, staffCalls } from './calls.ts';
import type { StaffTranslations } from './people-columns.tsx';
import classes from './Staff.module.css';

const invitationAddress = {
  fields: { state: choiceField(invitationStates) },
  sortable: ['createdAt'],
} as const;

const tones: Readonly<Record<InvitationState, Tone>> = {
  waiting: 'warn',
  open: 'busy',
  used: 'good',
  cancelled: 'idle',
  expired: 'idle',
};

export function InvitationsTab() {
  const t = useWords(staffWords);
  const names = useWords(roleWords);
  const configures = useRight('staff.configure');
  const list = useListAddress(invitationAddress);
  const { sort, order } = list.paging;
  const filter = given(list.filters);
  const invitations = useCall(
    staffCalls,
    '/operator/staff/invitations',
    { ...list.paging, ...filter },
    { refetchEveryMs: STAFF_FRESH_MS },
  );
  const [ending, setEnding] = useState<InvitationRow>();
  const columns = useMemo(
    () => invitationColumns({ staff: t, roles: names }, configures ? setEnding : undefined),
    [t, names, configures],
  );
  const cancel = useAction(staffCalls, '/operator/staff/cancelInvite', {
    refreshes: ['/operator/staff/invitations', '/operator/staff/proposals'],
    quiet: true,
    background: false,
  });
  return (
    <>
      <FilterBar list={list} error={invitations.error}>
        <ChoiceFilter
          {...list.bind('state')}
          label={t('state')}
          options={invitationStates.map((value) => ({ value, label: t(`invitation_${value}`) }))}
        />
      </FilterBar>
      <DataTable
        name="operatorInvitations"
        label={t('part_invitations')}
        counted={(count) => t('counted_invitations', { count })}
        columns={columns}
        phone={invitationPhoneRow({ staff: t, roles: names })}
        source={invitations}
        rowKey={(row) => row.id}
        list={list}
        actions={
          !isRefused(invitations.error) && (
            <ExportButton
              kind="invitation"
              filter={{ sort, order, ...filter }}
              counted={(count) => t('counted_invitations', { count })}
            />
          )
        }
        empty={{ title: t('no_invitations'), hint: t('no_invitations_hint') }}
      />
      {ending && (
        <ActDialog
          opened
          title={t('cancel_invitation')}
          act={t('cancel_invitation')}
          dangerous
          schema={StaffAct}
          texts={staffTexts}
          why={{ name: 'reason', label: t('reason') }}
          onSend={async (input) => {
            await cancel.mutateAsync({ ...input, id: ending.id });
            showToast(t('invitation_gone'), 'good');
          }}
          onClose={() => setEnding(undefined)}
        >
          <p>{t('cancel_invitation_what', { reason: ending.reason })}</p>
        </ActDialog>
      )}
    </>
  );
}

function invitationPhoneRow({ staff: t, roles }: StaffTranslations): PhoneRow<InvitationRow> {
  return {
    what: ({ reason }) => <bdi>{reason}</bdi>,
    state: (row) => <StatusBadge tone={tones[row.state]}>{t(`invitation_${row.state}`)}</StatusBadge>,
    at: ({ createdAt }) => createdAt,
    facts: (row) => [row.roles.length === 0 ? t('no_roles') : roleNames(roles, row.roles)],
  };
}

function invitationColumns(
  { staff: t, roles }: StaffTranslations,
  onEnd: ((row: InvitationRow) => void) | undefined,
): Column<InvitationRow>[] {
  return [
    {
      id: 'createdAt',
      header: t('created_at'),
      sortable: true,
      cell: ({ createdAt }) => <Time at={createdAt} short />,
    },
    { id: 'reason', header: t('reason'), cell: ({ reason }) => <bdi className={classes.names}>{reason}</bdi> },
    {
      id: 'roles',
      header: t('roles'),
      cell: (row) => (
        <span className={classes.names}>{row.roles.length === 0 ? t('no_roles') : roleNames(roles, row.roles)}</span>
      ),
    },
    { id: 'invitedBy', header: t('invited_by'), priority: 2, cell: ({ invitedBy }) => invitedBy },
    { id: 'expiresAt', header: t('expires'), priority: 3, cell: ({ expiresAt }) => <Time at={expiresAt} short /> },
    { id: 'username', header: t('became'), priority: 1, cell: ({ username }) => username },
    {
      id: 'state',
      header: t('state'),
      cell: (row) => <StatusBadge tone={tones[row.state]}>{t(`invitation_${row.state}`)}</StatusBadge>,
    },
    ...(onEnd
      ? [
          {
            id: 'end',
            header: t('cancel_invitation'),
            cell: (row: InvitationRow) =>
              (row.state === 'open' || row.state === 'waiting') && (
                <Button variant="subtle" color="red" size="compact-sm" fw={400} mx={-8} onClick={() => onEnd(row)}>
                  {t('cancel_invitation')}
                </Button>
              ),
          },
        ]
      : []),
  ];
}
