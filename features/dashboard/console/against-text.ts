/** What a period's figures are compared with, as a sentence. */
import type { Format } from '#foundation/console/display/format.tsx';
import type { Overview } from '../contract.ts';

/** Names the days that a period is compared with. */
export function againstText(
  { before: { days, until } }: { before: Pick<Overview['before'], 'days' | 'until'> },
  t: (
    name: 'against_day' | 'against_days' | 'against_day_until' | 'against_days_until',
    values: Record<string, string>,
  ) => string,
  format: Format,
): string {
  const time = until === null ? '' : format.time(until);
  if (days.from === days.to)
    return t(until === null ? 'against_day' : 'against_day_until', { day: format.dayShort(days.from), time });
  return t(until === null ? 'against_days' : 'against_days_until', {
    from: format.dayShort(days.from),
    to: format.dayShort(days.to),
    time,
  });
}
