/**
 * Access to PostgreSQL: the pools, SQL statements, transactions. Knows no table. Code that locks or moves money takes a
 * `Tx`, which only `transaction` and `batch` make.
 */
import pg from 'pg';
import { type Connections, inTransaction, separateStatements, Transaction } from './transaction.ts';
import { DEFAULT_CONNECTIONS, poolSizesOf, type PoolSizes } from './connections.ts';
import type { Logger } from '#foundation/server/process/log.ts';
import { shardLookup } from './shard-lookup.ts';
import { type Queryable, type Sql, sql, type Tx } from './sql.ts';
import { UnavailableError } from './unavailable.ts';

export type { Queryable, Tx };

/**
 * More work of a verb's caller, in the verb's transaction and after what it writes there. If it throws, that is rolled
 * back too. `Written`: what the verb tells it.
 */
export type TransactionWork<Written extends readonly unknown[] = []> = (tx: Tx, ...written: Written) => Promise<void>;

/** As a `Queryable`, each statement is a transaction of its own. */
export interface Database extends Queryable {
  readonly pool: pg.Pool;
  /**
   * Reads by key over all months, outside of transactions. Each text is planned once per connection for any values,
   * since planning every month's partition takes longer than such a read. Only for few texts, because the connections
   * keep them.
   */
  readonly planned: Queryable;
  /** Commits when `work` resolves; rolls back and rejects when it throws. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Begins a transaction that reads rows of one moment. It holds a connection until `end`. */
  reading(): Promise<Reading>;
  /**
   * Like `transaction`, for frequent work by key only: a statement is planned once per connection and not for every
   * batch, whatever the values of the first few were. `work` reads, locks and decides; the writes that it returns are
   * sent as one statement, followed by the commit.
   */
  batch<T>(work: (tx: Tx) => Promise<BatchResult<T>>): Promise<T>;
  /** Whether the tables are spread over machines (Citus). */
  isSpread(): Promise<boolean>;
  /**
   * Where the tables are spread, a transaction that locks rows may only work on one shard. Returns the shard of each of
   * the members; undefined on one server, where all are together.
   */
  shardsOf(memberNos: Iterable<bigint>): Promise<((memberNo: bigint) => bigint | undefined) | undefined>;
  close(): Promise<void>;
}

export interface Reading extends Queryable {
  end(): Promise<void>;
}

export interface BatchResult<T> {
  result: T;
  writes: readonly Write[];
}

export interface DatabaseOptions {
  connectionString: string;
  log: Logger;
  /** Max connections of each pool. */
  sizes?: PoolSizes;
  /** The max size of every pool, for tools and tests, which need few. */
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
  const poolOf = (max: number, first?: string, idleTimeoutMillis = 60_000): pg.Pool => {
    const made = new pg.Pool({
      connectionString,
      max,
      application_name: applicationName,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis,
      // Sends a statement before the previous one has answered, so that `pipelined` costs a batch one round trip. Each
      // fails by itself.
      pipeline: true,
      types: { getTypeParser: typeParser as typeof pg.types.getTypeParser },
      options,
    });
    // A connection that breaks while idle must not end the process; its next user reconnects. The error carries its
    // whole client, which does not belong in the log. Errors during shutdown are expected and not logged.
    made.on(
      'error',
      (error) =>
        made.ending || log.warn({ reason: error.message, code: sqlState(error) }, 'an idle database connection broke'),
    );
    // Without this listener a dropped checked-out connection would crash the process. The next query reports it.
    made.on('connect', (client) => {
      client.on('error', () => undefined);
      // Goes out before the first statement of the connection's user, who reports what breaks it.
      if (first !== undefined) client.query(first).catch(() => undefined);
    });
    return made;
  };
  const pool = poolOf(Math.min(size, sizes.general));
  const planned = poolOf(Math.min(size, sizes.planned), FOR_ANY_VALUES);
  const batches = poolOf(Math.min(size, sizes.batches), FOR_ANY_VALUES, NEVER);
  const general: Connections = { connect: () => connectTo(pool), configOf: configsNaming(isMarked) };
  const forBatches: Connections = { connect: () => connectTo(batches), configOf: configsNaming(isMarked) };
  let spread: Promise<boolean> | undefined;
  const isSpread = (): Promise<boolean> => {
    spread ??= hasCitus(pool);
    // A failed answer is not kept.
    spread.catch(() => (spread = undefined));
    return spread;
  };
  const lookUpShards = shardLookup(pool);
  return {
    pool,
    ...separateStatements(general),
    isSpread,
    shardsOf: async (memberNos) => ((await isSpread()) ? lookUpShards(memberNos) : undefined),
    planned: separateStatements({ connect: () => connectTo(planned), configOf: configsNaming(() => true) }),
    transaction: (work) => inTransaction(general, async (tx) => ({ result: await work(tx) })),
    async reading() {
      const client = await general.connect();
      const tx = new Transaction(client, general.configOf, 'begin isolation level repeatable read read only');
      return {
        query: (statement) => tx.query(statement),
        async end() {
          await tx.rollback();
          client.release(tx.isSpoiled);
        },
      };
    },
    batch: (work) =>
      inTransaction(forBatches, async (tx) => {
        const { result, writes } = await work(tx);
        return { result, last: statementOfAll(writes) };
      }),
    close: async () => void (await Promise.all([pool.end(), planned.end(), batches.end()])),
  };
}

