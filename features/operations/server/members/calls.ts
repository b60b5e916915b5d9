/** Handlers of the operators' calls about a member's money, and about where it can log in from. */
import { type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import { operatorMemberCalls } from '../../member-contract.ts';
import { type HoldDeps, holdOf } from './holds.ts';
import { liftLoginIps, type LoginIpDeps } from './login-ips.ts';
import { type MemberMoneyDeps, setSettlement, setTerms, termsOf } from './terms.ts';

export type OperatorMemberDeps = HoldDeps & LoginIpDeps & MemberMoneyDeps;

export function operatorMemberHandlers(deps: OperatorMemberDeps): ServedContract {
  return handlers(operatorMemberCalls, {
    '/operator/member/terms': (context, input) => termsOf(deps, context, input),
    '/operator/member/setTerms': (context, input) => setTerms(deps, context, input),
    '/operator/member/setSettlement': (context, input) => setSettlement(deps, context, input),
    async '/operator/member/hold'(context, input) {
      const held = await holdOf(deps, context, input, 'hold');
      return 'most' in held ? context.refuse('hold_exceeds_available', { most: held.most }) : held;
    },
    '/operator/member/liftLoginIps': (context, input) => liftLoginIps(deps, context, input),
    async '/operator/member/release'(context, input) {
      const held = await holdOf(deps, context, input, 'release');
      return 'most' in held ? context.refuse('release_exceeds_held', { most: held.most }) : held;
    },
  });
}
