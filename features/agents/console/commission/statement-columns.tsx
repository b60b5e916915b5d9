/** The statement's columns; the first depends on the grouping. */
import type { Column, PhoneRow } from '#foundation/console/list/data-table/column.ts';
import { CopyText } from '#foundation/console/display/CopyText.tsx';
import type { Format } from '#foundation/console/display/format.tsx';
import type { Translate } from '#foundation/console/page/words.tsx';
import type { Language } from '#foundation/core/words.ts';
import type { commissionWords } from '../../commission-words.ts';
import type { CommissionRow } from '../../order-contract.ts';
import type { agentWords } from '../../screen-words.ts';
import { monthText } from '#foundation/console/display/month-text.ts';
import type { CommissionGroup } from './commission-filter.ts';
import classes from './Commission.module.css';

export interface StatementLook {
  words: Translate<typeof commissionWords>;
  shared: Translate<typeof agentWords>;
  format: Format;
  language: Language;
  group: CommissionGroup;
}

/** A row's name for people: a day, a month, a member or a channel. */
export function nameOfRow(
  { key, name }: Pick<CommissionRow, 'key' | 'name'>,
  { format, language, group }: Pick<StatementLook, 'format' | 'language' | 'group'>,
): string {
  if (group === 'day') return format.day(key);
  return group === 'month' ? monthText(key, language) : name || key;
}

export function statementPhoneRow(look: StatementLook): PhoneRow<CommissionRow> {
  const { shared, format } = look;
  return {
    what: (row) => nameOfRow(row, look),
    amount: ({ net }) => format.amount(net),
    facts: ({ orders, amount }) => [
      `${shared('orders')} ${format.number(orders)}`,
      `${shared('paid_amount')} ${format.amount(amount)}`,
    ],
  };
}

export function statementColumns(look: StatementLook): Column<CommissionRow>[] {
  const { words: t, shared, format, group } = look;
  return [
    {
      id: 'key',
      header: t(`by_${group}`),
      sortable: true,
      cell: (row) => (
        <span className={classes.row}>
          <span className={classes.name}>{nameOfRow(row, look)}</span>
          {group === 'member' && (
            <span className={classes.quiet}>
              <CopyText value={row.key} />
            </span>
          )}
        </span>
      ),
    },
    { id: 'orders', priority: 1, header: shared('orders'), numeric: true, cell: ({ orders }) => format.number(orders) },
    {
      id: 'amount',
      priority: 2,
      header: shared('paid_amount'),
      numeric: true,
      cell: ({ amount }) => format.amount(amount),
    },
    { id: 'commission', header: t('earned'), numeric: true, cell: ({ commission }) => format.amount(commission) },
    {
      id: 'reversed',
      priority: 3,
      header: t('reversed'),
      numeric: true,
      cell: ({ reversed }) =>
        Number(reversed) === 0 ? (
          <span className={classes.quiet}>–</span>
        ) : (
          <span className={classes.taken}>−{format.amount(reversed)}</span>
        ),
    },
    {
      id: 'net',
      header: t('net'),
      numeric: true,
      cell: ({ net }) => <span className={classes.net}>{format.amount(net)}</span>,
    },
  ];
}
