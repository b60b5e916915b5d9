/** Handlers of the operators' calls that adjust wallets. */
import { handlers, type ServedContract } from '#foundation/server/http/handlers.ts';
import { adjustmentCalls } from '../../adjustment-contract.ts';
import { adjust, type AdjustmentDeps } from './adjusting.ts';

export function adjustmentHandlers(deps: AdjustmentDeps): ServedContract {
  return handlers(adjustmentCalls, {
    '/operator/member/adjust': (context, input) => adjust(deps, context, input),
  });
}
