/** The statement row by row: days of a month, or months of a year. Rows without movement are folded into one line. */
import type { UseQueryResult } from '@tanstack/react-query';
import { use, useMemo, useState } from 'react';
import { ExportButton } from '#features/exports/console/ExportButton.tsx';
import { useFormat } from '#foundation/console/display/format.tsx';
import { DataTable } from '#foundation/console/list/data-table/DataTable.tsx';
import { isRefused } from '#foundation/console/list/filter-refusals.ts';
import { usePageAddress } from '#foundation/console/page/page-address.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { OutputOf } from '#foundation/core/calls.ts';
import type { statementCalls as contract } from '../contract.ts';
import { statementWords } from '../screen-words.ts';
import { StatementOwner, useStatementPlace } from './owner.ts';
import { type Period, periodParams } from './period.ts';
import { nameOfLine, placeOf, statementColumns, statementPhoneRow } from './statement-columns.tsx';
import { linesOf } from './statement-lines.ts';
import { usePeriodText } from './use-period-text.ts';

export type StatementAnswer = OutputOf<(typeof contract)['calls']['/reconciliation/list']>;

const NONE: ReadonlySet<string> = new Set();

export function StatementTable({ period, answer }: { period: Period; answer: UseQueryResult<StatementAnswer> }) {
  const t = useWords(statementWords);
  const format = useFormat();
  const text = usePeriodText();
  const { change } = usePageAddress();
  const { at } = useStatementPlace();
  const { exports } = use(StatementOwner);
  const [unfolded, setUnfolded] = useState(NONE);
  const { data } = answer;
  const group = period.group === 'month' ? 'day' : 'month';
  const totals = data?.extend;
  const look = useMemo(() => ({ words: t, format, text, group, totals }) as const, [t, format, text, group, totals]);
  const columns = useMemo(() => statementColumns(look), [look]);
  const page = useMemo(() => {
    const list = data && linesOf(data.list, unfolded);
    return list && { list, total: list.length };
  }, [data, unfolded]);
  const title = t(group === 'day' ? 'days' : 'months');
  return (
    <DataTable
      name={`statement.${group}`}
      label={`${title}: ${text(period.name)}`}
      // A folded line is several.
      counted={() => t(`counted_${group}`, { count: data?.list.length ?? 0 })}
      columns={columns}
      phone={statementPhoneRow(look)}
      source={{ ...answer, data: page }}
      rowKey={({ key }) => key}
      rowLabel={(line) => nameOfLine(line, text)}
      onOpen={({ key, first, folded }) => {
        if (folded > 1) setUnfolded(new Set([...unfolded, key]));
        else change(() => at(placeOf(first)));
      }}
      actions={exports && !isRefused(answer.error) && <ExportButton kind="statement" filter={periodParams(period)} />}
    />
  );
}
