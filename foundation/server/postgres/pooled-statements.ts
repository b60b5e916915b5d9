/** Statements on connections of a pool, each on any connection. */
import type pg from 'pg';
import type { Answer, Compiled, Queryable } from './sql.ts';

/** A statement as the driver takes it. */
export interface QueryConfig {
  text: string;
  values?: unknown[];
  /** The name under which the connection keeps it prepared. */
  name?: string;
}

export interface Connections {
  connect(): Promise<pg.PoolClient>;
  configOf(statement: Compiled): QueryConfig;
}

export function separateStatements({ connect, configOf }: Connections): Queryable {
  return {
    async query<Row>(statement: Compiled) {
      const client = await connect();
      try {
        return await answerOf<Row>(client.query(configOf(statement)));
      } finally {
        client.release();
      }
    },
  };
}

export async function answerOf<Row>(sent: Promise<pg.QueryResult>): Promise<Answer<Row>> {
  try {
    const { rows, rowCount } = await sent;
    return { rows: rows as Row[], rowCount: rowCount ?? 0 };
  } catch (error) {
    // The driver's stack ends at the socket. Here it names the functions that wait for the answer.
    if (error instanceof Error) error.stack += `\n${new Error().stack?.split('\n').slice(1).join('\n')}`;
    throw error;
  }
}
