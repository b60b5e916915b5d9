/** Operators as a file: the rows of their list under the same filter, in the same order. */
import { type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import { columnsFor, listFile } from '#features/exports/server/list-file.ts';
import type { PlatformVerbs } from '#features/platform/server/verbs.ts';
import { isBuiltInRole } from '#features/rights.ts';
import { sessionPolicy } from '#features/sessions/rules.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { pageBatches } from '#foundation/server/postgres/cursor.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { StaffFilter } from '../contract.ts';
import { roleWords } from '../role-words.ts';
import { staffWords } from '../screen-words.ts';
import { roleNames } from './roles.ts';
import { countOperators, type OperatorRecord, selectOperators } from './store.ts';

export interface StaffExportDeps {
  db: Database;
  platform: Pick<PlatformVerbs, 'settings'>;
}

export function staffExport({ db, platform }: StaffExportDeps): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'staff.view',
    filter: StaffFilter.omit({ page: true, limit: true }),
    async list(context, { q = '', role, state, sort, order }) {
      const { language, now } = context;
      const query = { text: q, role, state };
      const [settings, names] = await Promise.all([platform.settings(), roleNames(db)]);
      const seenSince = new Date(now.getTime() - sessionPolicy(settings).idleMs);
      const word = (name: keyof typeof staffWords): string => formatPhrase(staffWords[name], language);
      const { text, time } = columnsFor<OperatorRecord>(context);
      return listFile({
        title: word('part_people'),
        columns: [
          text(staffWords.username, ({ username }) => username),
          text(staffWords.nickname, ({ nickname }) => nickname),
          text(staffWords.roles, ({ roles }) =>
            names(roles)
              .map(({ id, name }) => (isBuiltInRole(id) ? formatPhrase(roleWords[`role_${id}`], language) : name))
              .join(', '),
          ),
          text(staffWords.second_factor, ({ secondFactor }) => word(`factor_${secondFactor}`)),
          text(staffWords.sessions, ({ openSessions }) => String(openSessions)),
          time(staffWords.last_login, ({ lastLoginAt }) => lastLoginAt),
          time(staffWords.created, ({ createdAt }) => createdAt),
          text(staffWords.state, ({ state: current }) => word(`state_${current}`)),
        ],
        count: () => countOperators(db, query),
        batches: () =>
          pageBatches<OperatorRecord>(db, (on, place) =>
            selectOperators(on, query, { sort, order, ...place }, { now, seenSince }),
          ),
      });
    },
  });
}
