/** The money log's filter, as its statements take it. */
import type { z } from 'zod';
import type { MoneyLogFilter } from '../contract.ts';
import type { MoneyLogQuery } from './money-log.ts';

type Wanted = Pick<z.output<typeof MoneyLogFilter>, 'type' | 'range' | 'releaseAt' | 'releaseAfter'>;

export function entriesWanted(
  { type, range, releaseAt, releaseAfter }: Wanted,
  now: Date,
): Pick<MoneyLogQuery, 'types' | 'from' | 'to' | 'releaseAt' | 'releaseAfter'> {
  const timeOf = (text: string | undefined): Date | undefined => (text === undefined ? undefined : new Date(text));
  const after = timeOf(releaseAfter);
  return {
    types: type,
    from: timeOf(range?.from),
    to: timeOf(range?.to),
    releaseAt: timeOf(releaseAt),
    // What was released already is not on hold. So the call reads no history.
    releaseAfter: after && after < now ? now : after,
  };
}
