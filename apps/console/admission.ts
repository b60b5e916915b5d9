/** Decides before any page is shown: loads the configuration and the session and applies the guard's rules. */
import { goTo, hashAddress } from '#foundation/console/page/hash-address.ts';
import { endSession, loadSession } from '#features/accounts/console/session.ts';
import { renewConfig } from '#features/platform/console/config.ts';
import { platformScreenWords } from '#features/platform/screen-words.ts';
import { language } from '#foundation/console/page/language.ts';
import { showToast } from '#foundation/console/overlay/toasts.ts';
import { OtherSession } from '#foundation/console/wire/api-errors.ts';
import { isCodeMissing } from '#foundation/console/wire/import-again.ts';
import { reportMissingCode } from '#foundation/console/wire/lazy-code.ts';
import { checkTab } from '#foundation/console/wire/tab-session.ts';
import { adoptToken, readToken } from '#foundation/console/wire/token.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { guardAnonymous, type Wanted } from './guard.ts';
import { publicScreens } from './public-screens.ts';

/**
 * Returns the address to go to instead, or undefined to admit. A failure is shown to the user, ends the session and
 * leads to the login page.
 */
export async function admit(wanted: Wanted): Promise<string | undefined> {
  if (adoptToken() !== undefined && checkTab() === 'ended') endSession();
  const token = readToken();
  try {
    // Both requests run at the same time. An error of the configuration is reported first.
    const loaded = token === undefined ? undefined : loadSession();
    loaded?.catch(() => undefined);
    await renewConfig();
    if (!loaded) return guardAnonymous(wanted, publicScreens);
    // Without a login the list of screens is not loaded.
    const [{ guardSession }, session] = await Promise.all([import('./guard-session.ts'), loaded]);
    return await guardSession(wanted, session);
  } catch (error) {
    if (leaving) return undefined;
    // The shell shows who is logged in now.
    if (error instanceof OtherSession) return undefined;
    // The code could not be loaded: a lost connection, or a server that was just replaced. The specification ends the
    // session after a failed navigation, but means the guard. The screen's place shows what happened and offers another
    // try; the session, the tabs and typed text stay, and a login would fail for the same reason.
    if (isCodeMissing(error)) {
      void reportMissingCode();
      return undefined;
    }
    checkTab();
    // Another login happened meanwhile. A failure of the previous session must not end it.
    if (readToken() !== token) return admit(wanted);
    reportAndEnd(error);
    return guardAnonymous(wanted, publicScreens);
  }
}

/** Reports a failure after the page was admitted, and leads to the login page. */
export function expel(error: unknown): void {
  if (leaving || error instanceof OtherSession) return;
  reportAndEnd(error);
  goTo(guardAnonymous(hashAddress.get(), publicScreens) ?? hashAddress.get().href, { replace: true });
}

/** Ends the session. Typed input is kept for the same user: a network failure must not lose it. */
function reportAndEnd(error: unknown): void {
  showToast(
    (error instanceof Error && error.message) || formatPhrase(platformScreenWords.has_error, language.get()),
    'bad',
  );
  endSession();
}

/** Set while the page unloads. Its pending requests are aborted then, which must not end the session. */
let leaving = false;
window.addEventListener('pagehide', () => (leaving = true));
window.addEventListener('pageshow', () => (leaving = false));
