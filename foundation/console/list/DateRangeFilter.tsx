/**
 * A filter for a range of days in the platform's time zone: quick ranges, two fields for typing, and a calendar. Fields
 * and calendar load when the filter is opened.
 */
import { memo, useState } from 'react';
import { type DateRange, daysOf } from './address-fields.ts';
import { FilterButton } from './FilterButton.tsx';
import classes from './FilterBar.module.css';
import type { FilterProps } from './filters.tsx';
import { rangeWords } from './range-words.ts';
import { type Format, useFormat, useLocality } from '#foundation/console/display/format.tsx';
import { CalendarIcon } from '#foundation/console/display/icons.tsx';
import { listWords } from './list-words.ts';
import { LazyPart } from '#foundation/console/display/LazyPart.tsx';
import { Popup } from '#foundation/console/overlay/Popup.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { type QuickRange, quickRanges } from '#foundation/core/quick-ranges.ts';

const loadChooser = () => import('./DaysChooser.tsx');

/** Memoized, so that it doesn't re-render when another filter changes. */
export const DateRangeFilter = memo(DateRangeFilterInner);

export interface DateRangeFilterProps extends FilterProps<DateRange> {
  /** The range that counts while none is chosen. */
  first?: QuickRange;
}

function DateRangeFilterInner({ label, value: chosen, first, onChange }: DateRangeFilterProps) {
  const t = useWords(rangeWords);
  const format = useFormat();
  const value = chosen ?? first;
  const text = value === undefined ? undefined : typeof value === 'string' ? t(value) : daysText(value, format);
  return (
    <Popup
      flush
      renderButton={(button) => (
        <FilterButton
          label={label}
          text={text}
          icon={<CalendarIcon />}
          button={button}
          onClear={chosen === undefined ? undefined : () => onChange(undefined)}
        />
      )}
    >
      {(close) => (
        <DatePanel
          label={label}
          value={value}
          onTake={(range) => {
            close();
            onChange(range);
          }}
        />
      )}
    </Popup>
  );
}

function DatePanel({
  label,
  value,
  onTake,
}: {
  label: string;
  value: DateRange | undefined;
  onTake: (range: DateRange | undefined) => void;
}) {
  const t = useWords(rangeWords);
  const kit = useWords(listWords);
  const format = useFormat();
  const { timeZone } = useLocality();
  // "Today" is the day on which the panel opens.
  const [openedAt] = useState(() => new Date());
  return (
    <div className={classes.dates}>
      <div className={classes.quick} role="group" aria-label={label}>
        {quickRanges.map((quick) => (
          <button
            key={quick}
            type="button"
            className={classes.quickButton}
            aria-pressed={value === quick}
            onClick={() => onTake(quick)}
          >
            {t(quick)}
          </button>
        ))}
      </div>
      <div className={classes.calendar}>
        <LazyPart load={loadChooser} space={<div className={classes.calendarSpace} aria-busy="true" />}>
          {({ DaysChooser }) => (
            <DaysChooser
              days={value === undefined ? {} : daysOf(value, timeZone, openedAt)}
              today={daysOf('today', timeZone, openedAt).to}
              onChange={onTake}
            />
          )}
        </LazyPart>
        <p className={classes.zone}>{kit('days_in_zone', { zone: `${timeZone} (${format.zone})` })}</p>
      </div>
    </div>
  );
}

function daysText({ from, to }: { from?: string | undefined; to?: string | undefined }, format: Format): string {
  if (from !== undefined && from === to) return format.day(from);
  return `${from === undefined ? '' : format.day(from)} – ${to === undefined ? '' : format.day(to)}`;
}
