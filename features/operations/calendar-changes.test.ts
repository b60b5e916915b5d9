import { expect, test } from 'vitest';
import { calendarText, calendarYear, withoutChange } from './calendar-changes.ts';

const off = (day: string, name = '') => ({ day, working: false, name });
const working = (day: string, name = '') => ({ day, working: true, name });
const today = '2026-11-20';

test('a change is undone: new days go, removed and renamed ones come back, others stay', () => {
  const before = [off('2026-12-25', 'Christmas; a feast'), working('2026-12-26')];
  const after = [off('2026-12-25', 'Noël'), off('2026-12-31', '除夕')];
  const change = { before: calendarText(before), after: calendarText(after) };
  const others = [off('2026-11-01', 'over'), off('2026-12-28')];
  const now = [others[0], after[0], others[1], after[1]].filter((day) => day !== undefined);
  expect(withoutChange(now, change, today)).toEqual([others[0], ...before, others[1]]);
});

test('what is over stays as it is, and a change of nothing but such days changes nothing', () => {
  const change = { before: '', after: calendarText([off('2026-11-19', 'x'), off('2026-11-20')]) };
  const now = [off('2026-11-19', 'x'), off('2026-11-20')];
  expect(withoutChange(now, change, today)).toEqual([off('2026-11-19', 'x')]);
  expect(withoutChange(now, change, '2026-11-21')).toEqual(now);
});

test('an undone undo is the change again', () => {
  const [before, after] = [[off('2026-12-25', 'a')], [working('2026-12-24', 'b c'), off('2026-12-25', 'a')]];
  const change = { before: '', after: calendarText([working('2026-12-24', 'b c')]) };
  expect(withoutChange(after, change, today)).toEqual(before);
  expect(withoutChange(before, { before: change.after, after: change.before }, today)).toEqual(after);
});

test('only changes of holidays have a year', () => {
  expect([calendarYear('calendar_2027'), calendarYear('name')]).toEqual([2027, undefined]);
});
