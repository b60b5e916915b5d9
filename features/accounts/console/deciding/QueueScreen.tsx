/** A queue that operators decide: a list of what waits, oldest first, and of what was decided, and a drawer to review one. */
import type { ReactNode } from 'react';
import { ExportButton, type ExportButtonProps } from '#features/exports/console/ExportButton.tsx';
import { Clip } from '#foundation/console/display/Clip.tsx';
import { PageHeader } from '#foundation/console/display/layout.tsx';
import { choiceField, textField } from '#foundation/console/list/address-fields.ts';
import type { Column } from '#foundation/console/list/data-table/column.ts';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import type { DataTableProps } from '#foundation/console/list/data-table/table.ts';
import { isRefused } from '#foundation/console/list/filter-refusals.ts';
import { FilterBar } from '#foundation/console/list/FilterBar.tsx';
import { TextFilter } from '#foundation/console/list/filters.tsx';
import type { ListAddress } from '#foundation/console/list/use-list-address.ts';
import { type RowSteps, useRowSteps } from '#foundation/console/overlay/use-row-steps.ts';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { given } from '#foundation/core/given.ts';
import { MemberLink } from './MemberLink.tsx';
import { atTab } from './queue-tab.ts';
import { StateTabs } from './StateTabs.tsx';

const statuses = ['pending', 'approved', 'rejected', 'all'] as const;
type Status = (typeof statuses)[number];

/** The filters of a queue. */
export const queueFields = { status: choiceField(['approved', 'rejected', 'all']), memberNo: textField() };
type QueueAddress<Sort extends string> = ListAddress<typeof queueFields, Sort>;

/** Others decide, and members submit: a queue is read again so often. */
export const QUEUE_FRESH_MS = 20_000;

/** The input of a queue's call. */
export function queueInput<Sort extends string>({ paging, filters }: QueueAddress<Sort>) {
  return { ...paging, ...wireFilter(filters) };
}

function wireFilter({ status, memberNo }: QueueAddress<string>['filters']): { status: Status; memberNo?: string } {
  return { ...given({ memberNo }), status: status ?? 'pending' };
}

/** The columns of the member, which every queue has. */
export function memberColumns<Row extends { memberNo: string; memberName: string }>(names: {
  number: string;
  name: string;
}): Column<Row>[] {
  return [
    { id: 'memberNo', header: names.number, cell: ({ memberNo }) => <MemberLink memberNo={memberNo} /> },
    { id: 'member', header: names.name, priority: 2, cell: ({ memberName }) => <Clip text={memberName} most={24} /> },
  ];
}

export interface QueueScreenProps<Row, Sort extends string> extends Required<
  Pick<DataTableProps<Row>, 'name' | 'columns' | 'phone' | 'rowLabel' | 'counted' | 'empty'>
> {
  title: string;
  hint: string;
  /** What the tabs choose. */
  which: string;
  tab: (status: Status) => string;
  memberNo: string;
  /** The list as a file. */
  exported: ExportButtonProps['kind'];
  list: QueueAddress<Sort>;
  source: DataTableProps<Row>['source'] & { data: { extend: { pending: number } } | undefined };
  /** The drawer of the open one. */
  children: (steps: RowSteps | undefined) => ReactNode;
}

const keyOf = ({ id }: { id: string }) => id;

export function QueueScreen<Row extends { id: string }, Sort extends string>({
  title,
  hint,
  which,
  tab,
  memberNo,
  exported,
  list,
  source,
  children,
  ...table
}: QueueScreenProps<Row, Sort>) {
  const { change } = usePageAddress();
  const steps = useRowSteps((source.data?.list ?? []).map(keyOf), list.open);
  const { sort, order } = list.paging;
  const pending = source.data?.extend.pending ?? 0;
  return (
    <>
      <PageHeader title={title} hint={hint} />
      <StateTabs<Status>
        label={which}
        value={list.filters.status ?? 'pending'}
        options={statuses.map((value) => ({
          value,
          label: tab(value),
          note: value === 'pending' && pending > 0 ? String(pending) : undefined,
        }))}
        onChange={(wanted) => change((before) => atTab(before, wanted))}
      />
      <FilterBar list={list} error={source.error}>
        <TextFilter {...list.bind('memberNo')} label={memberNo} />
      </FilterBar>
      <DataTable
        {...table}
        label={title}
        fills
        source={source}
        rowKey={keyOf}
        list={list}
        onOpen={(row) => list.setOpen(row.id)}
        openKey={list.open}
        actions={
          !isRefused(source.error) && (
            <ExportButton
              kind={exported}
              filter={{ sort, order, ...wireFilter(list.filters) }}
              counted={(count) => table.counted(count, false)}
            />
          )
        }
      />
      {children(steps)}
    </>
  );
}
