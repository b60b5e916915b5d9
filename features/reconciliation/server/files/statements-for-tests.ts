/** Operators who file upstreams' statements, on a real server. Only tests import this. */
import { people } from '#features/accounts/server/people-for-tests.ts';
import { credentialsOf } from '#features/accounts/server/credentials-for-tests.ts';
import { upstreamVerbs } from '#features/upstreams/server/verbs.ts';
import { createOutgoing } from '#foundation/server/outgoing/outgoing.ts';
import { silentLog } from '#foundation/server/process/log.ts';
import type { Mapping } from '../../mapping.ts';
import { plainMapping } from '../reading/corpus-for-tests.ts';
import { statementFileHandlers } from './calls.ts';

/** A day before the clock's, `2026-11-20T04:00:00Z`. */
export const DAY = '2026-11-19';

export async function statementApp() {
  const app = await people({
    more(built) {
      const upstreams = upstreamVerbs({
        ...built,
        outgoing: createOutgoing({ allow: [] }),
        publicUrl: 'http://127.0.0.1:9',
        log: silentLog,
      });
      return [statementFileHandlers({ ...built, upstreams })];
    },
  });
  const { pool } = app.db;
  await pool.query(
    `insert into upstreams (upstream_id, connector, name, settings_sealed) values (1, 'sandbox', 'First', ''), (2, 'sandbox', 'Second', '')`,
  );
  await app.addOperator('boss');
  const boss = app.person();
  await boss.logIn('boss');

  const form = (fields: Record<string, string>, bytes: Uint8Array | string, name = 'day.csv'): FormData => {
    const data = new FormData();
    for (const [field, value] of Object.entries(fields)) data.append(field, value);
    data.append('file', new Blob([typeof bytes === 'string' ? bytes : Uint8Array.from(bytes)]), name);
    return data;
  };
  return {
    app,
    boss,
    owners: credentialsOf(app),
    form,
    save: (mapping: Mapping, replaces: number, { upstreamId = 1, person = boss, ...more } = {}) =>
      person.post<{ version: number | null }>('/operator/reconciliation/saveMapping', {
        upstreamId,
        mapping,
        replaces,
        ...more,
      }),
    trial: (bytes: Uint8Array | string, mapping: unknown = plainMapping, upstreamId = '1') =>
      boss.post<{ version: null; trial: unknown }>(
        '/operator/reconciliation/saveMapping',
        form({ upstreamId, mapping: JSON.stringify(mapping) }, bytes),
      ),
    upload: (bytes: Uint8Array | string, { day = DAY, upstreamId = '1', name = 'day.csv', person = boss } = {}) =>
      person.post<{ fileId: string; outcome: string; rows: number; replaced: object | null }>(
        '/operator/reconciliation/upload',
        form({ upstreamId, day }, bytes, name),
      ),
    files: (filter: object = {}) =>
      boss.post<{ total: number; list: { fileId: string; state: string }[] }>('/operator/reconciliation/files', filter),
    /** All that is stored about files and lines. */
    async stored() {
      const files = await pool.query('select * from upstream_files order by uploaded_at, file_id');
      const lines = await pool.query('select * from upstream_lines order by file_id, line_no');
      return { files: files.rows as Record<string, unknown>[], lines: lines.rows as Record<string, unknown>[] };
    },
    close: () => app.close(),
  };
}
