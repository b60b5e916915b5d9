/** The queue of cards, oldest first, and the decided ones: a list, and a drawer to review one. */
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
import type { OperatorCardRow } from '../../contract.ts';
import { cardQueueTitles } from '../../operator-titles.ts';
import { cardQueueWords } from '../../operator-words.ts';
import { cardScreenWords } from '../../screen-words.ts';
import { cardCalls } from '../calls.ts';
import { cardTones } from '../card-tones.ts';
import { CardDrawer } from './CardDrawer.tsx';
import classes from '../CardList.module.css';

const queueAddress = { fields: queueFields, sortable: ['changedAt'], firstOrder: 'asc' } as const;

function CardQueueScreen() {
  const t = useWords(cardQueueWords);
  const own = useWords(cardScreenWords);
  const title = useWords(cardQueueTitles)('cards');
  const list = useListAddress(queueAddress);
  const source = useCall(cardCalls, '/operator/bankcard/list', queueInput(list), {
    refetchEveryMs: QUEUE_FRESH_MS,
  });
  const columns = useMemo(() => columnsOf(t, own), [t, own]);
  return (
    <QueueScreen
      name="operator-cards"
      title={title}
      hint={t('hint')}
      which={t('which')}
      tab={(value) => (value === 'all' ? t('all') : own(`status_${value}`))}
      memberNo={t('member_no')}
      exported="card"
      columns={columns}
      phone={phoneRow(own)}
      list={list}
      source={source}
      rowLabel={({ account }) => account}
      counted={(count) => t('counted', { count })}
      empty={{ title: t('empty_title'), hint: t('empty_hint') }}
    >
      {(steps) => <CardDrawer id={list.open} steps={steps} onClose={() => list.setOpen(undefined)} />}
    </QueueScreen>
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
    ...memberColumns<OperatorCardRow>({ number: t('member_no'), name: t('member') }),
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
