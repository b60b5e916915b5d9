/** What is asked before any page is shown: the configuration, who is there, and the guard's rules about both. */
import { goTo, hashAddress } from '#foundation/console/hash-address.ts';
import { endSession, loadSession } from '#features/users/console/session.ts';
import { userScreens } from '#features/users/console/screens.ts';
import { renewConfig } from '#features/platform/console/config.ts';
import { platformScreenWords } from '#features/platform/screen-words.ts';
import { language } from '#foundation/console/language.ts';
import { showToast } from '#foundation/console/toasts.ts';
import { OtherSession } from '#foundation/console/api-errors.ts';
import { isCodeMissing } from '#foundation/console/import-again.ts';
import { tellMissing } from '#foundation/console/late-code.ts';
import { checkTab } from '#foundation/console/tab-session.ts';
import { adoptToken, readToken } from '#foundation/console/token.ts';
import { formatPhrase } from '#foundation/core/phrase.ts';
import { guardReader, guardStranger, type Wanted } from './guard.ts';

/** Where to go instead, or `undefined`. A failure says why, forgets the login and ends at the login page. */
export async function admit(wanted: Wanted): Promise<string | undefined> {
  if (adoptToken() !== undefined && checkTab() === 'ended') endSession();
  const token = readToken();
  try {
    // Asked for at the same time; what the configuration lacks is told first.
    const asked = token === undefined ? undefined : loadSession();
    asked?.catch(() => undefined);
    await renewConfig();
    if (!asked) return guardStranger(wanted, userScreens);
    // Strangers don't load the list of what is inside.
    const [{ screens }, { roles }] = await Promise.all([import('./screens.ts'), asked]);
    return guardReader(wanted, screens, roles);
  } catch (error) {
    if (leaving) return undefined;
    // The page around says who is logged in now.
    if (error instanceof OtherSession) return undefined;
    // What is inside did not come: no session ends by that (decision 0026).
    if (isCodeMissing(error)) {
      void tellMissing();
      return undefined;
    }
    checkTab();
    // Somebody logged in meanwhile: what failed for the one before must not cost that login.
    if (readToken() !== token) return admit(wanted);
    tellAndEnd(error);
    return guardStranger(wanted, userScreens);
  }
}

/** For what fails after a page was let through. */
export function expel(error: unknown): void {
  if (leaving || error instanceof OtherSession) return;
  tellAndEnd(error);
  goTo(guardStranger(hashAddress.get(), userScreens) ?? hashAddress.get().href, { replace: true });
}

/** What was typed waits for the same person: a network failure must not cost it. */
function tellAndEnd(error: unknown): void {
  showToast(
    (error instanceof Error && error.message) || formatPhrase(platformScreenWords.has_error, language.get()),
    'bad',
  );
  endSession();
}

/** A page that is left or loaded anew loses what it still asks for: that is no failure, and must not cost the login. */
let leaving = false;
window.addEventListener('pagehide', () => (leaving = true));
window.addEventListener('pageshow', () => (leaving = false));
