/** Handlers of the operators' calls about a member's money. */
import { type AnsweredContract, handlers } from '#foundation/server/http/handlers.ts';
import { operatorMemberCalls } from '../../member-contract.ts';
import { type HoldDeps, holdOf } from './holds.ts';
import { type MemberMoneyDeps, setSettlement, setTerms, termsOf } from './terms.ts';

export type OperatorMemberDeps = HoldDeps & MemberMoneyDeps;

export function operatorMemberHandlers(deps: OperatorMemberDeps): AnsweredContract {
  return handlers(operatorMemberCalls, {
    '/operator/member/terms': (ask, input) => termsOf(deps, ask, input),
    '/operator/member/setTerms': (ask, input) => setTerms(deps, ask, input),
    '/operator/member/setSettlement': (ask, input) => setSettlement(deps, ask, input),
    async '/operator/member/hold'(ask, input) {
      const held = await holdOf(deps, ask, input, 'hold');
      return 'most' in held ? ask.refuse('hold_exceeds_available', { most: held.most }) : held;
    },
    async '/operator/member/release'(ask, input) {
      const held = await holdOf(deps, ask, input, 'release');
      return 'most' in held ? ask.refuse('release_exceeds_held', { most: held.most }) : held;
    },
  });
}
