import '#apps/server/compose.ts';
import { expect, test } from 'vitest';
import { knownRowTypes } from '#foundation/server/postgres/table-columns.ts';
import { testDatabase } from '#foundation/server/postgres/test-database.ts';

test('values are written in the order of their composite type', async () => {
  const db = await testDatabase();
  try {
    const { rows } = await db.pool.query<{ type: string; names: string[] }>(`
      select t.typname as type, array_agg(a.attname::text order by a.attnum) as names
      from pg_type t join pg_class c on c.oid = t.typrelid join pg_attribute a on a.attrelid = c.oid
      where c.relkind = 'c' and t.typnamespace = 'public'::regnamespace group by 1`);
    const stored = new Map(rows.map(({ type, names }) => [type, names]));
    expect(knownRowTypes().size).toBeGreaterThan(3);
    for (const [type, names] of knownRowTypes()) expect(stored.get(type), type).toEqual(names);
  } finally {
    await db.close();
  }
});
