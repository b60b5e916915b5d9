/** The differences as rows: what the member's list says beside what we have. */
import { useMemo } from 'react';
import { orderScreenWords } from '#features/orders/screen-words.ts';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import { Amount, type Format, useFormat } from '#foundation/console/display/format.tsx';
import { StatusBadge, type Tone } from '#foundation/console/display/StatusBadge.tsx';
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { ScreenLink } from '#foundation/console/page/ScreenLink.tsx';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import type { Difference } from '../contract.ts';
import { recordResultWords } from '../result-words.ts';
import type { DifferenceKind } from '../rules.ts';
import { recordCheckWords } from '../screen-words.ts';
import classes from './RecordCheck.module.css';

const tones: Readonly<Record<DifferenceKind, Tone>> = {
  missing_here: 'bad',
  missing_there: 'warn',
  amount_differs: 'bad',
  status_differs: 'warn',
  duplicate_there: 'idle',
};

export function Differences({ rows }: { rows: readonly Difference[] }) {
  const words = {
    t: useWords(recordCheckWords),
    kinds: useWords(recordResultWords),
    orders: useWords(orderScreenWords),
  };
  const format = useFormat();
  const { t, kinds, orders } = words;
  const columns = useMemo(() => columnsOf({ t, kinds, orders }, format), [t, kinds, orders, format]);
  return (
    <DataTable
      name="record-differences"
      label={kinds('differences')}
      columns={columns}
      phone={phoneRow(kinds, format)}
      source={{
        data: { total: rows.length, list: rows },
        isPending: false,
        isFetching: false,
        isPlaceholderData: false,
        error: null,
        refetch: () => undefined,
      }}
      rowKey={({ kind, number, theirs }) => `${kind} ${number} ${theirs?.line ?? ''}`}
      rowLabel={({ number }) => number}
    />
  );
}

interface Words {
  t: Translate<typeof recordCheckWords>;
  kinds: Translate<typeof recordResultWords>;
  orders: Translate<typeof orderScreenWords>;
}

function phoneRow(kinds: Words['kinds'], format: Format): PhoneRow<Difference> {
  return {
    what: ({ number }) => number,
    amount: ({ theirs, ours }) => {
      const amount = theirs?.amount ?? ours?.amount;
      return amount !== undefined && format.amount(amount);
    },
    state: ({ kind }) => <StatusBadge tone={tones[kind]}>{kinds(kind)}</StatusBadge>,
  };
}

function columnsOf({ t, kinds, orders }: Words, format: Format): Column<Difference>[] {
  return [
    { id: 'number', header: kinds('number'), cell: ({ number }) => <CopyText value={number} most={24} /> },
    {
      id: 'kind',
      header: kinds('difference'),
      cell: ({ kind }) => <StatusBadge tone={tones[kind]}>{kinds(kind)}</StatusBadge>,
    },
    {
      id: 'theirs',
      header: t('theirs'),
      cell: ({ theirs }) =>
        theirs === null ? (
          <span className={classes.quiet}>{t('nothing')}</span>
        ) : (
          <span className={classes.stack}>
            <span>
              <Amount value={theirs.amount} /> · {kinds(`record_${theirs.status}`)}
            </span>
            <span className={classes.quiet}>
              {t('at_line', { line: theirs.line })}
              {theirs.date !== null && ` · ${format.day(theirs.date)}`}
            </span>
          </span>
        ),
    },
    {
      id: 'ours',
      header: t('ours'),
      cell: ({ ours }) =>
        ours === null ? (
          <span className={classes.quiet}>{t('nothing')}</span>
        ) : (
          <span className={classes.stack}>
            <span>
              <Amount value={ours.amount} /> · {orders(ours.status)}
            </span>
            <span className={classes.quiet}>
              <ScreenLink to="/order/list" search={{ open: ours.systemNo }}>
                {ours.systemNo}
              </ScreenLink>
              {ours.paidAt !== null && ` · ${t('other_days', { time: format.dateTime(ours.paidAt) })}`}
            </span>
          </span>
        ),
    },
  ];
}
