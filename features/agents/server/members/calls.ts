/** Handlers by which an agent adds members and notes something about them. */
import { actorOf } from '#features/audit/server/verbs.ts';
import type { MemberVerbs } from '#features/members/server/verbs.ts';
import type { HandlerTable } from '#foundation/server/http/handlers.ts';
import type { treeCalls } from '../../tree-contract.ts';
import { type AddingDeps, addMember } from './adding.ts';

export type MemberCallDeps = Omit<AddingDeps, 'members'> & {
  members: Pick<MemberVerbs, 'add' | 'find' | 'setRemark'>;
};

export function memberHandlers(
  deps: MemberCallDeps,
): Pick<HandlerTable<typeof treeCalls.calls>, '/agent/adduser' | '/agent/changebio'> {
  const { db, members, audit } = deps;
  return {
    '/agent/adduser': (context, input) => addMember(deps, context, input),

    async '/agent/changebio'(context, { memberNo, remark }) {
      await db.transaction(async (tx) => {
        const change = { memberNo, agentNo: context.session.memberNo, remark };
        const outcome = await members.setRemark(tx, change);
        if (outcome === 'not_direct') context.refuse('not_found');
        if (outcome === 'same') return;
        const object = `${memberNo} ${remark}`.trimEnd();
        await audit.record(tx, { ...actorOf(context), action: 'member_remark_changed', object });
      });
      return undefined;
    },
  };
}
