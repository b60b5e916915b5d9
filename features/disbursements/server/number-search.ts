/** The search for a typed number. */
import { type Sql, sql } from '#foundation/server/postgres/sql.ts';
import { systemNoPrefixRange } from '#foundation/core/system-number.ts';
import { likeBeginning } from '#foundation/server/postgres/like.ts';

/**
 * Rows of `disbursements` where either number starts with the text: a range in each number's index. `typed` has only
 * letters, digits, `_` and `-`.
 */
export function numberBegins(typed: string): Sql {
  const merchants = sql<boolean>`order_no like ${likeBeginning(typed)}`;
  const range = systemNoPrefixRange(typed);
  return range ? sql<boolean>`(${merchants} or (system_no >= ${range.from} and system_no < ${range.to}))` : merchants;
}
