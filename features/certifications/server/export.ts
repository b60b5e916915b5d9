/**
 * Certifications as a file: what the operators' list says of them, under the same filter and in the same order. ID numbers
 * are masked, as in the list.
 */
import { type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import { columnsFor, listFile } from '#features/exports/server/list-file.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { pageBatches } from '#foundation/server/postgres/cursor.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import { OperatorCertificationFilter } from '../contract.ts';
import { certificationQueueTitles } from '../operator-titles.ts';
import { certificationQueueWords } from '../operator-words.ts';
import { certificationWords } from '../screen-words.ts';
import { certificationFilterOf, maskedIdNumber } from './calls.ts';
import { countCertifications, type NamedCertification, selectCertifications } from './store.ts';

export function certificationExport({ db, sealer }: { db: Database; sealer: Sealer }): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'certifications.view',
    filter: OperatorCertificationFilter.omit({ page: true, limit: true }),
    list(context, { order, ...typed }) {
      const { language } = context;
      const filter = certificationFilterOf(typed);
      const { text, time } = columnsFor<NamedCertification>(context);
      return listFile({
        title: formatPhrase(certificationQueueTitles.certifications, language),
        columns: [
          time(certificationWords.submitted_at, ({ submittedAt }) => submittedAt),
          text(certificationQueueWords.member_no, ({ memberNo }) => memberNo.toString()),
          text(certificationQueueWords.member, ({ memberName }) => memberName),
          text(certificationWords.name, ({ name }) => name),
          text(certificationWords.id_number, (record) => maskedIdNumber(sealer, record)),
          text(certificationWords.industry, ({ industry }) => industry),
          text(certificationQueueWords.state, ({ status, revokedAt }) =>
            formatPhrase(
              revokedAt === null ? certificationWords[`status_${status}`] : certificationQueueWords.status_revoked,
              language,
            ),
          ),
          time(certificationWords.reviewed_at, ({ reviewedAt }) => reviewedAt),
        ],
        count: async () => (await countCertifications(db, filter)).total,
        batches: () =>
          pageBatches<NamedCertification>(db, (on, place) =>
            selectCertifications(on, filter, { newestFirst: order === 'desc', ...place }),
          ),
      });
    },
  });
}
