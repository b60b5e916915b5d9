/**
 * The handler of the role switch. The demo's passwords are public, so the switch opens an account only if its published
 * password alone would: never around a changed password, a second step, an IP allowlist or a disabled user.
 */
import {
  type PublishedPasswordDeps,
  logInByPublishedPassword,
} from '#features/accounts/server/login/published-password.ts';
import type { Role } from '#foundation/core/session.ts';
import { takeAttempt } from '#foundation/server/postgres/attempt-windows.ts';
import { type ServedContract, handlers } from '#foundation/server/http/handlers.ts';
import { demoCalls } from '../contract.ts';
import { switchLimit } from '../rules.ts';

export interface DemoDeps extends PublishedPasswordDeps {
  /** The published login of each role's demo user. */
  logins: Readonly<Record<Role, { username: string; password: string }>>;
}

export function demoHandlers({ logins, ...deps }: DemoDeps): ServedContract {
  return handlers(demoCalls, {
    async '/demo/switchRole'(context, { role }) {
      const attempt = await takeAttempt(deps.db, switchLimit, context.client.network, context.now);
      if (!attempt.allowed) context.refuse('rate_limited', { seconds: Math.ceil(attempt.waitMs / 1000) });
      return (await logInByPublishedPassword(deps, context, logins[role])) ?? context.refuse('demo_role_closed');
    },
  });
}
