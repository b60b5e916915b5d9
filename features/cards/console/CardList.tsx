/**
 * The cards that withdrawals go to: what is there, and adding, changing, removing one. On a screen of its own, and as a
 * tab.
 */
import { Button } from '@mantine/core';
import { type ReactNode, useMemo, useState } from 'react';
import { useMe } from '#features/users/console/use-me.ts';
import type { Column } from '#foundation/console/data-table/column.ts';
import { DataTable } from '#foundation/console/data-table/DataTable.tsx';
import { Time } from '#foundation/console/format.tsx';
import { StatusBadge, type Tone } from '#foundation/console/StatusBadge.tsx';
import { useCall } from '#foundation/console/use-call.ts';
import { type Say, useWords } from '#foundation/console/words.tsx';
import type { CardRow } from '../contract.ts';
import { cardCalls } from './calls.ts';
import type { CardStatus } from '../rules.ts';
import { cardTitles } from '../screen-titles.ts';
import { cardScreenWords } from '../screen-words.ts';
import { CardDialog } from './CardDialog.tsx';
import classes from './CardList.module.css';

type Asked = { act: 'add' } | { act: 'edit' | 'remove'; card: CardRow };

export interface CardListProps {
  /** What stands above; `add`: the button that adds a card, once there is one. */
  renderHead(add: ReactNode): ReactNode;
}

export function CardList({ renderHead }: CardListProps) {
  const t = useWords(cardScreenWords);
  const title = useWords(cardTitles)('cards');
  const reader = useMe().data?.userinfo;
  const cards = useCall(cardCalls, '/bankcard/list', undefined);
  const [asked, setAsked] = useState<Asked>();
  const columns = useMemo(() => columnsOf(t, setAsked), [t]);
  const add = () => setAsked({ act: 'add' });
  return (
    <>
      {renderHead((cards.data?.total ?? 0) > 0 && <Button onClick={add}>{t('add')}</Button>)}
      <DataTable
        name="cards"
        label={title}
        columns={columns}
        source={cards}
        rowKey={(row) => row.id}
        empty={{ title: t('empty_title'), hint: t('empty_hint'), action: { label: t('add'), onClick: add } }}
      />
      {asked && reader && (
        <CardDialog {...asked} reader={reader} total={cards.data?.total ?? 0} onClose={() => setAsked(undefined)} />
      )}
    </>
  );
}

const tones: Readonly<Record<CardStatus, Tone>> = { pending: 'busy', approved: 'good', rejected: 'bad' };

function columnsOf(t: Say<typeof cardScreenWords>, ask: (asked: Asked) => void): Column<CardRow>[] {
  return [
    {
      id: 'holder',
      header: t('holder'),
      card: 'title',
      cell: ({ holder }) => <span className={classes.holder}>{holder}</span>,
    },
    { id: 'status', header: t('status'), card: 'badge', cell: (row) => <Standing row={row} /> },
    { id: 'account', header: t('account'), cell: ({ account }) => <span className={classes.account}>{account}</span> },
    { id: 'bank', header: t('bank'), cell: (row) => <BankOf row={row} /> },
    { id: 'type', header: t('type'), cell: ({ type }) => t(`type_${type}`) },
    { id: 'createdAt', header: t('created_at'), optional: true, cell: ({ createdAt }) => <Time at={createdAt} /> },
    {
      id: 'actions',
      header: t('actions'),
      cell: (card) => (
        <span className={classes.actions}>
          <Button
            variant="subtle"
            size="compact-sm"
            fw={400}
            aria-label={t('edit_card', { card: card.account })}
            onClick={() => ask({ act: 'edit', card })}
          >
            {t('edit')}
          </Button>
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            fw={400}
            aria-label={t('remove_card', { card: card.account })}
            onClick={() => ask({ act: 'remove', card })}
          >
            {t('remove')}
          </Button>
        </span>
      ),
    },
  ];
}

/** The state, and below it what the operator who rejected the card says. */
function Standing({ row: { status, reviewRemark } }: { row: CardRow }) {
  const t = useWords(cardScreenWords);
  return (
    <span className={classes.stack}>
      <StatusBadge tone={tones[status]}>{t(`status_${status}`)}</StatusBadge>
      {status === 'rejected' && <span className={classes.quiet}>{reviewRemark}</span>}
    </span>
  );
}

function BankOf({ row: { bankName, branch } }: { row: CardRow }) {
  return (
    <span className={classes.stack}>
      <span>{bankName ?? '–'}</span>
      {branch !== '' && <span className={classes.quiet}>{branch}</span>}
    </span>
  );
}
