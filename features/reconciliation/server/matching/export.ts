/** One day of one upstream, and what each upstream owes, as files: the rows of their lists, in the same order. */
import { z } from 'zod';
import { type ExportContext, type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import { columnsFor, listFile } from '#features/exports/server/list-file.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { cursorBatches } from '#foundation/server/postgres/cursor.ts';
import { reconciliationExportWords } from '../../export-words.ts';
import { kindText, statusText } from '../../line-text.ts';
import { type Clearing, DayFilter, type SideBySide } from '../../matching-contract.ts';
import { differenceKindWords } from '../../matching-export-words.ts';
import { isDecided } from '../../matching-rules.ts';
import { reconciliationWords } from '../../screen-words.ts';
import { clearingRows, type ClearingDeps } from './clearing-rows.ts';
import { countDay, daySides } from './reading.ts';
import { sidesOnWire } from './wire.ts';

type T = (name: keyof typeof reconciliationWords) => string;

function wordsIn({ language }: ExportContext): T {
  return (name) => formatPhrase(reconciliationWords[name], language);
}

/** The day of an upstream that does not exist has no rows. */
export function dayExport({ db, platform }: ClearingDeps): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'reconciliation.view',
    filter: DayFilter,
    async list(context, view) {
      const { language } = context;
      const { currency } = await platform.settings();
      const t = wordsIn(context);
      const { text, amount, time } = columnsFor<SideBySide>(context);
      const heading = reconciliationExportWords;
      return listFile<SideBySide>({
        title: t('grid'),
        columns: [
          text(heading.line, ({ theirs }) => theirs && String(theirs.lineNo)),
          text(heading.their_no, ({ theirs }) => theirs && theirs.upstreamNo),
          text(heading.their_reference, ({ theirs }) => theirs && theirs.ourNo),
          text(heading.their_kind, ({ theirs }) => theirs && kindText(t, theirs.kind)),
          text(heading.their_status, ({ theirs }) => theirs && statusText(t, theirs.status)),
          time(heading.their_time, ({ theirs }) => theirs && theirs.at),
          amount(heading.their_amount, ({ theirs }) => theirs && theirs.amount),
          amount(heading.their_fee, ({ theirs }) => theirs && theirs.fee),
          text(heading.member_no, ({ ours }) => ours && ours.memberNo),
          text(heading.our_no, ({ ours }) => ours && ours.orderNo),
          text(heading.our_kind, ({ ours }) => ours && t(`kind_${ours.kind}`)),
          time(heading.our_time, ({ ours }) => ours && ours.at),
          amount(heading.our_amount, ({ ours }) => ours && ours.amount),
          amount(heading.our_fee, ({ ours }) => ours && ours.fee),
          text(reconciliationWords.result, ({ difference, rule }) => {
            if (rule !== null && (difference === null || isDecided(difference.state))) return t(`rule_${rule}`);
            return difference === null
              ? t('not_compared')
              : formatPhrase(differenceKindWords[difference.kind], language);
          }),
          text(heading.difference, ({ difference }) => difference && difference.id),
        ],
        count: () => countDay(db, view),
        async *batches() {
          for await (const rows of cursorBatches(db, daySides(view)))
            yield rows.map((row) => sidesOnWire(row, currency));
        },
      });
    },
  });
}

export function clearingExport(deps: ClearingDeps): ExportKind {
  return exportKind({
    who: 'operators',
    right: 'reconciliation.view',
    filter: z.strictObject({}),
    list(context) {
      const t = wordsIn(context);
      const { text, amount } = columnsFor<Clearing>(context);
      const heading = reconciliationExportWords;
      return listFile({
        title: t('part_clearing'),
        columns: [
          text(reconciliationWords.upstream, ({ upstream }) => upstream),
          amount(reconciliationWords.owed, ({ owed }) => owed),
          text(heading.owed_day, ({ day }) => day),
          text(reconciliationWords.since, ({ since }) => since),
          text(heading.age, ({ days }) => (days === null ? null : String(days))),
          amount(reconciliationWords.taken_in, ({ takenIn }) => takenIn),
          amount(reconciliationWords.paid_out, ({ paidOut }) => paidOut),
          amount(reconciliationWords.settled_sum, ({ settled }) => settled),
          text(heading.their_day, ({ theirs }) => theirs && theirs.day),
          amount(reconciliationWords.their_closing, ({ theirs }) => theirs && theirs.closing),
          amount(heading.their_fees, ({ theirs }) => theirs && theirs.fees),
          amount(heading.unexplained, ({ theirs }) => theirs && theirs.difference),
          text(heading.unbooked, ({ unbooked }) => String(unbooked.length)),
        ],
        count: async () => (await clearingRows(deps, context.now)).length,
        async *batches() {
          yield await clearingRows(deps, context.now);
        },
      });
    },
  });
}
