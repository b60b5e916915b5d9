/**
 * The list of cards that withdrawals go to, with dialogs to change and remove one. Used on its own screen and in a tab;
 * `AddCardButton` is above it.
 */
import { Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useMe } from '#features/accounts/console/use-me.ts';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { Time } from '#foundation/console/display/format.tsx';
import { StatusBadge } from '#foundation/console/display/StatusBadge.tsx';
import { useCall } from '#foundation/console/wire/use-call.ts';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import type { CardRow } from '../contract.ts';
import { cardCalls } from './calls.ts';
import { cardTones } from './card-tones.ts';
import { cardTitles } from '../screen-titles.ts';
import { cardScreenWords } from '../screen-words.ts';
import { CardDialog } from './CardDialog.tsx';
import classes from './CardList.module.css';

type OpenDialog = { act: 'add' } | { act: 'edit' | 'remove'; card: CardRow };

export function CardList() {
  const t = useWords(cardScreenWords);
  const title = useWords(cardTitles)('cards');
  const user = useMe().data?.userinfo;
  const cards = useCall(cardCalls, '/bankcard/list', undefined);
  const [openDialog, setOpenDialog] = useState<OpenDialog>();
  const columns = useMemo(() => columnsOf(t, setOpenDialog), [t]);
  const add = () => setOpenDialog({ act: 'add' });
  return (
    <>
      <DataTable
        name="cards"
        label={title}
        counted={(count) => t('counted_cards', { count })}
        columns={columns}
        phone={phoneRow(t)}
        source={cards}
        rowKey={(row) => row.id}
        empty={{ title: t('empty_title'), hint: t('empty_hint'), action: { label: t('add'), onClick: add } }}
      />
      {openDialog && user && (
        <CardDialog
          {...openDialog}
          user={user}
          total={cards.data?.total ?? 0}
          onClose={() => setOpenDialog(undefined)}
        />
      )}
    </>
  );
}

function columnsOf(t: Translate<typeof cardScreenWords>, open: (openDialog: OpenDialog) => void): Column<CardRow>[] {
  return [
    {
      id: 'holder',
      header: t('holder'),
      cell: ({ holder }) => <span className={classes.holder}>{holder}</span>,
    },
    { id: 'status', header: t('status'), cell: (row) => <Status row={row} /> },
    { id: 'account', header: t('account'), cell: ({ account }) => <span className={classes.account}>{account}</span> },
    { id: 'bank', header: t('bank'), cell: (row) => <BankOf row={row} /> },
    { id: 'type', priority: 1, header: t('type'), cell: ({ type }) => t(`type_${type}`) },
    {
      id: 'createdAt',
      priority: 1,
      header: t('created_at'),
      optional: true,
      cell: ({ createdAt }) => <Time at={createdAt} short />,
    },
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
            onClick={() => open({ act: 'edit', card })}
          >
            {t('edit')}
          </Button>
          <Button
            variant="subtle"
            color="red"
            size="compact-sm"
            fw={400}
            aria-label={t('remove_card', { card: card.account })}
            onClick={() => open({ act: 'remove', card })}
          >
            {t('remove')}
          </Button>
        </span>
      ),
    },
  ];
}

function phoneRow(t: Translate<typeof cardScreenWords>): PhoneRow<CardRow> {
  return {
    what: ({ holder }) => holder,
    state: ({ status }) =>
      status !== 'approved' && <StatusBadge tone={cardTones[status]}>{t(`status_${status}`)}</StatusBadge>,
    facts: ({ bankName, type, account }) => [bankName ?? t(`type_${type}`), account],
  };
}

/** The status, and below it the operator's remark if the card was rejected. */
function Status({ row: { status, reviewRemark } }: { row: CardRow }) {
  const t = useWords(cardScreenWords);
  return (
    <span className={classes.stack}>
      <StatusBadge tone={cardTones[status]}>{t(`status_${status}`)}</StatusBadge>
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
