import { readFile } from 'node:fs/promises';
import { afterAll, expect, test } from 'vitest';
import { testDatabase } from '#foundation/server/postgres/database-for-tests.ts';
import { type Connection, breaches, firstStatements } from './sharding-for-tests.ts';

const db = await testDatabase({ size: 5 });
afterAll(() => db.close());

const text = await readFile(new URL('./citus.sql', import.meta.url), 'utf8');
const first = firstStatements(text);

test('citus.sql places every table once and breaks no rule of Citus, after the statements in its header', async () => {
  expect(await afterStatements(first, (on) => breaches(on, text))).toEqual([]);
});

test.each(first)('a rule is broken without: %s', async (statements) => {
  const others = first.filter((one) => one !== statements);
  expect(await afterStatements(others, (on) => breaches(on, text))).not.toEqual([]);
});

interface Sample {
  guarantee: string;
  schema?: string;
  placing?: (text: string) => string;
  breach: string;
}

const distributed = "select create_distributed_table('raffles', 'member_no', colocate_with => 'wallets');";
const raffles = 'create table raffles (member_no bigint, raffle_id bigint, primary key (member_no, raffle_id))';

const samples: Sample[] = [
  { guarantee: 'a table that is not placed', schema: raffles, breach: 'raffles is not placed' },
  {
    guarantee: 'a table that is placed twice',
    placing: (before) => `${before}\n-- local: settings`,
    breach: 'settings is placed 2 times',
  },
  {
    guarantee: 'a table that does not exist',
    placing: adding(distributed),
    breach: 'raffles is placed but is not a table of the schema',
  },
  {
    guarantee: 'a single partition, which follows its parent',
    schema: 'create table orders_of_a_month partition of orders for values from (1) to (2)',
    placing: adding('-- local: orders_of_a_month'),
    breach: 'orders_of_a_month is placed but is not a table of the schema',
  },
  {
    guarantee: "a member's table that is not distributed",
    schema: raffles,
    placing: adding('-- local: raffles'),
    breach: 'raffles is keyed by member but not distributed',
  },
  {
    guarantee: 'a table in a group of its own',
    schema: raffles,
    placing: adding(distributed.replace("=> 'wallets'", "=> 'none'")),
    breach: 'raffles is not placed with wallets',
  },
  {
    guarantee: 'a nullable member_no',
    schema: 'create table raffles (member_no bigint, name text)',
    placing: adding(distributed),
    breach: 'raffles has no column member_no that is a bigint and not null',
  },
  {
    guarantee: 'a member_no of another type, whose rows would be in other shards',
    schema: 'create table raffles (member_no integer primary key)',
    placing: adding(distributed),
    breach: 'raffles has no column member_no that is a bigint and not null',
  },
  {
    guarantee: 'a primary key without member_no',
    schema: 'create table raffles (member_no bigint not null, raffle_id bigint primary key)',
    placing: adding(distributed),
    breach: 'unique key raffles_pkey of raffles does not include member_no',
  },
  {
    guarantee: 'a unique constraint without member_no',
    schema: `${raffles}; alter table raffles add unique (raffle_id)`,
    placing: adding(distributed),
    breach: 'unique key raffles_raffle_id_key of raffles does not include member_no',
  },
  {
    guarantee: 'a unique index that only includes member_no as payload',
    schema: `${raffles}; create unique index raffles_by_id on raffles (raffle_id) include (member_no)`,
    placing: adding(distributed),
    breach: 'unique key raffles_by_id of raffles does not include member_no',
  },
  {
    guarantee: 'a unique index on an expression of member_no',
    schema: `${raffles}; create unique index raffles_odd on raffles ((member_no % 2))`,
    placing: adding(distributed),
    breach: 'unique key raffles_odd of raffles does not include member_no',
  },
  {
    guarantee: 'a reference to a table that is not distributed',
    schema: `${raffles}; alter table raffles add file_id uuid constraint its_file references files`,
    placing: adding(distributed),
    breach: 'foreign key its_file of raffles, distributed, refers to files, in metadata',
  },
  {
    guarantee: "a reference from one member's rows to another's",
    schema: `${raffles}; alter table raffles add winner bigint, add currency text, add constraint its_winner foreign key (winner, currency) references wallets`,
    placing: adding(distributed),
    breach:
      'foreign key its_winner of raffles, distributed, refers to wallets, distributed, without member_no on both sides',
  },
  {
    guarantee: 'a reference from a reference table to a shard',
    schema:
      'alter table settings add member_no bigint, add currency text, add constraint its_wallet foreign key (member_no, currency) references wallets',
    placing: (before) => `${before.replace(/^.*'settings'.*$/m, '')}\nselect create_reference_table('settings');`,
    breach: 'foreign key its_wallet of settings, reference, refers to wallets, distributed',
  },
  {
    guarantee: 'a reference from a table unknown to Citus to a reference table',
    schema: 'alter table sms_codes add constraint its_user foreign key (user_id) references users',
    breach: 'foreign key its_user of sms_codes, local, refers to users, reference',
  },
  {
    guarantee: 'a table that is placed before one that it refers to',
    placing: (before) => `select create_reference_table('users');\n${before.replace(/^.*'users'.*$/m, '')}`,
    breach: 'users is placed before members, which it refers to',
  },
  {
    guarantee: "a trigger on a member's table",
    schema:
      'create trigger wallets_watched before update on wallets for each row execute function suppress_redundant_updates_trigger()',
    breach: 'trigger wallets_watched is on wallets, distributed',
  },
  {
    guarantee: 'a trigger on a reference table',
    schema:
      'create trigger settings_stay before delete on settings for each statement execute function refuse_change()',
    breach: 'trigger settings_stay is on settings, reference',
  },
  {
    guarantee: 'an identity column in a shard',
    schema: `${raffles}; alter table raffles add ticket bigint generated always as identity`,
    placing: adding(distributed),
    breach: 'raffles.ticket is numbered by the database',
  },
  {
    guarantee: 'a sequence behind a column in a shard',
    schema: `${raffles}; alter table raffles add ticket bigserial`,
    placing: adding(distributed),
    breach: 'raffles.ticket is numbered by the database',
  },
];

test.each(samples)('a breach is reported for $guarantee', async ({ schema, placing = (same) => same, breach }) => {
  const statements = schema === undefined ? first : [...first, schema];
  expect(await afterStatements(statements, (on) => breaches(on, placing(text)))).toEqual([breach]);
});

test("a member's table can refer to members, users, and the same member's rows of another table", async () => {
  const schema = `${raffles}; alter table raffles add user_id bigint references users, add currency text, add foreign key (member_no) references members,
    add foreign key (member_no, currency) references wallets`;
  expect(await afterStatements([...first, schema], (on) => breaches(on, `${text}\n${distributed}`))).toEqual([]);
});

test('a statement that is not checked is rejected', async () => {
  const other = "select create_distributed_table('orders', 'system_no');";
  await expect(breaches(db.pool, `${text}\n${other}`)).rejects.toThrow(`unknown statement: ${other}`);
});

function adding(line: string): (text: string) => string {
  return (before) => `${before}\n${line}`;
}

/** Runs the statements in a transaction that is rolled back, and calls `query` within it. */
async function afterStatements<Answer>(
  statements: readonly string[],
  query: (on: Connection) => Promise<Answer>,
): Promise<Answer> {
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    for (const one of statements) await client.query(one);
    return await query(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}
