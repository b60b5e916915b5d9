/**
 * The colour scheme: light, dark or as the device. Kept in a cookie, so that the page from the server has it before any
 * code runs (`foundation/server/http/console-page.ts` repeats its name). Another tab's choice applies when this tab becomes
 * visible again.
 */
import type { MantineColorScheme, MantineColorSchemeManager } from '@mantine/core';
import { inDays, readCookie, removeCookie, writeCookie } from '#foundation/console/wire/cookies.ts';

const COOKIE = 'scheme';
const schemes: readonly MantineColorScheme[] = ['light', 'dark', 'auto'];

export const schemeManager: MantineColorSchemeManager = colorSchemeManager();

function colorSchemeManager(): MantineColorSchemeManager {
  const stored = (): MantineColorScheme | undefined => schemes.find((each) => each === readCookie(COOKIE));
  let stop: () => void = () => undefined;
  return {
    get: (usual) => stored() ?? usual,
    set(scheme) {
      if (scheme !== stored()) writeCookie(COOKIE, scheme, inDays(365));
    },
    subscribe(follow) {
      const look = (): void => {
        const scheme = stored();
        if (scheme !== undefined && !document.hidden) follow(scheme);
      };
      document.addEventListener('visibilitychange', look);
      stop = () => document.removeEventListener('visibilitychange', look);
    },
    unsubscribe: () => stop(),
    clear: () => removeCookie(COOKIE),
  };
}