async function hasCitus(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ exists: boolean }>(
    `select exists (select from pg_extension where extname = 'citus') as exists`,
  );
  return rows[0]?.exists ?? false;
}

/**
 * Plans a statement once for all values. Citus chooses the machine by the values, so it plans each statement that names
 * its member by more than `=`.
 */
const FOR_ANY_VALUES = `select set_config('plan_cache_mode', 'force_generic_plan', false)
  where not exists (select from pg_extension where extname = 'citus')`;
/**
 * Keeps connections for batches open, because they have planned their statements: a new one delays the first payments
 * after a quiet minute.
 */
const NEVER = 0;
const PREPARED_MARK = '/* prepared */';
const isMarked = (text: string): boolean => text.includes(PREPARED_MARK);

/**
 * Put first in a statement that is repeated with other values: each connection parses and plans it once. Only for
 * statements by key, since the plan does not know the values, and only where there are few texts.
 */
export const PREPARED = sql.raw(PREPARED_MARK);

/**
 * Put last in the `from` of an insertion that is sent by itself: the answer does not wait until the rows are on disk. If
 * PostgreSQL's machine fails, the last half second of such rows can be lost, but never rows from before a transaction
 * that did wait: its log was written after theirs. On Citus it has no effect on the workers.
 */
export const WITHOUT_FLUSH = "set_config('synchronous_commit', 'off', true)";

/**
 * Sends independent writes of one transaction as a single statement: a separate statement costs the database and us as
 * much as several rows. All see the state from before, so no two may write the same row.
 */
export async function combineWrites(tx: Tx, writes: readonly Write[]): Promise<void> {
  await statementOfAll(writes)?.execute(tx);
}

/**
 * Combines the writes. The database runs the main statement first, then the parts before it from the last to the first,
 * which results in the order of `writes`.
 */
function statementOfAll([first, ...others]: readonly Write[]): Sql | undefined {
  if (!first) return undefined;
  const parts = others.map((write, index) => sql`${sql.raw(`write_${index}`)} as (${write})`).reverse();
  return sql`${PREPARED} ${parts.length > 0 ? sql`with ${sql.join(parts)} ` : sql``}${first}`;
}

/** An `insert`, `update` or `delete` without a `with` of its own. */
export type Write = Sql;

/** Names the statements that are to be prepared. */
function configsNaming(isPrepared: (text: string) => boolean): Connections['configOf'] {
  const names = new Map<string, string>();
  return ({ text, values }) => {
    const config = { text, values: [...values] };
    if (!isPrepared(text)) return config;
    let name = names.get(text);
    if (name === undefined) names.set(text, (name = `prepared_${names.size}`));
    return { name, ...config };
  };
}

async function connectTo(pool: pg.Pool): Promise<pg.PoolClient> {
  return pool.connect().catch((error: unknown) => {
    throw new UnavailableError('no connection to the database', { cause: error });
  });
}

/** Returns PostgreSQL's error code (`40P01` deadlock, …), if the error comes from PostgreSQL. */
export function sqlState(error: unknown): string | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  return error.code === 'XX000'
    ? (codesByMessage.get(/^\w+ \w+/.exec(error.message)?.[0] ?? '') ?? error.code)
    : error.code;
}

/**
 * A Citus worker's error during an insertion from arrays arrives as an internal error with the worker's message. The
 * servers' messages are English (`lc_messages`).
 */
const codesByMessage: ReadonlyMap<string, string> = new Map([
  ['duplicate key', '23505'],
  ['deadlock detected', '40P01'],
  ['no partition', '23514'],
]);

/** Whether the error says that the row to insert exists already. */
export function isUniqueViolation(error: unknown): boolean {
  return sqlState(error) === '23505';
}

/**
 * Sends several statements of a transaction without waiting for each answer: the database finds the next one as soon as
 * it is done. They run in order. Settles when all have ended, also after a failure: none may run after the transaction is
 * rolled back.
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

/** Parses bigint columns as bigints, dates as `YYYY-MM-DD`, everything else like the driver. */
function typeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (oid === INT8) return BigInt;
  if (oid === DATE) return String;
  if (oid === INT8_ARRAY) return parseBigintArray;
  return pg.types.getTypeParser(oid, format);
}

function parseBigintArray(text: string): bigint[] {
  return text === '{}' ? [] : text.slice(1, -1).split(',').map(BigInt);
}
