/**
 * A list's filters in one line. On a narrow screen the first stays visible and a button shows the rest. Each filter is
 * bound to the address by `list.bind(name)`; only text that is being typed is kept in component state.
 */
import { useMediaQuery } from '@mantine/hooks';
import { Children, isValidElement, type ReactNode, useState } from 'react';
import { NARROW } from './data-table/DataTable.tsx';
import { filterRefusals, FilterRefusalsProvider } from './filter-refusals.ts';
import classes from './FilterBar.module.css';
import { TextFilter } from './filters.tsx';
import { useFormat } from '#foundation/console/display/format.tsx';
import { CrossIcon, FilterIcon } from '#foundation/console/display/icons.tsx';
import { kitWords } from '#foundation/console/page/kit-words.ts';
import { PlainButton } from '#foundation/console/display/plain.tsx';
import { printing } from './printing.ts';
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
  const t = useWords(kitWords);
  const format = useFormat();
  // A print shows every filter.
  const printed = useCell(printing) !== undefined;
  const narrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false }) && !printed;
  const [open, setOpen] = useState(false);
  const [first, ...rest] = Children.toArray(children);
  const refusals = filterRefusals(error);
  const shown = new Set(Children.toArray(children).map(boxNameOf));
  const others = Object.entries(refusals).filter(([name]) => !shown.has(name));
  // A rule about two fields reports the same message for both.
  const messages = new Set(others.map(([, message]) => message));
  return (
    <FilterRefusalsProvider value={refusals}>
      <div className={classes.root} role="search" aria-label={t('filters')}>
        {first}
        {narrow && rest.length > 0 && (
          <PlainButton tall icon={<FilterIcon />} aria-expanded={open} onClick={() => setOpen(!open)}>
            {t('filters')}
            {list.filterCount > 0 && <span className={classes.count}>{format.number(list.filterCount)}</span>}
          </PlainButton>
        )}
        {(!narrow || open) && rest}
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

/** The name of a filter that shows its own error. */
function boxNameOf(child: ReactNode): string | undefined {
  return isValidElement<{ name?: string }>(child) && child.type === TextFilter ? child.props.name : undefined;
}
