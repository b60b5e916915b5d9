/**
 * Switches this browser to the demo user of another role. The server opens a real session; nothing of the former user
 * stays in the tab.
 */
import { flushSync } from 'react-dom';
import { forgetSession, startSession } from '#features/users/console/session.ts';
import { callApi } from '#foundation/console/wire/api.ts';
import { clearErrors } from '#foundation/console/wire/error-log.ts';
import { goTo } from '#foundation/console/page/hash-address.ts';
import { clearToasts } from '#foundation/console/overlay/toasts.ts';
import { forgetTyped } from '#foundation/console/form/typed-forms.ts';
import type { Role } from '#foundation/core/session.ts';
import { demoCalls } from './calls.ts';

/** Fails, and has said why, when the server refuses; the session of before then goes on. */
export async function switchRole(role: Role): Promise<void> {
  const answer = await callApi(demoCalls, '/demo/switchRole', { role });
  clearToasts();
  clearErrors();
  // Everything inside is taken down before the new session starts: no page asks for its old address as the new user.
  flushSync(() => {
    forgetTyped();
    forgetSession();
    goTo('/login', { replace: true });
  });
  startSession(answer);
  goTo('/', { replace: true });
}
