/** A list on a narrow screen: one card a row, the same columns as label and value. Nothing is left out. */
import { ChevronRightIcon } from '../icons.tsx';
import { kitWords } from '../kit-words.ts';
import { Bone } from '../layout.tsx';
import { useWords } from '../words.tsx';
import type { Column } from './column.ts';
import classes from './Cards.module.css';
import table from './DataTable.module.css';
import { moveBetweenRows, type ViewProps } from './view.ts';

export function Cards<Row>({ columns, rows, rowKey, rowLabel, onOpen, openKey, label, shown, skeletonRows, stale }: ViewProps<Row>) {
  const t = useWords(kitWords);
  const visible = columns.filter((column) => shown[column.id]);
  const title = visible.find((column) => column.card === 'title') ?? visible[0];
  const badge = visible.find((column) => column.card === 'badge');
  const values = visible.filter((column) => column !== title && column !== badge);
  return (
    <ul className={classes.list} aria-label={label} data-rows data-stale={stale || undefined}>
      {rows === undefined && Array.from({ length: Math.min(skeletonRows, 4) }, (_, index) => <SkeletonCard key={index} values={values.length} />)}
      {rows?.map((row) => {
        const key = rowKey(row);
        return (
          <li key={key} className={classes.card} data-open={key === openKey || undefined}>
            <div className={classes.head}>
              <div className={classes.title}>{title?.cell(row)}</div>
              {badge?.cell(row)}
              {onOpen && (
                <button
                  type="button"
                  data-open-row
                  className={`${table.openButton} ${classes.open}`}
                  aria-label={t('open_row', { row: rowLabel?.(row) ?? key })}
                  onClick={() => onOpen(row)}
                  onKeyDown={moveBetweenRows}
                >
                  <ChevronRightIcon />
                </button>
              )}
            </div>
            <dl className={classes.values}>
              {values.map((column) => (
                <CardValue key={column.id} column={column} row={row} />
              ))}
            </dl>
          </li>
        );
      })}
    </ul>
  );
}

function CardValue<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  return (
    <div className={classes.value}>
      <dt>{column.header}</dt>
      <dd>{column.cell(row)}</dd>
    </div>
  );
}

function SkeletonCard({ values }: { values: number }) {
  return (
    <li className={classes.card} aria-hidden="true">
      <div className={classes.head}>
        <Bone width="55%" height={10} />
      </div>
      <div className={classes.values}>
        {Array.from({ length: values }, (_, index) => (
          <div key={index} className={classes.value}>
            <Bone height={10} />
          </div>
        ))}
      </div>
    </li>
  );
}
