/**
 * Light, dark or as the device: kept in a cookie, so that the page that the server sends has it before any code runs
 * (its name stands in `foundation/server/console-page.ts` too). Another tab's choice is followed when this one is
 * looked at again.
 */
import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { inDays, readCookie, removeCookie, writeCookie } from '#foundation/console/cookies.ts';

const COOKIE = 'scheme';
const schemes: readonly MantineColorScheme[] = ['light', 'dark', 'auto'];

export const schemeKeeper: MantineColorSchemeManager = keeper();

function keeper(): MantineColorSchemeManager {
  const kept = (): MantineColorScheme | undefined => schemes.find((each) => each === readCookie(COOKIE));
  let stop: () => void = () => undefined;
  return {
    get: (usual) => kept() ?? usual,
    set(scheme) {
      if (scheme !== kept()) writeCookie(COOKIE, scheme, inDays(365));
    },
    subscribe(follow) {
      const look = (): void => {
        const scheme = kept();
        if (scheme !== undefined && !document.hidden) follow(scheme);
      };
      document.addEventListener('visibilitychange', look);
      stop = () => document.removeEventListener('visibilitychange', look);
    },
    unsubscribe: () => stop(),
    clear: () => removeCookie(COOKIE),
  };
}
