/** What owners proposed about staff: another one confirms or rejects it. */
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { ActDialog } from '#features/accounts/console/ActDialog.tsx';
import { useRight } from '#features/accounts/console/use-right.ts';
import { Hindered } from '#features/approvals/console/Hindered.tsx';
import { Decision } from '#features/approvals/fields.ts';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { Time } from '#foundation/console/display/format.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { useAction, useCall } from '#foundation/console/wire/use-call.ts';
import type { StaffProposalRow } from '../contract.ts';
import { proposedChange } from '../proposed-change.ts';
import { roleWords } from '../role-words.ts';
import { staffWords } from '../screen-words.ts';
import { staffTexts } from '../words.ts';
import { STAFF_FRESH_MS, staffCalls } from './calls.ts';
import type { StaffTranslations } from './people-columns.tsx';
import classes from './Staff.module.css';

const proposalAddress = { fields: {}, sortable: ['proposedAt'] } as const;

interface Deciding {
  row: StaffProposalRow;
  decision: 'confirm' | 'reject';
}

export function ProposalsTab() {
  const t = useWords(staffWords);
  const names = useWords(roleWords);
  const configures = useRight('staff.configure');
  const list = useListAddress(proposalAddress);
  const { sort, order } = list.paging;
  const proposals = useCall(staffCalls, '/operator/staff/proposals', list.paging, { refetchEveryMs: STAFF_FRESH_MS });
  const [deciding, setDeciding] = useState<Deciding>();
  const columns = useMemo(
    () => proposalColumns({ staff: t, roles: names }, configures ? setDeciding : undefined),
    [t, names, configures],
  );
  return (
    <>
      <DataTable
        name="operatorStaffProposals"
        label={t('part_proposals')}
        counted={(count) => t('counted_proposals', { count })}
        columns={columns}
        phone={proposalPhoneRow(t)}
        source={proposals}
        rowKey={(row) => row.id}
        list={list}
        actions={
          <ExportButton
            kind="staffProposal"
            filter={{ sort, order }}
            counted={(count) => t('counted_proposals', { count })}
          />
        }
        empty={{ title: t('no_proposals'), hint: t('no_proposals_hint') }}
      />
      {deciding && <DecideDialog {...deciding} onClose={() => setDeciding(undefined)} />}
    </>
  );
}

function DecideDialog({ row, decision, onClose }: Deciding & { onClose: () => void }) {
  const t = useWords(staffWords);
  const decide = useAction(staffCalls, '/operator/staff/decideProposal', {
    refreshes: [
      '/operator/staff/proposals',
      '/operator/staff/list',
      '/operator/staff/roles',
      '/operator/staff/invitations',
    ],
    quiet: true,
    background: false,
  });
  return (
    <ActDialog
      opened
      title={t(`act_${row.act}`, { name: row.name })}
      act={t(decision)}
      dangerous={decision === 'reject'}
      schema={Decision}
      texts={staffTexts}
      input={(typed) => ({ ...typed, id: row.id, decision })}
      why={{ name: 'remark', label: t('remark') }}
      onSend={async (input) => {
        await decide.mutateAsync(input);
        showToast(t(decision === 'confirm' ? 'confirmed' : 'rejected'), 'good');
      }}
      onClose={onClose}
    >
      <Change row={row} />
      <p>
        {t('proposed_by')}: {row.proposedBy}
      </p>
      <p>
        {t('reason')}: <bdi>{row.reason}</bdi>
      </p>
      <p>{t(decision === 'confirm' ? 'confirm_what' : 'reject_what')}</p>
    </ActDialog>
  );
}

/** What somebody or a role gets, and loses. */
function Change({ row }: { row: StaffProposalRow }) {
  const t = useWords(staffWords);
  const names = useWords(roleWords);
  const { gets, loses } = proposedChange(names, row);
  return (
    <div className={classes.change}>
      <span>
        {t('gets')}: <bdi>{gets === '' ? t('no_roles') : gets}</bdi>
      </span>
      {loses !== '' && (
        <span>
          {t('loses')}: <bdi>{loses}</bdi>
        </span>
      )}
    </div>
  );
}

function proposalPhoneRow(t: StaffTranslations['staff']): PhoneRow<StaffProposalRow> {
  return {
    what: (row) => <bdi>{t(`act_${row.act}`, { name: row.name })}</bdi>,
    at: ({ proposedAt }) => proposedAt,
    facts: (row) => [row.proposedBy, row.own && t('own_proposal')],
  };
}

function proposalColumns(
  { staff: t }: StaffTranslations,
  onDecide: ((deciding: Deciding) => void) | undefined,
): Column<StaffProposalRow>[] {
  return [
    {
      id: 'proposedAt',
      header: t('proposed_at'),
      sortable: true,
      cell: ({ proposedAt }) => <Time at={proposedAt} short />,
    },
    {
      id: 'what',
      header: t('what'),
      cell: (row) => (
        <div className={classes.change}>
          <bdi>{t(`act_${row.act}`, { name: row.name })}</bdi>
          <Change row={row} />
        </div>
      ),
    },
    {
      id: 'reason',
      header: t('reason'),
      priority: 2,
      cell: ({ reason }) => <bdi className={classes.names}>{reason}</bdi>,
    },
    { id: 'proposedBy', header: t('proposed_by'), cell: (row) => (row.own ? t('own_proposal') : row.proposedBy) },
    { id: 'expiresAt', header: t('expires'), priority: 1, cell: ({ expiresAt }) => <Time at={expiresAt} short /> },
    ...(onDecide
      ? [
          {
            id: 'decide',
            header: t('confirm'),
            cell: (row: StaffProposalRow) =>
              !row.own && (
                <>
                  {row.hindrance ? (
                    <Hindered hindrance={row.hindrance} expiresAt={row.expiresAt} />
                  ) : (
                    row.state === 'open' && (
                      <Button
                        variant="subtle"
                        size="compact-sm"
                        fw={400}
                        onClick={() => onDecide({ row, decision: 'confirm' })}
                      >
                        {t('confirm')}
                      </Button>
                    )
                  )}
                  <Button
                    variant="subtle"
                    color="red"
                    size="compact-sm"
                    fw={400}
                    onClick={() => onDecide({ row, decision: 'reject' })}
                  >
                    {t('reject')}
                  </Button>
                </>
              ),
          },
        ]
      : []),
  ];
}
