/** Handlers of an agent's calls about the rates of its direct members. */
import { type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import { rateCalls } from '../../rate-contract.ts';
import { copyRates } from './copying.ts';
import { requireDirect } from './direct.ts';
import { type RateDeps, setUserRates, userRates } from './setting.ts';

export type { RateDeps };

export function rateHandlers(deps: RateDeps): ServedContract {
  return handlers(rateCalls, {
    async '/agent/userrate'(context, { memberNo }) {
      await requireDirect(deps, context, memberNo);
      return userRates(deps, context.language, memberNo);
    },
    '/agent/setuserrate': (context, input) => setUserRates(deps, context, input),
    '/agent/copyrates': (context, input) => copyRates(deps, context, input),
  });
}
