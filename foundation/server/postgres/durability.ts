/** Refuses the start on a database that can lose acknowledged writes: a ledger can't rely on it. */
import type pg from 'pg';

const needed = ['fsync', 'full_page_writes', 'synchronous_commit'] as const;

export class UnsafeDurabilityError extends Error {
  override name = 'UnsafeDurabilityError';
}

export async function refuseUnsafeDurability(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [[...needed]],
  );
  const off = rows.filter(({ setting }) => setting === 'off').map(({ name }) => name);
  if (off.length > 0)
    throw new UnsafeDurabilityError(`the database may lose what it acknowledged: switch ${off.join(', ')} on`);
  if (rows.length < needed.length)
    throw new UnsafeDurabilityError('the database does not tell its durability settings');
}
