/** Chooses the statement's month or year: the one before or after, or from a list. */
import { ChoiceTabs } from '#foundation/console/display/ChoiceTabs.tsx';
import { ChevronLeftIcon, ChevronRightIcon } from '#foundation/console/display/icons.tsx';
import { monthOf } from '#foundation/console/display/month-text.ts';
import { PlainButton, PlainSelect } from '#foundation/console/display/plain.tsx';
import { useWords } from '#foundation/console/page/words.tsx';
import { statementWords } from '../screen-words.ts';
import { monthPeriod, neighbour, offered, type Period, yearPeriod } from './period.ts';
import classes from './Statement.module.css';
import { usePeriodText } from './use-period-text.ts';

export interface PeriodPickerProps {
  period: Period;
  /** Of the platform, `YYYY-MM-DD`. */
  today: string;
  onChange(period: Period): void;
}

export function PeriodPicker({ period, today, onChange }: PeriodPickerProps) {
  const t = useWords(statementWords);
  const text = usePeriodText();
  const { group } = period;
  const periodOf = group === 'month' ? monthPeriod : yearPeriod;
  const changeGroup = (wanted: Period['group']) => {
    if (wanted === 'year') return onChange(yearPeriod(period.name.slice(0, 4)));
    return onChange(monthPeriod(period.last > today ? monthOf(today) : `${period.name}-12`));
  };
  return (
    <div className={classes.picker} role="group" aria-label={t('period')} data-print="never">
      <ChoiceTabs
        label={t('period')}
        value={group}
        options={[
          { value: 'month', label: t('by_month') },
          { value: 'year', label: t('by_year') },
        ]}
        onChange={changeGroup}
      />
      <div className={classes.steps}>
        <PlainButton
          square
          aria-label={t(`${group}_before`)}
          title={t(`${group}_before`)}
          onClick={() => onChange(neighbour(period, -1))}
        >
          <ChevronLeftIcon />
        </PlainButton>
        <PlainSelect
          className={classes.choice}
          aria-label={t(`by_${group}`)}
          value={period.name}
          options={offered(period, today).map((name) => ({ value: name, label: text(name) }))}
          onChange={(event) => onChange(periodOf(event.currentTarget.value))}
        />
        <PlainButton
          square
          aria-label={t(`${group}_after`)}
          title={t(`${group}_after`)}
          disabled={period.last >= today}
          onClick={() => onChange(neighbour(period, 1))}
        >
          <ChevronRightIcon />
        </PlainButton>
      </div>
    </div>
  );
}
