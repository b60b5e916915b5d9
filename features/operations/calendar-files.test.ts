import { expect, test } from 'vitest';
import { readDays } from './calendar-files.ts';

test('a calendar: several days end before DTEND, long lines go on, extra working days are known by their name', () => {
  const file = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'DTSTART;VALUE=DATE:20271001',
    'DTEND;VALUE=DATE:20271004',
    'SUMMARY:国庆节\\, 第一',
    ' 周',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'DTSTART;VALUE=DATE:20271009',
    'SUMMARY:国庆节 补班',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'DTSTART:20280101T000000Z',
    'SUMMARY:New Year',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'DTSTART;VALUE=DATE:20271345',
    'SUMMARY:no such day',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n');
  expect(readDays(file, 2027)).toEqual([
    { day: '2027-10-01', working: false, name: '国庆节, 第一周' },
    { day: '2027-10-02', working: false, name: '国庆节, 第一周' },
    { day: '2027-10-03', working: false, name: '国庆节, 第一周' },
    { day: '2027-10-09', working: true, name: '国庆节 补班' },
  ]);
  expect(readDays(file, 2028)).toEqual([{ day: '2028-01-01', working: false, name: 'New Year' }]);
});

test('a table: any usual date, with or without a head, quoted cells; of two rows of a day the last counts', () => {
  const file =
    '\uFEFFdate,kind,name\n2027-05-01,off,"Labour Day, first"\n2027/5/8,working,\n2027-02-30,off,none\n2027-05-01,off,Labour Day\n';
  expect(readDays(file, 2027)).toEqual([
    { day: '2027-05-01', working: false, name: 'Labour Day' },
    { day: '2027-05-08', working: true, name: '' },
  ]);
  expect(readDays('2027.5.1;off;Fiesta', 2027)).toEqual([{ day: '2027-05-01', working: false, name: 'Fiesta' }]);
});

test('names are cut and cleaned, and an event of a whole age is no holiday of a whole age', () => {
  const [long] = readDays(`2027-01-01,off,${'x'.repeat(90)}`, 2027);
  expect(long?.name).toHaveLength(60);
  const age = 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20270101\nDTEND:20990101\nEND:VEVENT\nEND:VCALENDAR';
  expect(readDays(age, 2027)).toHaveLength(60);
  expect(readDays('%PDF-1.7', 2027)).toEqual([]);
});
