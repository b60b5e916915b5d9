/** Holidays and extra working days of a year: what is saved, and what that does to releases. */
import { randomUUID } from 'node:crypto';
import { actorOf } from '#features/audit/server/verbs.ts';
import { releaseTimeOf } from '#features/ledger/settlement.ts';
import type { CalendarDay, PlatformVerbs } from '#features/platform/server/verbs.ts';
import { acting } from '#features/staff/server/proposing.ts';
import type { OutputOf, ParsedInputOf } from '#foundation/core/calls.ts';
import { formatAmount } from '#foundation/core/money.ts';
import { addDays, dayOf, startOfDay } from '#foundation/core/time-zone.ts';
import type { CallContext } from '#foundation/server/http/handlers.ts';
import type { Queryable } from '#foundation/server/postgres/database.ts';
import { calendarText, isSameCalendar } from '../../calendar-changes.ts';
import type { CalendarEffect, operatorSettingCalls } from '../../setting-contract.ts';
import type { OperatorSettingDeps } from './deps.ts';
import { insertChange, selectPending, selectWorkingDayTerms } from './store.ts';

type Calls = (typeof operatorSettingCalls)['calls'];
type DaysCall = Calls['/operator/calendar/days'];
type EffectCall = Calls['/operator/calendar/effect'];
type SaveCall = Calls['/operator/calendar/save'];

const MAX_MOVES = 200;

export async function calendarDays(
  { db, platform }: OperatorSettingDeps,
  { now }: CallContext<DaysCall>,
  { year }: ParsedInputOf<DaysCall>,
): Promise<OutputOf<DaysCall>> {
  const [{ timeZone }, list] = await Promise.all([platform.settings(), daysOfYear({ platform }, db, year)]);
  return { today: dayOf(now, timeZone), list };
}

/** The year's special days, in order. */
export function daysOfYear(
  { platform }: { platform: Pick<PlatformVerbs, 'calendarDays'> },
  on: Queryable,
  year: number,
): Promise<CalendarDay[]> {
  return platform.calendarDays(on, ...endsOf(year));
}

export async function calendarEffect(
  { db, platform }: OperatorSettingDeps,
  context: CallContext<EffectCall>,
  { year, days }: ParsedInputOf<EffectCall>,
): Promise<CalendarEffect> {
  const { timeZone, currency } = await platform.settings();
  const today = dayOf(context.now, timeZone);
  const [before, terms, pending, calendar] = await Promise.all([
    platform.calendarDays(db, ...endsOf(year)),
    selectWorkingDayTerms(db),
    selectPending(db, currency, context.now),
    platform.calendar(),
  ]);
  const changed = changedDays(context, { year, before, after: days, today });
  const others = [...calendar].filter(([day]) => !day.startsWith(`${year}-`));
  const wanted = new Map([...others, ...days.map(({ day, working }) => [day, working] as const)]);
  const moves: CalendarEffect['moves'] = [];
  for (let paidOn = today; changed.some((day) => day >= paidOn); paidOn = addDays(paidOn, 1)) {
    for (const { days: count } of terms) {
      const releasedOn = (by: ReadonlyMap<string, boolean>): string => {
        const settlement = { mode: 'T', days: count, sameDayRatioE4: 0 } as const;
        return dayOf(releaseTimeOf(startOfDay(paidOn, timeZone), settlement, timeZone, by), timeZone);
      };
      const [was, will] = [releasedOn(calendar), releasedOn(wanted)];
      if (was !== will && moves.length < MAX_MOVES) moves.push({ paidOn, days: count, before: was, after: will });
    }
  }
  return {
    terms,
    moves,
    pending: { members: pending.members, amount: formatAmount(pending.amountMinor, currency) },
  };
}

export async function saveCalendar(
  deps: OperatorSettingDeps,
  context: CallContext<SaveCall>,
  { year, days, was, reason, ...step }: ParsedInputOf<SaveCall>,
): Promise<undefined> {
  const { platform, audit } = deps;
  return acting(deps, context, { reason, ...step }, async (tx) => {
    const { timeZone } = await platform.settingsWithin(tx);
    const [from, until] = endsOf(year);
    const before = await platform.calendarDays(tx, from, until);
    if (!isSameCalendar(before, was)) context.refuse('setting_changed');
    const changed = changedDays(context, { year, before, after: days, today: dayOf(context.now, timeZone) });
    if (changed.length === 0) return undefined;
    await platform.replaceCalendarDays(tx, from, until, days);
    const name = `calendar_${year}`;
    const [had, has] = [before, days].map((list) => calendarText(list.filter(({ day }) => changed.includes(day))));
    await insertChange(tx, {
      changeId: randomUUID(),
      name,
      before: { value: had ?? '' },
      after: { value: has ?? '' },
      reason,
      changedBy: context.session.userId,
      confirmedBy: null,
      changedAt: context.now,
    });
    const object = [name, `${had === '' ? '–' : had} → ${has === '' ? '–' : has}`, reason].join(' ');
    await audit.record(tx, { ...actorOf(context), action: 'calendar_changed', object });
    return undefined;
  });
}

function endsOf(year: number): [from: string, until: string] {
  return [`${year}-01-01`, `${year}-12-31`];
}

/** The days that differ, in order. Refuses days of another year, repeated ones, and a change of what is over. */
function changedDays(
  { wrongField }: Pick<CallContext<EffectCall | SaveCall>, 'wrongField'>,
  {
    year,
    before,
    after,
    today,
  }: { year: number; before: readonly CalendarDay[]; after: readonly CalendarDay[]; today: string },
): string[] {
  const wanted = new Map<string, CalendarDay>();
  for (const special of after) {
    const { day } = special;
    if (!day.startsWith(`${year}-`)) return wrongField('days', 'calendar_year', { day });
    if (wanted.has(day)) return wrongField('days', 'calendar_twice', { day });
    wanted.set(day, special);
  }
  const had = new Map(before.map((special) => [special.day, special]));
  const changed = [...new Set([...had.keys(), ...wanted.keys()])]
    .filter((day) => had.get(day)?.working !== wanted.get(day)?.working || had.get(day)?.name !== wanted.get(day)?.name)
    .sort();
  const [first] = changed;
  if (first !== undefined && first < today) return wrongField('days', 'calendar_past', { day: first });
  return changed;
}
