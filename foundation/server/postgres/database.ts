/**
 * The way to PostgreSQL: one pool, one typed query builder, transactions. Knows no table. A store names its tables with
 * `db.withTables<…>()`; what locks or moves money takes a `Tx`, which only `transaction` makes.
 */
import {
  Kysely,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type RawBuilder,
  sql,
  type Transaction,
} from 'kysely';
import pg from 'pg';
import type { StatementOf } from './batch-transaction.ts';
import { batchesBy } from './batches.ts';
import { DEFAULT_CONNECTIONS, poolSizesOf, type PoolSizes } from './connections.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import { type KeptStatement, sendQuery } from './statement-query.ts';
import { UnavailableError } from './unavailable.ts';

export type NoTables = Record<never, never>;
/** Reads and single statements. A `Tx` is one too. */
export type Queryable = Kysely<NoTables>;
export type Tx = Transaction<NoTables>;

export interface Database {
  readonly pool: pg.Pool;
  readonly kysely: Queryable;
  /**
   * Reads by key over all months, outside of transactions: each text is planned once a connection and for any values,
   * since planning anew over every month's partition takes longer than such a read. For few texts, which the
   * connections keep.
   */
  readonly planned: Queryable;
  /** Commits when `work` resolves; rolls back and rejects when it throws. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /**
   * The same for what is done many times a second, by key alone: whatever the values of the first few were, a statement
   * is planned once a connection and not for every batch anew. `work` reads, locks and decides; what it leaves to be
   * written is sent as one statement with the commit behind it.
   */
  batch<T>(work: (tx: Tx) => Promise<BatchResult<T>>): Promise<T>;
  close(): Promise<void>;
}

export interface BatchResult<T> {
  result: T;
  writes: readonly Write[];
}

export interface DatabaseOptions {
  connectionString: string;
  log: Logger;
  /** Connections of each pool at most. */
  sizes?: PoolSizes;
  /** For tools and tests, which need few: the most that any pool has. */
  size?: number;
  applicationName?: string;
}

export function openDatabase({
  connectionString,
  log,
  sizes = poolSizesOf(DEFAULT_CONNECTIONS),
  size = Infinity,
  applicationName = 'countinghouse',
}: DatabaseOptions): Database {
  const options = '-c timezone=UTC -c statement_timeout=60000 -c idle_in_transaction_session_timeout=60000';
  const poolOf = (max: number, more: string, idleTimeoutMillis = 60_000): pg.Pool => {
    const made = new pg.Pool({
      connectionString,
      max,
      application_name: applicationName,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis,
      // A statement is sent although the one before has not answered, so that `pipelined` costs a batch one round trip.
      // Each fails by itself.
      pipeline: true,
      types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
      options: `${options}${more}`,
    });
    // A connection that breaks while idle must not end the process; its next user reconnects. The error drags its whole
    // client along, which is no matter for the log; and what still ends while we stop is no news.
    made.on(
      'error',
      (error) =>
        made.ending || log.warn({ reason: error.message, code: sqlState(error) }, 'an idle database connection broke'),
    );
    // Nor may one that breaks in a user's hands between two statements: the next statement tells that user.
    made.on('connect', (client) => client.on('error', () => undefined));
    return made;
  };
  const pool = poolOf(Math.min(size, sizes.general), '');
  const planned = poolOf(Math.min(size, sizes.planned), FOR_ANY_VALUES);
  const batches = poolOf(Math.min(size, sizes.batches), FOR_ANY_VALUES, NEVER);
  const kyselyOn = (dialectPool: PostgresPool) =>
    new Kysely<NoTables>({ dialect: new PostgresDialect({ pool: dialectPool }) });
  const isMarked = (text: string): boolean => text.includes(PREPARED_MARK);
  const kysely = kyselyOn(preparing(pool, isMarked));
  const runBatch = batchesBy({ connect: () => connectTo(batches), statementOf: namingStatements(isMarked) });
  return {
    pool,
    kysely,
    planned: kyselyOn(preparing(planned, () => true)),
    transaction: (work) => kysely.transaction().execute(work),
    batch: (work) =>
      runBatch(async (tx) => {
        const { result, writes } = await work(tx);
        return { result, last: statementOfAll(writes) };
      }),
    // Not by Kysely, which ends the pool only when a query went through it.
    close: async () => void (await Promise.all([pool.end(), planned.end(), batches.end()])),
  };
}

