/**
 * Chooses between the pages before the login and the console behind it. The pages before the login are small and have
 * no router, so the first page appears at once. Everything else is a separate chunk, fetched while the user types.
 */
import { useEffect, useLayoutEffect, useState } from 'react';
import { goTo, hashAddress } from '#foundation/console/page/hash-address.ts';
import { cell, useCell } from '#foundation/console/wire/signal.ts';
import { readToken } from '#foundation/console/wire/token.ts';
import { publicScreens } from './public-screens.ts';
import { DocumentTitle } from './shell/DocumentTitle.tsx';
import { PublicPages } from './PublicPages.tsx';
import { guardAnonymous } from './guard.ts';
import type * as InsideModule from './AuthenticatedApp.tsx';
import { PagePending, ScreenFailed } from './shell/screen-states.tsx';

const authenticatedApp = cell<typeof InsideModule | undefined>(undefined);

/** Loads the chunk once. It is kept here because a lazy component would delay the first screen by a moment. */
export async function loadAuthenticatedApp(): Promise<typeof InsideModule> {
  const loaded = await import('./AuthenticatedApp.tsx');
  authenticatedApp.set(loaded);
  return loaded;
}

export function App() {
  const address = useCell(hashAddress);
  const instead = readToken() === undefined ? guardAnonymous(address, publicScreens) : undefined;
  useLayoutEffect(() => {
    if (instead !== undefined) goTo(instead, { replace: true });
  }, [instead]);
  if (instead !== undefined) return null;
  if (!publicScreens.some((screen) => screen.path === address.path)) return <LoadedApp />;
  return (
    <>
      <DocumentTitle screens={publicScreens} />
      <PublicPages address={address} />
    </>
  );
}

function LoadedApp() {
  const loaded = useCell(authenticatedApp);
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    loadAuthenticatedApp().catch(setError);
  }, []);
  if (loaded) return <loaded.AuthenticatedApp />;
  return error === undefined ? <PagePending /> : <ScreenFailed error={error} />;
}
