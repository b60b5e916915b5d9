/** How a typed number is looked for. */
import { type RawBuilder, sql } from 'kysely';
import { systemNoPrefixRange } from '#foundation/core/system-number.ts';

/**
 * Rows of `disbursements` of which either number begins so, or is it: a range in the index of each. `typed`: letters,
 * digits, `_` and `-`.
 */
export function numberBegins(typed: string): RawBuilder<boolean> {
  const merchants = sql<boolean>`order_no like ${`${typed.replaceAll('_', '\\_')}%`}`;
  const range = systemNoPrefixRange(typed);
  return range ? sql<boolean>`(${merchants} or (system_no >= ${range.from} and system_no < ${range.to}))` : merchants;
}
