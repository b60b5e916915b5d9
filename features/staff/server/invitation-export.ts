/** Invitations as a file: the rows of their list under the same filter, in the same order. A link is never in it. */
import { type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import { columnsFor, listFile } from '#features/exports/server/list-file.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { pageBatches } from '#foundation/server/postgres/cursor.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { InvitationFilter } from '../contract.ts';
import { roleNames } from '../role-names.ts';
import { roleWords } from '../role-words.ts';
import { invitationStateAt } from '../rules.ts';
import { staffWords } from '../screen-words.ts';
import { roleNames as namesOfRoles } from './roles.ts';
import { countInvitations, type NamedInvitation, selectInvitations } from './store.ts';

export function invitationExport({ db }: { db: Database }): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'staff.view',
    filter: InvitationFilter.omit({ page: true, limit: true }),
    async list(context, { state, order }) {
      const { language, now } = context;
      const names = await namesOfRoles(db);
      const word = (name: keyof typeof staffWords): string => formatPhrase(staffWords[name], language);
      const { text, time } = columnsFor<NamedInvitation>(context);
      return listFile({
        title: word('part_invitations'),
        columns: [
          time(staffWords.created_at, ({ createdAt }) => createdAt),
          text(staffWords.reason, ({ reason }) => reason),
          text(staffWords.roles, ({ roles }) =>
            roleNames((name) => formatPhrase(roleWords[name], language), names(roles)),
          ),
          text(staffWords.invited_by, ({ inviter }) => inviter),
          time(staffWords.expires, ({ expiresAt }) => expiresAt),
          text(staffWords.became, ({ username }) => username),
          text(staffWords.state, (row) => word(`invitation_${invitationStateAt(row, now)}`)),
        ],
        count: () => countInvitations(db, state, now),
        batches: () =>
          pageBatches<NamedInvitation>(db, (on, { limit, offset }) =>
            selectInvitations(on, state, now, { order, limit, offset }),
          ),
      });
    },
  });
}
