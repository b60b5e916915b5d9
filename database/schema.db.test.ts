import { readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { describeSchema } from './describe-schema.ts';

const db = await testDatabase({ size: 5 });
afterAll(() => db.close());

test('database/schema.sql matches the schema that the migrations build', async () => {
  expect(await describeSchema(db.pool)).toBe(await readFile(new URL('./schema.sql', import.meta.url), 'utf8'));
});

test('columns, defaults, checks, indexes, views, types and functions are part of the description', async () => {
  const before = await describeSchema(db.pool);
  await db.pool.query(`
    create table raffles (raffle_id bigint primary key, state text not null default 'open' check (state in ('open', 'drawn')), drawn_at timestamptz) with (fillfactor = 60);
    create index raffles_open on raffles (drawn_at desc) where state = 'open';
    create view audit.raffles as select raffle_id, state from raffles;
    create type raffle_drawn as (raffle_id bigint, winners text[]);
    create function draw(raffle bigint) returns boolean language sql as $$ select raffle > 0 $$;
  `);
  const after = await describeSchema(db.pool);
  const added = after.split('\n').filter((line) => !before.split('\n').includes(line));
  expect(added).toEqual([
    'create table raffles (',
    '  raffle_id bigint not null,',
    "  state     text not null default 'open',",
    '  drawn_at  timestamptz,',
    '  primary key (raffle_id),',
    "  check (state in ('open', 'drawn'))",
    ') with (fillfactor=60);',
    "create index raffles_open on raffles (drawn_at desc) where (state = 'open');",
    '-- view audit.raffles, over raffles',
    '--   raffle_id bigint',
    '--   state     text',
    'create type raffle_drawn as (raffle_id bigint, winners text[]);',
    'create function draw(raffle bigint) returns boolean language sql as $$ select raffle > 0 $$;',
  ]);
});

test('an object that cannot be described throws instead of being left out', async () => {
  await db.pool.query("create type colour as enum ('red')");
  await expect(describeSchema(db.pool)).rejects.toThrow('type colour');
});