const FOR_ANY_VALUES = ' -c plan_cache_mode=force_generic_plan';
/**
 * A connection for batches has planned its statements: a new one keeps the first payments after a quiet minute waiting
 * for that.
 */
const NEVER = 0;
const PREPARED_MARK = '/* prepared */';

/**
 * First in a statement that comes again and again with other values: each connection parses and plans it once. Only for
 * statements that go by key, as the plan no longer knows the values; and whose text is one of few.
 */
export const PREPARED = sql.raw(PREPARED_MARK);

/**
 * Writes of one transaction that need nothing of each other, as a single statement: each by itself costs the database
 * and us as much again as several of its rows. All see the state from before, so no two may write the same row.
 */
export async function combineWrites(tx: Tx, writes: readonly Write[]): Promise<void> {
  await statementOfAll(writes)?.execute(tx);
}

/**
 * The database runs the statement proper first, then the parts before it from the last to the first: in the order of
 * `writes`.
 */
function statementOfAll([first, ...others]: readonly Write[]): RawBuilder<unknown> | undefined {
  if (!first) return undefined;
  const parts = others.map((write, index) => sql`${sql.raw(`write_${index}`)} as (${write})`).reverse();
  return sql`${PREPARED} ${parts.length > 0 ? sql`with ${sql.join(parts)} ` : sql``}${first}`;
}

/** An `insert`, `update` or `delete` without a `with` of its own. */
export type Write = RawBuilder<unknown>;

/**
 * The pool as Kysely uses it, with the `prepared` statements sent by name. Kysely knows a connection again by the
 * object that it is given.
 */
function preparing(pool: pg.Pool, prepared: (text: string) => boolean): PostgresPool {
  const statementOf = namingStatements(prepared);
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    async connect() {
      const client = await connectTo(pool);
      const query = (text: string, values: unknown[]) => sendQuery(client, statementOf(text, values));
      const ours = known.get(client) ?? Object.assign(Object.create(client) as PostgresPoolClient, { query });
      known.set(client, ours);
      return ours;
    },
    end: () => pool.end(),
  };
}

function namingStatements(prepared: (text: string) => boolean): StatementOf {
  const known = new Map<string, KeptStatement>();
  return (text, values) => {
    if (!prepared(text)) return { text, values };
    let kept = known.get(text);
    if (!kept) known.set(text, (kept = { name: `prepared_${known.size}` }));
    return { kept, text, values };
  };
}

async function connectTo(pool: pg.Pool): Promise<pg.PoolClient> {
  return pool.connect().catch((error: unknown) => {
    throw new UnavailableError('no connection to the database', { cause: error });
  });
}

/** PostgreSQL's error code (`40P01` deadlock, …), if the error is one of its. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined;
}

/** The row that was to be written is there already. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505';
}

/**
 * Several statements of a batch, each sent before the one before has ended: the database finds the next one there when
 * it is done. (In any other transaction Kysely waits for each answer.) They run in their order. Settles when all have
 * ended, also after a failure: none may run on once the transaction is rolled back.
 */
export async function pipelined<const Results extends readonly unknown[]>(
  ...statements: { [At in keyof Results]: () => Promise<Results[At]> }
): Promise<Results> {
  const settled = await Promise.allSettled(statements.map(async (begin) => begin()));
  return settled.map((each) => {
    if (each.status === 'rejected') throw each.reason;
    return each.value;
  }) as unknown as Results;
}

const INT8 = 20;
const DATE = 1082;
const INT8_ARRAY = 1016;

/** bigint columns are bigints, dates stay `YYYY-MM-DD`, everything else as the driver does. */
function typeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === INT8) return BigInt;
  if (oid === DATE) return String;
  if (oid === INT8_ARRAY) return parseBigintArray;
  return pg.types.getTypeParser(oid, format);
}

function parseBigintArray(text: string): bigint[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(BigInt);
}
