/** The grouped table. */
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { Amount, useFormat } from '#foundation/console/display/format.tsx';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { Sum } from '#foundation/console/list/data-table/TableBar.tsx';
import { isRefused } from '#foundation/console/list/filter-refusals.ts';
import type { ListAddress } from '#foundation/console/list/use-list-address.ts';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { useLanguage, useWords } from '#foundation/console/page/words.tsx';
import type { OutputOf } from '#foundation/core/calls.ts';
import { commissionWords } from '../../commission-words.ts';
import type { agentOrderCalls as contract } from '../../order-contract.ts';
import { agentWords } from '../../screen-words.ts';
import type { CommissionGroup, statementAddress, WireCommissionFilter } from './commission-filter.ts';
import { nameOfRow, statementColumns, statementPhoneRow } from './statement-columns.tsx';

type CommissionAnswer = OutputOf<(typeof contract)['calls']['/agent/commission']>;
export type StatementSums = CommissionAnswer['extend'];

export interface StatementProps {
  list: ListAddress<typeof statementAddress.fields, 'key'>;
  answer: UseQueryResult<CommissionAnswer>;
  filter: WireCommissionFilter;
  group: CommissionGroup;
  /** The grouping of the shown rows, which can be those of the previous one. */
  rowGroup: CommissionGroup;
}

export function Statement({ list, answer, filter, group, rowGroup }: StatementProps) {
  const t = useWords(commissionWords);
  const shared = useWords(agentWords);
  const format = useFormat();
  const { language } = useLanguage();
  const { change } = usePageAddress();
  const { sort, order } = list.paging;
  const columns = useMemo(
    () => statementColumns({ words: t, shared, format, language, group: rowGroup }),
    [t, shared, format, language, rowGroup],
  );
  // The entries have pages of their own.
  const open = (key: string) =>
    change(({ page: _page, sort: _sort, order: _order, ...kept }) => ({ ...kept, open: key }));
  return (
    <DataTable
      name="commission"
      label={shared('commission_statement')}
      counted={(count) => t(`counted_${rowGroup}`, { count })}
      columns={columns}
      phone={statementPhoneRow({ words: t, shared, format, language, group: rowGroup })}
      source={answer}
      rowKey={(row) => row.key}
      rowLabel={(row) => nameOfRow(row, { format, language, group: rowGroup })}
      list={list}
      // A row of the previous grouping has no entries in the new one.
      onOpen={(row) => rowGroup === group && open(row.key)}
      sums={answer.data && <CommissionSums sums={answer.data.extend} />}
      actions={
        !isRefused(answer.error) && <ExportButton kind="commission" filter={{ sort, order, ...filter, group }} />
      }
      empty={{ title: t('empty_title'), hint: t('empty_hint') }}
    />
  );
}

export function CommissionSums({ sums }: { sums: Omit<StatementSums, 'held' | 'nextRelease'> }) {
  const t = useWords(commissionWords);
  const shared = useWords(agentWords);
  const format = useFormat();
  return (
    <>
      <Sum label={shared('orders')}>{format.number(sums.orders)}</Sum>
      <Sum label={shared('paid_amount')}>
        <Amount value={sums.amount} />
      </Sum>
      <Sum label={t('earned')}>
        <Amount value={sums.commission} />
      </Sum>
      <Sum label={t('reversed')}>
        <Amount value={sums.reversed} />
      </Sum>
      <Sum label={t('net')} main>
        <strong>
          <Amount value={sums.net} />
        </strong>
      </Sum>
    </>
  );
}
