/**
 * A list on a narrow screen: one card per row, with all shown columns as label and value. A long list grows as the user
 * scrolls near its end. Each card is a tab stop. A page that has its rows at once first renders only the visible ones.
 */
import { type RefObject, useDeferredValue, useEffect, useRef, useState } from 'react';
import { IconButton } from '#foundation/console/display/IconButton.tsx';
import { ChevronRightIcon } from '#foundation/console/display/icons.tsx';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { SkeletonBar } from '#foundation/console/display/layout.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import type { Column } from './column.ts';
import classes from './Cards.module.css';
import table from './DataTable.module.css';
import { MANY_ROWS, type ViewProps } from './view.ts';

/** More cards than fit on the tallest phone. */
const FIRST_CARDS = 6;

export function Cards<Row>({
  columns,
  rows,
  rowKey,
  rowLabel,
  onOpen,
  openKey,
  label,
  shown,
  skeletonRows,
  dimmed,
}: ViewProps<Row>) {
  const t = useWords(kitWords);
  const end = useRef<HTMLLIElement>(null);
  const isDeferred = useDeferredValue(true, false);
  const wanted = isDeferred ? (rows?.length ?? 0) : Math.min(rows?.length ?? 0, FIRST_CARDS);
  const count = useIncrementalCards(end, wanted);
  const visible = columns.filter((column) => shown[column.id]);
  const title = visible.find((column) => column.card === 'title') ?? visible[0];
  const badge = visible.find((column) => column.card === 'badge');
  const values = visible.filter((column) => column !== title && column !== badge);
  return (
    <ul className={classes.list} aria-label={label} data-late={dimmed || undefined}>
      {rows === undefined &&
        Array.from({ length: Math.min(skeletonRows, 4) }, (_, index) => (
          <SkeletonCard key={index} values={values.length} />
        ))}
      {rows?.slice(0, count).map((row, index) => {
        const key = rowKey(row);
        return (
          <li
            key={key}
            className={classes.card}
            data-open={key === openKey || undefined}
            aria-setsize={rows.length > count ? rows.length : undefined}
            aria-posinset={rows.length > count ? index + 1 : undefined}
          >
            <div className={classes.head}>
              <div className={classes.title}>{title?.cell(row)}</div>
              {badge?.cell(row)}
              {onOpen && (
                <IconButton
                  className={`${table.openButton} ${classes.open}`}
                  label={t('open_row', { row: rowLabel?.(row) ?? key })}
                  onClick={() => onOpen(row)}
                >
                  <ChevronRightIcon />
                </IconButton>
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
      {wanted > count && <li ref={end} className={classes.end} aria-hidden="true" />}
    </ul>
  );
}

/** The number of cards on the page. It grows when the end of the list comes near the window. */
function useIncrementalCards(end: RefObject<Element | null>, length: number): number {
  const [grown, setGrown] = useState(MANY_ROWS);
  const count = Math.min(grown, length);
  useEffect(() => {
    if (end.current === null) return;
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && setGrown(count + MANY_ROWS), {
      rootMargin: '1500px',
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [end, count, length]);
  return count;
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
        <SkeletonBar width="55%" height={10} />
      </div>
      <div className={classes.values}>
        {Array.from({ length: values }, (_, index) => (
          <div key={index} className={classes.value}>
            <SkeletonBar height={10} />
          </div>
        ))}
      </div>
    </li>
  );
}
