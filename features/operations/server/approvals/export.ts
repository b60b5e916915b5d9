/** Proposals of all kinds as a file: the rows of their list that the reader can see, under the same filter, in the same order. */
import { type ExportKind, exportKind } from '#features/exports/server/kind.ts';
import { columnsFor, listFile } from '#features/exports/server/list-file.ts';
import { isSettingName, snakeOf } from '#features/platform/setting-fields.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import type { Language } from '#foundation/core/words.ts';
import { pageBatches } from '#foundation/server/postgres/cursor.ts';
import { OperatorApprovalFilter, type ProposalRow } from '../../approval-contract.ts';
import { approvalScreenWords } from '../../approval-words.ts';
import { operatorTitles } from '../../screen-titles.ts';
import { settingWords } from '../../setting-words.ts';
import { kindsSeenBy, proposalFilterOf, rowsOf } from './calls.ts';
import type { OperatorApprovalDeps } from './kinds.ts';
import { countProposals, type ProposalKey, selectProposalKeys } from './listing-store.ts';

export function approvalExport(deps: OperatorApprovalDeps): ExportKind {
  const { db } = deps;
  return exportKind({
    who: 'operators',
    right: 'approvals.view',
    filter: OperatorApprovalFilter.omit({ page: true, limit: true }),
    list(context, { order, ...typed }) {
      const { session, language, now } = context;
      if (session.role !== 'operator') throw new Error('only operators have proposals');
      const seen = kindsSeenBy(session.rights);
      const filter = proposalFilterOf(typed);
      const word = (name: keyof typeof approvalScreenWords): string =>
        formatPhrase(approvalScreenWords[name], language);
      const { text, amount, time } = columnsFor<ProposalRow>(context);
      return listFile({
        title: formatPhrase(operatorTitles.approvals, language),
        columns: [
          text(approvalScreenWords.act, ({ act }) => word(`act_${act}`)),
          text(approvalScreenWords.kind, ({ kind }) => word(`kind_${kind}`)),
          text(approvalScreenWords.subject, (row) => subjectOf(row, language)),
          text(approvalScreenWords.member_no, ({ memberNo }) => memberNo),
          text(approvalScreenWords.member, ({ memberName }) => memberName),
          amount(approvalScreenWords.amount, (row) => row.amount),
          text(approvalScreenWords.reason, ({ reason }) => reason),
          text(approvalScreenWords.proposed_by, ({ proposedBy }) => proposedBy),
          time(approvalScreenWords.proposed_at, ({ proposedAt }) => proposedAt),
          time(approvalScreenWords.expires_at, ({ expiresAt }) => expiresAt),
          text(approvalScreenWords.state, ({ state }) => word(`is_${state}`)),
          text(approvalScreenWords.decided_by, ({ decidedBy }) => decidedBy),
          time(approvalScreenWords.decided_at, ({ decidedAt }) => decidedAt),
          text(approvalScreenWords.remark, ({ remark }) => remark),
        ],
        count: () => countProposals(db, seen, filter, now),
        async *batches() {
          for await (const keys of pageBatches<ProposalKey>(db, (on, { offset, limit }) =>
            selectProposalKeys(on, seen, filter, now, { newestFirst: order === 'desc', limit, offset }),
          ))
            yield await rowsOf(deps, { session, now }, keys);
        },
      });
    },
  });
}

/** The order, payout, operator, role or setting that it is about. */
function subjectOf({ kind, subject, orderNo }: ProposalRow, language: Language): string | null {
  if (kind !== 'setting' || subject === null) return subject ?? orderNo;
  return isSettingName(subject)
    ? formatPhrase(settingWords[`name_${snakeOf(subject)}`], language)
    : formatPhrase(settingWords.calendar_of, language, { year: subject.replace('calendar_', '') });
}
