/** Handlers of the operators' calls of one member's page. */
import { actorOf, type AuditVerbs } from '#features/audit/server/verbs.ts';
import type { SystemNumbers } from '#foundation/core/system-number.ts';
import { type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import { operatorMemberPageCalls } from '../../member-page-contract.ts';
import { disable, enable, type MemberChangeDeps, rename, setLevel } from './changing.ts';
import {
  memberApi,
  memberDetail,
  memberHistory,
  memberMoneyLog,
  memberNotes,
  memberPeople,
  type PageReadingDeps,
} from './reading.ts';
import { insertNote } from './store.ts';

export type OperatorMemberPageDeps = PageReadingDeps &
  MemberChangeDeps & { audit: Pick<AuditVerbs, 'record'>; numbers: SystemNumbers };

export function operatorMemberPageHandlers(deps: OperatorMemberPageDeps): ServedContract {
  return handlers(operatorMemberPageCalls, {
    '/operator/member/detail': (context, { memberNo }) => memberDetail(deps, context, memberNo),
    '/operator/member/people': (context, { memberNo }) => memberPeople(deps, context, memberNo),
    '/operator/member/api': (context, { memberNo }) => memberApi(deps, context, memberNo),
    '/operator/member/moneyLog': (context, input) => memberMoneyLog(deps, context, input),
    '/operator/member/notes': (_context, input) => memberNotes(deps, input),
    '/operator/member/history': (context, input) => memberHistory(deps, context, input),
    async '/operator/member/addNote'(context, { memberNo, text }) {
      const { session, now, refuse } = context;
      if (!(await deps.members.find(memberNo))) refuse('not_found');
      const noteId = deps.numbers.next();
      await deps.db.transaction(async (tx) => {
        await insertNote(tx, { memberNo, noteId, text, writtenBy: session.userId, createdAt: now });
        await deps.audit.record(tx, {
          ...actorOf(context),
          memberNo,
          action: 'member_note_added',
          object: `${memberNo} ${noteId}`,
        });
      });
      return { id: noteId.toString() };
    },
    '/operator/member/rename': (context, input) => rename(deps, context, input),
    '/operator/member/setLevel': (context, input) => setLevel(deps, context, input),
    '/operator/member/disable': (context, input) => disable(deps, context, input),
    '/operator/member/enable': (context, input) => enable(deps, context, input),
  });
}
