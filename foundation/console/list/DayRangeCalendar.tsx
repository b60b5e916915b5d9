/** A calendar for choosing a first and a last day. A separate chunk, with the date library and its locales. */
import { DatePicker } from '@mantine/dates';
import 'dayjs/locale/es';
import 'dayjs/locale/th';
import 'dayjs/locale/zh-cn';
import { useState } from 'react';
import type { Language } from '#foundation/core/words.ts';
import '@mantine/dates/styles.layer.css';
import { useLanguage } from '#foundation/console/page/words.tsx';

export interface DayRangeCalendarProps {
  /** `YYYY-MM-DD`, both inclusive. */
  days: { from?: string | undefined; to?: string | undefined };
  onChange: (days: { from: string; to: string }) => void;
}

const dayjsLocales: Record<Language, string> = { en: 'en', zh: 'zh-cn', es: 'es', th: 'th' };

export function DayRangeCalendar({ days, onChange }: DayRangeCalendarProps) {
  const { language } = useLanguage();
  const [chosen, setChosen] = useState<[string | null, string | null]>([days.from ?? null, days.to ?? null]);
  return (
    <DatePicker
      type="range"
      allowSingleDateInRange
      locale={dayjsLocales[language]}
      firstDayOfWeek={1}
      weekendDays={[]}
      value={chosen}
      {...(days.to === undefined ? {} : { defaultDate: days.to })}
      onChange={([from, to]) => {
        setChosen([from, to]);
        if (from !== null && to !== null) onChange({ from, to });
      }}
    />
  );
}
