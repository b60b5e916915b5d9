/** Handlers of the accounts calls, in the contract's order. */
import { actorOf } from '#features/audit/server/verbs.ts';
import { takeAttempt } from '#foundation/server/postgres/attempt-windows.ts';
import { HALF_COOKIE } from '#foundation/server/http/console-api.ts';
import { type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import { userCalls } from '../contract.ts';
import { existsLimit } from '../rules.ts';
import { credentialHandlers } from './credentials/calls.ts';
import { Guesses } from './login/guesses.ts';
import type { UserCallDeps } from './deps.ts';
import { userInfo } from './info.ts';
import { logIn } from './login/login.ts';
import { register } from './login/register.ts';
import { resetPassword } from './login/resetting.ts';
import { endSession } from '#features/sessions/server/verbs.ts';
import { existsUsername } from './store.ts';
import { Username } from '../username-field.ts';

export function userHandlers(deps: UserCallDeps): ServedContract {
  const { db } = deps;
  const guesses = new Guesses(deps);
  return handlers(userCalls, {
    async '/user/exists'({ client, now, refuse }, { field }) {
      const attempt = await takeAttempt(db, existsLimit, client.network, now);
      if (!attempt.allowed) refuse('rate_limited', { seconds: Math.ceil(attempt.waitMs / 1000) });
      return Username.safeParse(field).success && (await existsUsername(db, field));
    },

    '/user/register': (context, input) => register(deps, context, input),

    '/user/login': (context, input) => logIn({ ...deps, guesses }, context, input),

    async '/user/logout'(context) {
      const { session, cookies, now } = context;
      await db.transaction(async (tx) => {
        await endSession(tx, session, now);
        await deps.audit.record(tx, { ...actorOf(context), action: 'logout' });
      });
      cookies.clear(HALF_COOKIE);
      return undefined;
    },

    '/user/info': ({ session, now }) => userInfo(deps, session, now),

    ...credentialHandlers({ ...deps, guesses }),

    '/user/resetPassword': (context, input) => resetPassword(deps, context, input),
  });
}
