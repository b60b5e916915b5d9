/** All proposals of operators, of every kind: what, about whom, who proposed it, until when; a drawer decides one. */
import { MemberLink } from '#features/accounts/console/deciding/MemberLink.tsx';
import { useMemo } from 'react';
import { choiceField, textField } from '#foundation/console/list/address-fields.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { isRefused } from '#foundation/console/list/filter-refusals.ts';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { ChoiceFilter, TextFilter } from '#foundation/console/list/filters.tsx';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { StateTabs } from '#features/accounts/console/deciding/StateTabs.tsx';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { Clip } from '#foundation/console/display/Clip.tsx';
import { type Format, Time, useFormat } from '#foundation/console/display/format.tsx';
import { PageHeader } from '#foundation/console/display/layout.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { useRowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import { given } from '#foundation/core/given.ts';
import type { ApprovalRow } from '../../approval-contract.ts';
import { approvalScreenWords } from '../../approval-words.ts';
import { operatorTitles } from '../../screen-titles.ts';
import { settingTitle } from '../../setting-text.ts';
import { settingWords } from '../../setting-words.ts';
import { ApprovalDrawer } from './ApprovalDrawer.tsx';
import { ApprovalState } from './ApprovalState.tsx';
import { operatorApprovalCalls } from './calls.ts';

const states = ['open', 'confirmed', 'rejected', 'expired', 'stale', 'all'] as const;
const kinds = [
  'withdrawal',
  'payout',
  'reversal',
  'confirmation',
  'adjustment',
  'move',
  'rate',
  'login',
  'staff',
  'setting',
] as const;

const approvalAddress = {
  fields: {
    state: choiceField(['confirmed', 'rejected', 'expired', 'stale', 'all']),
    kind: choiceField(kinds),
    memberNo: textField(),
  },
  sortable: ['proposedAt'],
} as const;

/** Others propose and decide: the list is read again so often. */
const FRESH_MS = 20_000;
const keyOf = (row: ApprovalRow) => row.id;

function ApprovalListScreen() {
  const t = useWords(approvalScreenWords);
  const settings = useWords(settingWords);
  const format = useFormat();
  const title = useWords(operatorTitles)('approvals');
  const list = useListAddress(approvalAddress);
  const { kind, memberNo } = list.filters;
  const state: (typeof states)[number] = list.filters.state ?? 'open';
  const filter = { ...given({ kind, memberNo }), state };
  const { sort, order } = list.paging;
  const input = { ...list.paging, ...filter };
  const source = useCall(operatorApprovalCalls, '/operator/approval/list', input, { refetchEveryMs: FRESH_MS });
  const columns = useMemo(() => columnsOf({ t, settings }, format), [t, settings, format]);
  const rows = source.data?.list ?? [];
  const steps = useRowSteps(rows.map(keyOf), list.open);
  const open = source.data?.extend.open ?? 0;
  return (
    <>
      <PageHeader title={title} hint={t('hint')} />
      <StateTabs
        label={t('which')}
        value={state}
        options={states.map((value) => ({
          value,
          label: t(`state_${value}`),
          note: value === 'open' && open > 0 ? String(open) : undefined,
        }))}
        onChange={(wanted) => list.bind('state').onChange(wanted === 'open' ? undefined : wanted)}
      />
      <FilterBar list={list} error={source.error}>
        <TextFilter {...list.bind('memberNo')} label={t('member_no')} />
        <ChoiceFilter
          {...list.bind('kind')}
          label={t('kind')}
          options={kinds.map((value) => ({ value, label: t(`kind_${value}`) }))}
        />
      </FilterBar>
      <DataTable
        name="operator-approvals"
        label={title}
        columns={columns}
        phone={phoneRow({ t, settings }, format)}
        fills
        source={source}
        rowKey={keyOf}
        rowLabel={(row) => `${t(`act_${row.act}`)} ${subjectOf(settings, row)}`}
        list={list}
        onOpen={(row) => list.setOpen(row.id)}
        openKey={list.open}
        actions={!isRefused(source.error) && <ExportButton kind="approval" filter={{ sort, order, ...filter }} />}
        counted={(count) => t('counted', { count })}
        empty={{ title: t('empty_title'), hint: t('empty_hint') }}
      />
      <ApprovalDrawer
        id={list.open}
        row={rows.find((row) => row.id === list.open)}
        isLoading={source.isPending}
        steps={steps}
        onClose={() => list.setOpen(undefined)}
      />
    </>
  );
}

/** Whose money it is, or who or what else it is about. */
function subjectOf(settings: Settings, { memberNo, kind, subject }: ApprovalRow): string {
  if (kind === 'setting' && subject !== null) return settingTitle(settings, subject);
  return memberNo ?? subject ?? '';
}

function Subject({ settings, row }: { settings: Settings; row: ApprovalRow }) {
  if (row.memberNo !== null) return <MemberLink memberNo={row.memberNo} />;
  return <Clip text={subjectOf(settings, row)} most={20} />;
}

type Settings = Translate<typeof settingWords>;

interface Phrases {
  t: Translate<typeof approvalScreenWords>;
  settings: Settings;
}

function columnsOf({ t, settings }: Phrases, format: Format): Column<ApprovalRow>[] {
  return [
    { id: 'act', header: t('act'), cell: ({ act }) => t(`act_${act}`) },
    { id: 'kind', header: t('kind'), cell: ({ kind }) => t(`kind_${kind}`) },
    { id: 'subject', header: t('member'), cell: (row) => <Subject settings={settings} row={row} /> },
    {
      id: 'amount',
      header: t('amount'),
      numeric: true,
      cell: ({ amount }) => (amount === null ? '–' : format.amount(amount)),
    },
    { id: 'reason', header: t('reason'), priority: 1, cell: ({ reason }) => <Clip text={reason} most={28} /> },
    { id: 'proposedBy', header: t('proposed_by'), priority: 2, cell: ({ proposedBy }) => proposedBy },
    {
      id: 'proposedAt',
      header: t('proposed_at'),
      sortable: true,
      priority: 3,
      cell: ({ proposedAt }) => <Time at={proposedAt} short />,
    },
    {
      id: 'expiresAt',
      header: t('expires_at'),
      optional: true,
      cell: ({ expiresAt }) => <Time at={expiresAt} short />,
    },
    {
      id: 'state',
      header: t('state'),
      cell: (row) => (
        <>
          <ApprovalState row={row} />
          {row.own && row.state === 'open' && <StatusBadge tone="idle">{t('own')}</StatusBadge>}
        </>
      ),
    },
  ];
}

function phoneRow({ t, settings }: Phrases, format: Format): PhoneRow<ApprovalRow> {
  return {
    what: ({ act, kind }) => `${t(`act_${act}`)} · ${t(`kind_${kind}`)}`,
    amount: ({ amount }) => (amount === null ? null : format.amount(amount)),
    state: (row) => (
      <>
        {row.state !== 'open' && <ApprovalState row={row} />}
        {row.own && row.state === 'open' && <StatusBadge tone="idle">{t('own')}</StatusBadge>}
      </>
    ),
    at: ({ proposedAt }) => proposedAt,
    sort: 'proposedAt',
    facts: (row) => {
      const subject = subjectOf(settings, row);
      return [subject !== '' && <Clip key="subject" text={subject} most={16} />, row.proposedBy];
    },
  };
}

export { ApprovalListScreen as Screen };
