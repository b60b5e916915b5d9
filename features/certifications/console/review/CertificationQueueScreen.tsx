/** The queue of certifications, oldest first, and the decided ones: a list, and a drawer to review one. */
import { MemberLink } from '#features/accounts/console/deciding/MemberLink.tsx';
import { useMemo } from 'react';
import { choiceField, textField } from '#foundation/console/list/address-fields.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { TextFilter } from '#foundation/console/list/filters.tsx';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { atTab } from '#features/accounts/console/deciding/queue-tab.ts';
import { StateTabs } from '#features/accounts/console/deciding/StateTabs.tsx';
import { Clip } from '#foundation/console/display/Clip.tsx';
import { Time } from '#foundation/console/display/format.tsx';
import { PageHeader } from '#foundation/console/display/layout.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { useRowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import { given } from '#foundation/core/given.ts';
import type { CertificationRow } from '../../contract.ts';
import { certificationQueueTitles } from '../../operator-titles.ts';
import { certificationQueueWords } from '../../operator-words.ts';
import { certificationWords } from '../../screen-words.ts';
import { certificationCalls } from '../calls.ts';
import { CertificationDrawer } from './CertificationDrawer.tsx';
import { StateBadge } from './StateBadge.tsx';

const statuses = ['pending', 'approved', 'rejected', 'all'] as const;
type Status = (typeof statuses)[number];

const queueAddress = {
  fields: { status: choiceField(['approved', 'rejected', 'all']), memberNo: textField() },
  sortable: ['submittedAt'],
  firstOrder: 'asc',
} as const;

/** Others claim, decide and submit: the list is read again so often. */
const FRESH_MS = 20_000;
const keyOf = (row: CertificationRow) => row.id;

function CertificationQueueScreen() {
  const t = useWords(certificationQueueWords);
  const own = useWords(certificationWords);
  const title = useWords(certificationQueueTitles)('certifications');
  const list = useListAddress(queueAddress);
  const { change } = usePageAddress();
  const status: Status = list.filters.status ?? 'pending';
  const input = { ...list.paging, ...given({ memberNo: list.filters.memberNo }), status };
  const source = useCall(certificationCalls, '/operator/certification/list', input, { refetchEveryMs: FRESH_MS });
  const columns = useMemo(() => columnsOf(t, own), [t, own]);
  const steps = useRowSteps((source.data?.list ?? []).map(keyOf), list.open);
  const pending = source.data?.extend.pending ?? 0;
  return (
    <>
      <PageHeader title={title} hint={t('hint')} />
      <StateTabs
        label={t('which')}
        value={status}
        options={statuses.map((value) => ({
          value,
          label: value === 'all' ? t('all') : own(`status_${value}`),
          note: value === 'pending' && pending > 0 ? String(pending) : undefined,
        }))}
        onChange={(wanted) => change((before) => atTab(before, wanted))}
      />
      <FilterBar list={list} error={source.error}>
        <TextFilter {...list.bind('memberNo')} label={t('member_no')} />
      </FilterBar>
      <DataTable
        name="operator-certifications"
        label={title}
        columns={columns}
        phone={phoneRow}
        fills
        source={source}
        rowKey={keyOf}
        rowLabel={(row) => row.memberNo}
        list={list}
        onOpen={(row) => list.setOpen(row.id)}
        openKey={list.open}
        counted={(count) => t('counted', { count })}
        empty={{ title: t('empty_title'), hint: t('empty_hint') }}
      />
      <CertificationDrawer id={list.open} steps={steps} onClose={() => list.setOpen(undefined)} />
    </>
  );
}

type T = Translate<typeof certificationQueueWords>;
type Own = Translate<typeof certificationWords>;

function columnsOf(t: T, own: Own): Column<CertificationRow>[] {
  return [
    {
      id: 'submittedAt',
      header: own('submitted_at'),
      sortable: true,
      cell: ({ submittedAt }) => <Time at={submittedAt} short />,
    },
    { id: 'memberNo', header: t('member_no'), cell: ({ memberNo }) => <MemberLink memberNo={memberNo} /> },
    {
      id: 'member',
      header: t('member'),
      priority: 2,
      cell: ({ memberName }) => <Clip text={memberName} most={24} />,
    },
    { id: 'name', header: own('name'), cell: ({ name }) => <Clip text={name} most={24} /> },
    { id: 'idNumber', header: own('id_number'), priority: 1, cell: ({ idNumber }) => idNumber },
    {
      id: 'industry',
      header: own('industry'),
      optional: true,
      cell: ({ industry }) => <Clip text={industry} most={20} />,
    },
    { id: 'status', header: t('state'), cell: (row) => <Standing row={row} /> },
    {
      id: 'reviewedAt',
      header: own('reviewed_at'),
      optional: true,
      cell: ({ reviewedAt }) => <Time at={reviewedAt} short />,
    },
  ];
}

const phoneRow: PhoneRow<CertificationRow> = {
  what: ({ name }) => <Clip text={name} most={24} />,
  state: (row) => <Standing row={row} />,
  at: ({ submittedAt }) => submittedAt,
  sort: 'submittedAt',
  facts: ({ memberNo, memberName }) => [memberNo, <Clip key="name" text={memberName} most={18} />],
};

/** The status; for one that waits, who is looking at it. */
function Standing({ row }: { row: CertificationRow }) {
  const t = useWords(certificationQueueWords);
  if (row.claim === null) return <StateBadge {...row} />;
  return (
    <StatusBadge tone={row.claim.own ? 'busy' : 'warn'}>
      {row.claim.own ? t('looking_own') : t('looking', { name: row.claim.by })}
    </StatusBadge>
  );
}

export { CertificationQueueScreen as Screen };
