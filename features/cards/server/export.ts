/** Cards of all members as a file: what the operators' list says of them, under the same filter and in the same order. */
import { type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import { columnsFor, listFile } from '#features/exports/server/list-file.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { pageBatches } from '#foundation/server/postgres/cursor.ts';
import type { Database } from '#foundation/server/postgres/database.ts';
import type { Sealer } from '#foundation/server/secrets/sealing.ts';
import { bankName } from '../banks.ts';
import { OperatorCardFilter } from '../contract.ts';
import { cardQueueTitles } from '../operator-titles.ts';
import { cardQueueWords } from '../operator-words.ts';
import { cardScreenWords } from '../screen-words.ts';
import { cardFilterOf } from './calls.ts';
import { countFiltered, type NamedCard, selectCards } from './store.ts';

export function cardExport({ db, sealer }: { db: Database; sealer: Sealer }): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'cards.view',
    filter: OperatorCardFilter.omit({ page: true, limit: true }),
    list(context, { order, ...typed }) {
      const { language } = context;
      const filter = cardFilterOf(sealer, typed);
      const { text, time } = columnsFor<NamedCard>(context);
      return listFile({
        title: formatPhrase(cardQueueTitles.cards, language),
        columns: [
          time(cardQueueWords.changed_at, ({ changedAt }) => changedAt),
          text(cardQueueWords.member_no, ({ memberNo }) => memberNo.toString()),
          text(cardQueueWords.member, ({ memberName }) => memberName),
          text(cardScreenWords.holder, ({ holder }) => holder),
          text(cardScreenWords.account, ({ accountHint }) => accountHint),
          text(cardScreenWords.type, ({ type }) => formatPhrase(cardScreenWords[`type_${type}`], language)),
          text(cardScreenWords.bank, ({ bank }) => (bank === null ? null : bankName(bank, language))),
          text(cardScreenWords.status, ({ status }) => formatPhrase(cardScreenWords[`status_${status}`], language)),
          time(cardQueueWords.reviewed_at, ({ reviewedAt }) => reviewedAt),
        ],
        count: async () => (await countFiltered(db, filter)).total,
        batches: () =>
          pageBatches<NamedCard>(db, (on, place) =>
            selectCards(on, filter, { newestFirst: order === 'desc', ...place }),
          ),
      });
    },
  });
}
