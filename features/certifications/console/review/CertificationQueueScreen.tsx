/** The queue of certifications, oldest first, and the decided ones: a list, and a drawer to review one. */
import { useMemo } from 'react';
import {
  memberColumns,
  queueFields,
  queueInput,
  QueueScreen,
  QUEUE_FRESH_MS,
} from '#features/accounts/console/deciding/QueueScreen.tsx';
import { Clip } from '#foundation/console/display/Clip.tsx';
import { Time } from '#foundation/console/display/format.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { useListAddress } from '#foundation/console/list/use-list-address.ts';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import type { CertificationRow } from '../../contract.ts';
import { certificationQueueTitles } from '../../operator-titles.ts';
import { certificationQueueWords } from '../../operator-words.ts';
import { certificationWords } from '../../screen-words.ts';
import { certificationCalls } from '../calls.ts';
import { CertificationDrawer } from './CertificationDrawer.tsx';
import { StateBadge } from './StateBadge.tsx';

const queueAddress = { fields: queueFields, sortable: ['submittedAt'], firstOrder: 'asc' } as const;

function CertificationQueueScreen() {
  const t = useWords(certificationQueueWords);
  const own = useWords(certificationWords);
  const title = useWords(certificationQueueTitles)('certifications');
  const list = useListAddress(queueAddress);
  const source = useCall(certificationCalls, '/operator/certification/list', queueInput(list), {
    refetchEveryMs: QUEUE_FRESH_MS,
  });
  const columns = useMemo(() => columnsOf(t, own), [t, own]);
  return (
    <QueueScreen
      name="operator-certifications"
      title={title}
      hint={t('hint')}
      which={t('which')}
      tab={(value) => (value === 'all' ? t('all') : own(`status_${value}`))}
      memberNo={t('member_no')}
      exported="certification"
      columns={columns}
      phone={phoneRow}
      list={list}
      source={source}
      rowLabel={({ memberNo }) => memberNo}
      counted={(count) => t('counted', { count })}
      empty={{ title: t('empty_title'), hint: t('empty_hint') }}
    >
      {(steps) => <CertificationDrawer id={list.open} steps={steps} onClose={() => list.setOpen(undefined)} />}
    </QueueScreen>
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
    ...memberColumns<CertificationRow>({ number: t('member_no'), name: t('member') }),
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
