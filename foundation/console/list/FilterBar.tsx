/**
 * A list's filters in one line of a fixed height, so that a chosen filter never moves the rows: those that have no room
 * are behind a button. On a narrow screen the first stays visible and a button shows the rest. Each filter is bound to the address by `list.bind(name)`; only text that is being typed is kept in component state.
 */
import { useMediaQuery } from '@mantine/hooks';
import { Children, isValidElement, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { NARROW } from './data-table/DataTable.tsx';
import { filterRefusals, FilterRefusalsProvider } from './filter-refusals.ts';
import classes from './FilterBar.module.css';
import { TextFilter } from './filters.tsx';
import { useFormat } from '#foundation/console/display/format.tsx';
import { CrossIcon, FilterIcon } from '#foundation/console/display/icons.tsx';
import { listWords } from './list-words.ts';
import { PlainButton } from '#foundation/console/display/plain.tsx';
import { printing } from './printing.ts';
import { rangeWords } from './range-words.ts';
import { useCell } from '#foundation/console/wire/signal.ts';
import { useWords } from '#foundation/console/page/words.tsx';

export interface FilterBarProps {
  list: { readonly isFiltered: boolean; readonly filterCount: number; reset(): void };
  /** The error of the list's call. Field errors are shown next to their text filter, or else below the bar. */
  error?: Error | null | undefined;
  /** The filters. The first one is always visible. */
  children: ReactNode;
}

export function FilterBar({ list, error, children }: FilterBarProps) {
  const t = useWords(listWords);
  const format = useFormat();
  // A print shows every filter.
  const printed = useCell(printing) !== undefined;
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) && !printed;
  const [open, setOpen] = useState(false);
  const [first, ...rest] = Children.toArray(children);
  const line = useRef<HTMLDivElement>(null);
  const out = useFiltersOut(line, { isFolded: !narrow && !open && !printed, count: rest.length });
  const refusals = filterRefusals(error);
  const shown = new Set(Children.toArray(children).map(boxNameOf));
  const others = Object.entries(refusals).filter(([name]) => !shown.has(name));
  // A rule about two fields reports the same message for both.
  const messages = new Set(others.map(([, message]) => message));
  return (
    <FilterRefusalsProvider value={refusals}>
      <div className={classes.root} role="search" aria-label={t('filters')}>
        <div ref={line} className={classes.line} data-open={open || undefined}>
          {first}
          {narrow && rest.length > 0 && (
            <PlainButton tall icon={<FilterIcon />} aria-expanded={open} onClick={() => setOpen(!open)}>
              {t('filters')}
              {list.filterCount > 0 && <span className={classes.count}>{format.number(list.filterCount)}</span>}
            </PlainButton>
          )}
          {(!narrow || open) && rest}
        </div>
        {!narrow && !printed && (open || out.count > 0) && (
          <MoreButton open={open} out={out} onClick={() => setOpen(!open)} />
        )}
        {list.isFiltered && (!narrow || open) && (
          <PlainButton quiet tall icon={<CrossIcon size={14} />} onClick={list.reset}>
            {t('reset')}
          </PlainButton>
        )}
        {messages.size > 0 && (
          <p className={classes.refusals} role="alert">
            {[...messages].join(' ')}
          </p>
        )}
      </div>
    </FilterRefusalsProvider>
  );
}

interface FiltersOut {
  /** Filters that have no room in the line. */
  count: number;
  /** How many of them are set. */
  set: number;
}

function MoreButton({ open, out, onClick }: { open: boolean; out: FiltersOut; onClick: () => void }) {
  const t = useWords(rangeWords);
  const format = useFormat();
  const label = open ? t('fewer_filters') : t('more_filters', { count: out.count });
  return (
    <PlainButton tall aria-label={label} title={label} aria-expanded={open} onClick={onClick} data-print="never">
      {open ? '−' : `+${format.number(out.count)}`}
      {!open && out.set > 0 && <span className={classes.count}>{format.number(out.set)}</span>}
    </PlainButton>
  );
}

const NONE_OUT: FiltersOut = { count: 0, set: 0 };
/** The first filter shrinks to this width before another one is hidden. */
const FIRST_WIDTH = 240;

/**
 * Hides and counts the filters that have no room in the line: from its end, those that are set last. Measured when sizes
 * change, after the layout and before the paint.
 */
function useFiltersOut(
  line: RefObject<HTMLDivElement | null>,
  { isFolded, count }: { isFolded: boolean; count: number },
): FiltersOut {
  const [out, setOut] = useState(NONE_OUT);
  useEffect(() => {
    const box = line.current;
    if (!box) return;
    const filters = [...box.children] as HTMLElement[];
    const measure = () => {
      const hidden = new Set(isFolded ? withoutRoom(box, filters) : []);
      for (const filter of filters) filter.toggleAttribute('data-out', hidden.has(filter));
      const found = { count: hidden.size, set: [...hidden].filter(isSet).length };
      setOut((before) => (before.count === found.count && before.set === found.set ? before : found));
    };
    const observer = new ResizeObserver(measure);
    for (const element of [box, ...filters]) observer.observe(element);
    return () => observer.disconnect();
  }, [line, isFolded, count]);
  return out;
}

function withoutRoom(box: HTMLElement, [first, ...others]: readonly HTMLElement[]): HTMLElement[] {
  const gap = Number.parseFloat(getComputedStyle(box).columnGap) || 0;
  const widthOf = (filter: HTMLElement) => filter.offsetWidth + gap;
  let left = box.clientWidth - Math.min(first?.offsetWidth ?? 0, FIRST_WIDTH);
  for (const filter of others) left -= widthOf(filter);
  const hidden: HTMLElement[] = [];
  for (const filter of [...others.filter((each) => !isSet(each)).reverse(), ...others.filter(isSet).reverse()]) {
    if (left >= 0) break;
    hidden.push(filter);
    left += widthOf(filter);
  }
  return hidden;
}

function isSet(filter: HTMLElement): boolean {
  return filter.hasAttribute('data-set');
}

/** The name of a filter that shows its own error. */
function boxNameOf(child: ReactNode): string | undefined {
  return isValidElement<{ name?: string }>(child) && child.type === TextFilter ? child.props.name : undefined;
}
