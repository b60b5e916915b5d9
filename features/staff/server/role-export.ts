/** Roles as a file: all of them, in the order of their list, each with what it allows. */
import { z } from 'zod';
import { type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import { columnsFor, listFile } from '#features/exports/server/list-file.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { RoleRow } from '../contract.ts';
import { rightsText, roleName } from '../role-names.ts';
import { roleWords } from '../role-words.ts';
import { staffWords } from '../screen-words.ts';
import { roleRows } from './roles.ts';

export function roleExport({ db }: { db: Database }): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'staff.view',
    filter: z.strictObject({}),
    list(context) {
      const { language, now } = context;
      const word = (name: keyof typeof staffWords): string => formatPhrase(staffWords[name], language);
      const wordOfRole = (name: keyof typeof roleWords): string => formatPhrase(roleWords[name], language);
      const { text } = columnsFor<RoleRow>(context);
      return listFile({
        title: word('part_roles'),
        columns: [
          text(staffWords.role_name, (row) => roleName(wordOfRole, row)),
          text(staffWords.kind, ({ builtIn }) => word(builtIn ? 'built_in' : 'own_role')),
          text(staffWords.rights, ({ rights }) => rightsText(wordOfRole, rights)),
          text(staffWords.holders, ({ holders }) => String(holders)),
          text(staffWords.state, ({ waiting }) => (waiting ? word('change_waits') : null)),
        ],
        count: async () => (await roleRows(db, now)).length,
        async *batches() {
          yield await roleRows(db, now);
        },
      });
    },
  });
}
