/**
 * This browser reads as a member for a while. The operator's own token is kept in this tab until then; on the server its
 * session goes on.
 */
import { flushSync } from 'react-dom';
import { forgetSession } from '#features/accounts/console/session.ts';
import { deleteSavedInput } from '#foundation/console/form/saved-input.ts';
import { clearToasts } from '#foundation/console/overlay/toasts.ts';
import { goTo } from '#foundation/console/page/hash-address.ts';
import { callApi } from '#foundation/console/wire/api.ts';
import { readToken, storeToken } from '#foundation/console/wire/token.ts';
import { memberPageCalls } from './calls.ts';

/** Where this tab keeps the operator's token, and the member's number. */
const KEPT = 'viewer';

interface Kept {
  token: string;
  memberNo: string;
}

export function startViewing(memberNo: string, { token, expiresAt }: { token: string; expiresAt: string }): void {
  const own = readToken();
  if (own === undefined) return;
  sessionStorage.setItem(KEPT, JSON.stringify({ token: own, memberNo } satisfies Kept));
  change(token, new Date(expiresAt), '/');
}

/** Goes back to the operator's own session and the member's page. Without it, to the login. */
export async function stopViewing(): Promise<void> {
  const kept = readKept();
  sessionStorage.removeItem(KEPT);
  if (!kept) return change('', new Date(0), '/login');
  // The server ends the session when it is over; the cookie only has to last as long.
  take(kept.token, new Date(Date.now() + DAY_MS));
  await callApi(memberPageCalls, '/operator/member/endView', undefined, { quiet: true }).catch(() => undefined);
  reloadAt(`/operator/member?number=${kept.memberNo}`);
}

const DAY_MS = 86_400_000;

function change(token: string, expires: Date, to: `/${string}`): void {
  take(token, expires);
  reloadAt(to);
}

/** Unmounts all pages first, so that none asks for its data as the next user. */
function take(token: string, expires: Date): void {
  clearToasts();
  flushSync(() => {
    deleteSavedInput();
    forgetSession();
    goTo('/login', { replace: true });
  });
  storeToken(token, expires);
}

/** Nothing of the former user stays in the tab. */
function reloadAt(to: `/${string}`): void {
  goTo(to, { replace: true });
  window.location.reload();
}

function readKept(): Kept | undefined {
  try {
    const { token, memberNo } = JSON.parse(sessionStorage.getItem(KEPT) ?? '{}') as Partial<
      Record<keyof Kept, unknown>
    >;
    return typeof token === 'string' && typeof memberNo === 'string' ? { token, memberNo } : undefined;
  } catch {
    return undefined;
  }
}
