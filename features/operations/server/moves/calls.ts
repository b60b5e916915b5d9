/** Handlers of the operators' calls that move members. */
import { handlers, type ServedContract } from '#foundation/server/http/handlers.ts';
import { moveCalls } from '../../move-contract.ts';
import { type MoveCallDeps, moveMember, previewMove } from './moving.ts';

export function moveHandlers(deps: MoveCallDeps): ServedContract {
  return handlers(moveCalls, {
    '/operator/move/preview': (context, input) => previewMove(deps, context, input),
    '/operator/member/move': (context, input) => moveMember(deps, context, input),
  });
}
