/** Above the rows: row count and sums, sort (on a phone), the screen's own buttons, column choice and refresh. */
import { Button, Checkbox } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { waitedFor } from '#foundation/console/wire/api.ts';
import { ColumnsIcon, MoreIcon, RefreshIcon } from '#foundation/console/display/icons.tsx';
import { listWords } from '../list-words.ts';
import { SkeletonBar } from '#foundation/console/display/layout.tsx';
import { PlainButton, PlainSelect } from '#foundation/console/display/plain.tsx';
import { printing } from '#foundation/console/list/printing.ts';
import { useCell } from '#foundation/console/wire/signal.ts';
import { Popup } from '#foundation/console/overlay/Popup.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { Column, TableSource } from './column.ts';
import table from './DataTable.module.css';
import type { TableList } from './table.ts';
import classes from './TableBar.module.css';
import type { ColumnChoice } from './use-column-choice.ts';
import { usePageFilled } from './use-page-filled.ts';
import { useDelayedFlag } from '#foundation/console/display/use-delayed-flag.ts';

export interface TableBarProps<Row> {
  columns: readonly Column<Row>[];
  choice: ColumnChoice;
  /** The ids of the chosen columns for which there is no room. */
  leftOut: readonly string[];
  source: TableSource<Row>;
  list: TableList | undefined;
  /** On a phone the bar is one line: the other sums and the tools unfold, and the main act has the next line. */
  phone: boolean;
  /** The list fills the window. */
  fills: boolean;
  counted: ((count: number, atLeast: boolean) => string) | undefined;
  totalCapped: boolean | undefined;
  sums: ReactNode;
  mainAct: ReactNode;
  actions: ReactNode;
}

export function TableBar<Row>({
  columns,
  choice,
  leftOut,
  source,
  list,
  phone,
  fills,
  counted,
  totalCapped,
  sums,
  mainAct,
  actions,
}: TableBarProps<Row>) {
  const t = useWords(listWords);
  const total = source.data?.total;
  const busy = useDelayedFlag(source.isFetching);
  const printed = useCell(printing) !== undefined;
  const shown = source.data?.list.length ?? 0;
  const first = list ? (list.paging.page - 1) * list.paging.limit : 0;
  const [unfolded, setUnfolded] = useState(false);
  const bar = useRef<HTMLDivElement>(null);
  // Here, as the effects of the bar come before those of the rows, which measure the page as it stays.
  usePageFilled(bar, fills);
  // One tool needs no button that shows it.
  const folds = phone && (list !== undefined || Boolean(actions));
  const folded = folds && !unfolded;
  return (
    <>
      <div ref={bar} className={classes.bar} data-folded={folded || undefined}>
        <div className={classes.facts} role="status">
          <strong className={classes.count}>
            {total === undefined
              ? source.error === null && <SkeletonBar width={72} height={10} />
              : printed && shown > 0
                ? t(totalCapped ? 'rows_printed_at_least' : 'rows_printed', {
                    from: first + 1,
                    to: first + shown,
                    count: total,
                  })
                : counted
                  ? counted(total, totalCapped ?? false)
                  : t(totalCapped ? 'rows_at_least' : 'rows_found', { count: total })}
          </strong>
          {sums}
        </div>
        {folds && (
          <PlainButton
            square
            quiet
            aria-label={t('tools')}
            aria-expanded={unfolded}
            onClick={() => setUnfolded(!unfolded)}
          >
            <MoreIcon />
          </PlainButton>
        )}
        {!folded && (
          <div className={classes.actions} data-print="never">
            {phone && list && <SortChoice columns={columns} list={list} />}
            {!phone && mainAct}
            {actions}
            {!phone && <ColumnChooser columns={columns} choice={choice} leftOut={leftOut} />}
            <PlainButton
              square
              aria-label={t('refresh')}
              title={t('refresh')}
              data-busy={busy || undefined}
              className={classes.refresh}
              onClick={() => void waitedFor(Promise.resolve(source.refetch()))}
            >
              <RefreshIcon />
            </PlainButton>
          </div>
        )}
      </div>
      {phone && mainAct && (
        <div className={classes.mainAct} data-print="never">
          {mainAct}
        </div>
      )}
    </>
  );
}

export interface SumProps {
  label: string;
  /** The one that is shown on a phone while the bar is folded. */
  main?: boolean;
  children: ReactNode;
}

/** A sum in the bar: `<Sum label={t('fee')}><Amount value={sums.fee} /></Sum>`. */
export function Sum({ label, main, children }: SumProps) {
  return (
    <span className={classes.sum} data-main={main || undefined}>
      <span className={classes.sumLabel}>{label}</span>
      {children}
    </span>
  );
}

type ChooserProps<Row> = Pick<TableBarProps<Row>, 'columns' | 'choice' | 'leftOut'>;

function ColumnChooser<Row>({ columns, choice, leftOut }: ChooserProps<Row>) {
  const t = useWords(listWords);
  const shown = columns.filter(({ id }) => choice.shown[id] && !leftOut.includes(id)).length;
  const some = shown < columns.length ? t('columns_shown', { shown, all: columns.length }) : '';
  return (
    <Popup
      position="bottom-end"
      renderButton={(button) => (
        <PlainButton
          icon={<ColumnsIcon />}
          className={classes.chooser}
          aria-label={[t('columns'), some].join(' ').trim()}
          {...button}
        >
          <span className={classes.chooserLabel}>{t('columns')}</span>{' '}
          {some && <span className={classes.hiddenCount}>{some}</span>}
        </PlainButton>
      )}
    >
      {() => <ColumnChoices columns={columns} choice={choice} leftOut={leftOut} />}
    </Popup>
  );
}

function ColumnChoices<Row>({ columns, choice, leftOut }: ChooserProps<Row>) {
  const t = useWords(listWords);
  return (
    <>
      <fieldset className={classes.choices}>
        <legend className={table.caption}>{t('columns')}</legend>
        {columns.slice(1).map((column) => (
          <Checkbox
            key={column.id}
            size="sm"
            label={column.header}
            checked={(choice.shown[column.id] ?? false) && !leftOut.includes(column.id)}
            onChange={(event) => choice.show(column.id, event.currentTarget.checked, leftOut.includes(column.id))}
          />
        ))}
      </fieldset>
      {leftOut.length > 0 && <p className={classes.noRoom}>{t('columns_no_room')}</p>}
      {!choice.isUsual && (
        <Button variant="subtle" size="compact-sm" mt="sm" onClick={choice.reset}>
          {t('columns_reset')}
        </Button>
      )}
    </>
  );
}

/** Sort on a phone, where there are no column headers. */
function SortChoice<Row>({ columns, list }: { columns: readonly Column<Row>[]; list: TableList }) {
  const t = useWords(listWords);
  const sortable = columns.filter((column) => column.sortable);
  if (sortable.length === 0) return null;
  const options = sortable.flatMap(({ id, header }) => [
    { value: `${id} desc`, label: `${header} ↓` },
    { value: `${id} asc`, label: `${header} ↑` },
  ]);
  return (
    <PlainSelect
      aria-label={t('sort_by')}
      options={options}
      value={`${list.paging.sort} ${list.paging.order}`}
      onChange={(event) => {
        const [sort = '', order] = event.currentTarget.value.split(' ');
        list.setSort(sort as never, order === 'asc' ? 'asc' : 'desc');
      }}
    />
  );
}
