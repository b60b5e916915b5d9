/** What owners proposed about staff as a file: the rows of the list under the same filter, in the same order. */
import { countApprovals } from '#features/approvals/server/proposals.ts';
import { type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import { columnsFor, listFile } from '#features/exports/server/list-file.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { pageBatches } from '#foundation/server/postgres/cursor.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import { StaffProposalFilter } from '../contract.ts';
import { staffExportWords } from '../export-words.ts';
import { proposedChange } from '../proposed-change.ts';
import { roleWords } from '../role-words.ts';
import { staffWords } from '../screen-words.ts';
import { proposalFilterOf, readProposals, type ReadProposalRow, STAFF_PROPOSALS } from './deciding.ts';

export function proposalExport({ db }: { db: Database }): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'staff.view',
    filter: StaffProposalFilter.omit({ page: true, limit: true }),
    list(context, { order, ...typed }) {
      const { language, now } = context;
      const filter = proposalFilterOf(typed);
      const changeOf = (row: ReadProposalRow) => proposedChange((name) => formatPhrase(roleWords[name], language), row);
      const { text, time } = columnsFor<ReadProposalRow>(context);
      return listFile({
        title: formatPhrase(staffWords.part_proposals, language),
        columns: [
          time(staffWords.proposed_at, ({ proposedAt }) => proposedAt),
          text(staffWords.what, ({ act, name }) => formatPhrase(staffWords[`act_${act}`], language, { name })),
          text(staffWords.gets, (row) => changeOf(row).gets),
          text(staffWords.loses, (row) => changeOf(row).loses),
          text(staffWords.reason, ({ reason }) => reason),
          text(staffWords.proposed_by, ({ proposedBy }) => proposedBy),
          time(staffWords.expires, ({ expiresAt }) => expiresAt),
          text(staffWords.state, ({ state }) => formatPhrase(staffExportWords[`is_${state}`], language)),
          text(staffExportWords.decided_by, ({ decidedBy }) => decidedBy),
          time(staffExportWords.decided_at, ({ decidedAt }) => decidedAt),
          text(staffWords.remark, ({ remark }) => remark),
        ],
        count: () => countApprovals(db, STAFF_PROPOSALS, filter, now),
        batches: () =>
          pageBatches<ReadProposalRow>(db, async (on, { limit, offset }) => {
            const page = { newestFirst: order === 'desc', limit, offset };
            return (await readProposals(on, context, filter, page)).map(({ row }) => row);
          }),
      });
    },
  });
}
