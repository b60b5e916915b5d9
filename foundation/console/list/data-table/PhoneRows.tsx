/**
 * A list on a phone: each row is two lines, below a heading for its day. A row opens its details or, if it has none,
 * unfolds all its columns. A long list grows as the user scrolls near its end. Each row is a tab stop. A page that has
 * its rows at once first renders only the visible ones.
 */
import { Fragment, type ReactNode, type RefObject, useDeferredValue, useEffect, useId, useRef, useState } from 'react';
import { type Format, Time, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { SkeletonBar } from '#foundation/console/display/layout.tsx';
import { useToday } from '#foundation/console/list/use-today.ts';
import { rangeWords } from '#foundation/console/list/range-words.ts';
import { listWords } from '../list-words.ts';
import { type Translate, useWords } from '#foundation/console/page/words.tsx';
import { addDays, dayOf } from '#foundation/core/time-zone.ts';
import type { Column, PhoneRow } from './column.ts';
import classes from './PhoneRows.module.css';
import { MANY_ROWS, type ViewProps } from './view.ts';

/** More rows than fit on the tallest phone. */
const FIRST_ROWS = 16;

export function PhoneRows<Row>(props: ViewProps<Row>) {
  const { columns, phone, rows, rowKey, rowLabel, onOpen, openKey, label, list, skeletonRows, dimmed } = props;
  const t = useWords(listWords);
  const days = useWords(rangeWords);
  const format = useFormat();
  const { timeZone } = useLocality();
  const today = useToday();
  const id = useId();
  const end = useRef<HTMLLIElement>(null);
  const [unfolded, setUnfolded] = useState<string>();
  const isDeferred = useDeferredValue(true, false);
  const wanted = isDeferred ? (rows?.length ?? 0) : Math.min(rows?.length ?? 0, FIRST_ROWS);
  const count = useIncrementalRows(end, wanted);
  const byDay = phone.sort !== undefined && list?.paging.sort === phone.sort;
  const shown = rows?.slice(0, count) ?? [];
  const dayOfRow = shown.map((row) => {
    const at = byDay ? phone.at?.(row) : null;
    return at == null ? undefined : dayOf(new Date(at), timeZone);
  });
  return (
    <ul className={classes.list} aria-label={label} data-late={dimmed || undefined}>
      {rows === undefined &&
        Array.from({ length: Math.min(skeletonRows, 8) }, (_, index) => <SkeletonRow key={index} />)}
      {shown.map((row, index) => {
        const key = rowKey(row);
        const day = dayOfRow[index];
        const isUnfolded = key === unfolded;
        const names = { labelledBy: `${id}-${index}`, label: rowLabel?.(row) };
        return (
          <Fragment key={key}>
            {day !== undefined && day !== dayOfRow[index - 1] && (
              <li className={classes.day}>
                <span>{dayName(day, dayOf(today, timeZone), days, format)}</span>
                {index === 0 && <span className={classes.zone}>{format.zone}</span>}
              </li>
            )}
            <li
              className={classes.row}
              data-open={key === openKey || undefined}
              aria-setsize={rows && rows.length > count ? rows.length : undefined}
              aria-posinset={rows && rows.length > count ? index + 1 : undefined}
            >
              <TwoLines row={row} phone={phone} id={names.labelledBy} timeOnly={day !== undefined} />
              <button
                type="button"
                className={classes.open}
                {...(names.label === undefined
                  ? { 'aria-labelledby': names.labelledBy }
                  : { 'aria-label': t('open_row', { row: names.label }) })}
                {...(onOpen
                  ? { onClick: () => onOpen(row) }
                  : { 'aria-expanded': isUnfolded, onClick: () => setUnfolded(isUnfolded ? undefined : key) })}
              />
              {isUnfolded && !onOpen && <Values row={row} columns={columns} />}
            </li>
          </Fragment>
        );
      })}
      {wanted > count && <li ref={end} className={classes.end} aria-hidden="true" />}
    </ul>
  );
}

interface TwoLinesProps<Row> {
  row: Row;
  phone: PhoneRow<Row>;
  /** Of the element with the text of both lines. */
  id: string;
  /** The day is in a heading. */
  timeOnly: boolean;
}

function TwoLines<Row>({ row, phone, id, timeOnly }: TwoLinesProps<Row>) {
  const format = useFormat();
  const state = phone.state?.(row);
  const at = phone.at?.(row) ?? null;
  const facts = (phone.facts?.(row) ?? []).filter((fact) => fact !== null && fact !== false && fact !== '');
  const time = at === null ? null : timeOnly ? <time dateTime={at}>{format.time(at)}</time> : <Time at={at} short />;
  return (
    <div id={id} className={classes.lines}>
      <div className={classes.first}>
        <span className={classes.what}>{phone.what(row)}</span>
        {phone.amount && <span className={classes.amount}>{phone.amount(row)}</span>}
      </div>
      <div className={classes.second}>
        {state}
        {time}
        {facts.map((fact, index) => (
          <span key={index} className={classes.fact} data-words={isWords(fact) || undefined}>
            {fact}
          </span>
        ))}
      </div>
    </div>
  );
}

/** A name of a bank, a channel or a device, and no amount, number or account. */
const isWords = (fact: ReactNode): boolean => typeof fact === 'string' && !/\d/.test(fact);

/** All columns, also those that a table shows only when the user chooses them. */
function Values<Row>({ row, columns }: { row: Row; columns: readonly Column<Row>[] }) {
  return (
    <dl className={classes.values}>
      {columns.map((column) => (
        <div key={column.id} className={classes.value}>
          <dt>{column.header}</dt>
          <dd>{column.cell(row)}</dd>
        </div>
      ))}
    </dl>
  );
}

function dayName(day: string, today: string, t: Translate<typeof rangeWords>, format: Format): ReactNode {
  if (day === today) return t('today');
  if (day === addDays(today, -1)) return t('yesterday');
  return day.slice(0, 4) === today.slice(0, 4) ? format.dayShort(day) : format.day(day);
}

/** The number of rows on the page. It grows when the end of the list comes near the window. */
function useIncrementalRows(end: RefObject<Element | null>, length: number): number {
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

function SkeletonRow() {
  return (
    <li className={classes.row} aria-hidden="true">
      <div className={classes.lines}>
        <div className={classes.first}>
          <SkeletonBar width="45%" height={12} />
          <SkeletonBar width={70} height={12} />
        </div>
        <div className={classes.second}>
          <SkeletonBar width="60%" height={10} />
        </div>
      </div>
    </li>
  );
}
