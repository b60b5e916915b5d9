/**
 * The first code that a page runs: whoever is logged in gets the wanted screen's files at once, while all that is large is
 * still on its way. Small, and a file of its own: it must import nothing that draws.
 */
import { addressIn } from '#foundation/console/address.ts';
import type { Screen, ScreenModule } from '#foundation/console/screen.ts';
import { readToken } from '#foundation/console/token.ts';
import { insideScreens } from './inside-screens.ts';

/** The screen of the address, or the one to which a login will lead. */
export interface WantedScreen {
  screen: Screen;
  loaded: Promise<ScreenModule>;
}

export function fetchWantedScreen(): WantedScreen | undefined {
  const { path, params } = addressIn(window.location.hash);
  const [redirect] = params['redirect']?.split('?', 1) ?? [];
  const shown = insideScreens.filter(({ component }) => component);
  const screen = shown.find((each) => each.path === path || each.path === redirect) ?? shown[0];
  const loaded = screen?.component?.();
  // What fails here is told by who shows the screen, and asks again.
  loaded?.catch(() => undefined);
  return screen && loaded && { screen, loaded };
}

if (readToken() !== undefined) fetchWantedScreen();
