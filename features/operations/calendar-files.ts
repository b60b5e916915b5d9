/** Reads the special days of a year from a file: a calendar (iCalendar), or a table with date, kind and name. */
import { addDays, isDay } from '#foundation/core/time-zone.ts';
import { typedText } from '#foundation/core/typed-text.ts';
import type { SpecialDay } from './setting-contract.ts';

const MAX_NAME = 60;
/** A calendar's event of more days is no holiday. */
const MAX_EVENT_DAYS = 60;

/** One entry per day, in order; of several about one day the last counts. Empty if the file has none of this year. */
export function readDays(text: string, year: number): SpecialDay[] {
  const plain = text.replace(/^\uFEFF/, '');
  const found = /^BEGIN:VCALENDAR/im.test(plain) ? daysOfCalendar(plain) : daysOfTable(plain);
  const days = new Map(found.filter(({ day }) => day.startsWith(`${year}-`)).map((special) => [special.day, special]));
  return [...days.values()].sort((a, b) => (a.day < b.day ? -1 : 1));
}

/** How calendars of countries with extra working days call these. */
const WORKING = /补班|調休上班|调休上班|上班|\bwork(?:ing)? ?day\b|\bmake-?up\b/iu;

function daysOfCalendar(text: string): SpecialDay[] {
  // A line that begins with a space continues the one before.
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/);
  const days: SpecialDay[] = [];
  let event: { from?: string | undefined; until?: string | undefined; name?: string } | undefined;
  for (const line of lines) {
    const [, key = '', value = ''] = /^([A-Z-]+)(?:;[^:]*)?:(.*)$/i.exec(line) ?? [];
    const property = key.toUpperCase();
    if (property === 'BEGIN' && value === 'VEVENT') event = {};
    else if (property === 'DTSTART' && event) event.from = calendarDay(value);
    else if (property === 'DTEND' && event) event.until = calendarDay(value);
    else if (property === 'SUMMARY' && event) event.name = value.replace(/\\([,;\\])/g, '$1').replace(/\\n/gi, ' ');
    else if (property === 'END' && value === 'VEVENT' && event) {
      days.push(...daysOf(event));
      event = undefined;
    }
  }
  return days;
}

/** `DTEND` is the day after the last one. */
function daysOf({
  from,
  until,
  name = '',
}: {
  from?: string | undefined;
  until?: string | undefined;
  name?: string;
}): SpecialDay[] {
  if (from === undefined) return [];
  const days: SpecialDay[] = [];
  const isWithin = (day: string): boolean => day === from || (until !== undefined && day < until);
  for (let day = from; days.length < MAX_EVENT_DAYS && isWithin(day); day = addDays(day, 1))
    days.push({ day, working: WORKING.test(name), name: nameOf(name) });
  return days;
}

function calendarDay(value: string): string | undefined {
  const [, year, month, date] = /^(\d{4})(\d{2})(\d{2})/.exec(value) ?? [];
  const day = `${year}-${month}-${date}`;
  return isDay(day) ? day : undefined;
}

/** Words for a working day; every other kind is a day off. */
const WORKING_KINDS: readonly string[] = ['working', 'work', 'workday', 'yes', 'true', '1', '上班', '工作日', '补班'];

function daysOfTable(text: string): SpecialDay[] {
  return text.split(/\r?\n/).flatMap((line): SpecialDay[] => {
    const [date = '', kind = '', name = ''] = cellsOf(line);
    const [, year, month = '', of = ''] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(date) ?? [];
    const day = `${year}-${month.padStart(2, '0')}-${of.padStart(2, '0')}`;
    return isDay(day) ? [{ day, working: WORKING_KINDS.includes(kind.toLowerCase()), name: nameOf(name) }] : [];
  });
}

function cellsOf(line: string): string[] {
  const separator = line.includes('\t') ? '\t' : !line.includes(',') && line.includes(';') ? ';' : ',';
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (const sign of line) {
    if (sign === '"') quoted = !quoted;
    else if (sign === separator && !quoted) {
      cells.push(cell.trim());
      cell = '';
    } else cell += sign;
  }
  return [...cells, cell.trim()];
}

function nameOf(text: string): string {
  return [...typedText(text)].slice(0, MAX_NAME).join('');
}
