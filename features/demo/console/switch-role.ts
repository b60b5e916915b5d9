/**
 * Switches this browser to the demo user of another role. The server opens a real session; nothing of the previous user
 * stays in the tab.
 */
import { flushSync } from 'react-dom';
import { forgetSession, startSession } from '#features/accounts/console/session.ts';
import { callApi } from '#foundation/console/wire/api.ts';
import { clearErrors } from '#foundation/console/wire/error-log.ts';
import { goTo } from '#foundation/console/page/hash-address.ts';
import { clearToasts } from '#foundation/console/overlay/toasts.ts';
import { deleteSavedInput } from '#foundation/console/form/saved-input.ts';
import type { Role } from '#foundation/core/session.ts';
import { demoCalls } from './calls.ts';

/** Rejects after showing the error if the server refuses; the current session then continues. */
export async function switchRole(role: Role): Promise<void> {
  const answer = await callApi(demoCalls, '/demo/switchRole', { role });
  clearToasts();
  clearErrors();
  // Unmount all pages before the new session starts, so that none reloads its old address as the new user.
  flushSync(() => {
    deleteSavedInput();
    forgetSession();
    goTo('/login', { replace: true });
  });
  startSession(answer);
  goTo('/', { replace: true });
}
