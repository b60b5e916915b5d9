/** The queue of cards, oldest first, and the decided ones: a list, and a drawer to review one. */
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
import type { OperatorCardRow } from '../../contract.ts';
import { cardQueueTitles } from '../../operator-titles.ts';
import { cardQueueWords } from '../../operator-words.ts';
import { cardScreenWords } from '../../screen-words.ts';
import { cardCalls } from '../calls.ts';
import { cardTones } from '../card-tones.ts';
import { CardDrawer } from './CardDrawer.tsx';
import classes from '../CardList.module.css';

const statuses = ['pending', 'approved', 'rejected', 'all'] as const;
type Status = (typeof statuses)[number];

const queueAddress = {
  fields: { status: choiceField(['approved', 'rejected', 'all']), memberNo: textField() },
  sortable: ['changedAt'],
  firstOrder: 'asc',
} as const;

/** Others decide, and members add: the list is read again so often. */
const FRESH_MS = 20_000;
const keyOf = (row: OperatorCardRow) => row.id;

function CardQueueScreen() {
  const t = useWords(cardQueueWords);
  const own = useWords(cardScreenWords);
  const title = useWords(cardQueueTitles)('cards');
  const list = useListAddress(queueAddress);
  const { change } = usePageAddress();
  const status: Status = list.filters.status ?? 'pending';
  const input = { ...list.paging, ...given({ memberNo: list.filters.memberNo }), status };
  const source = useCall(cardCalls, '/operator/bankcard/list', input, { refetchEveryMs: FRESH_MS });
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
        name="operator-cards"
        label={title}
        columns={columns}
        phone={phoneRow(own)}
        fills
        source={source}
        rowKey={keyOf}
        rowLabel={(row) => row.account}
        list={list}
        onOpen={(row) => list.setOpen(row.id)}
        openKey={list.open}
        counted={(count) => t('counted', { count })}
        empty={{ title: t('empty_title'), hint: t('empty_hint') }}
      />
      <CardDrawer id={list.open} steps={steps} onClose={() => list.setOpen(undefined)} />
    </>
  );
}

type T = Translate<typeof cardQueueWords>;
type Own = Translate<typeof cardScreenWords>;

function columnsOf(t: T, own: Own): Column<OperatorCardRow>[] {
  return [
    {
      id: 'changedAt',
      header: t('changed_at'),
      sortable: true,
      cell: ({ changedAt }) => <Time at={changedAt} short />,
    },
    { id: 'memberNo', header: t('member_no'), cell: ({ memberNo }) => <MemberLink memberNo={memberNo} /> },
    {
      id: 'member',
      header: t('member'),
      priority: 2,
      cell: ({ memberName }) => <Clip text={memberName} most={24} />,
    },
    { id: 'holder', header: own('holder'), cell: ({ holder }) => <Clip text={holder} most={24} /> },
    {
      id: 'account',
      header: own('account'),
      cell: ({ account }) => <span className={classes.account}>{account}</span>,
    },
    {
      id: 'bank',
      header: own('bank'),
      priority: 1,
      cell: ({ bankName, type }) => <Clip text={bankName ?? own(`type_${type}`)} most={28} />,
    },
    {
      id: 'status',
      header: own('status'),
      cell: ({ status }) => <StatusBadge tone={cardTones[status]}>{own(`status_${status}`)}</StatusBadge>,
    },
    {
      id: 'reviewedAt',
      header: t('reviewed_at'),
      optional: true,
      cell: ({ reviewedAt }) => <Time at={reviewedAt} short />,
    },
  ];
}

function phoneRow(own: Own): PhoneRow<OperatorCardRow> {
  return {
    what: ({ holder }) => <Clip text={holder} most={24} />,
    state: ({ status }) => <StatusBadge tone={cardTones[status]}>{own(`status_${status}`)}</StatusBadge>,
    at: ({ changedAt }) => changedAt,
    sort: 'changedAt',
    facts: ({ memberNo, account }) => [memberNo, account],
  };
}

export { CardQueueScreen as Screen };
