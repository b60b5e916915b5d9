/**
 * Before the login or inside: the door is small and has no router, so that the first page is there at once; everything
 * inside is another chunk, fetched while somebody types.
 */
import { lazy, Suspense, useLayoutEffect } from 'react';
import { userScreens } from '#features/users/console/screens.ts';
import { goTo, hashAddress } from '#foundation/console/hash-address.ts';
import { useCell } from '#foundation/console/signal.ts';
import { readToken } from '#foundation/console/token.ts';
import { DocumentTitle } from './DocumentTitle.tsx';
import { Door } from './Door.tsx';
import { guardStranger } from './guard.ts';
import { ScreenPending } from './ScreenStates.tsx';

export const loadInside = () => import('./Inside.tsx');
const Inside = lazy(() => loadInside().then(({ Inside: Component }) => ({ default: Component })));

export function App() {
  const address = useCell(hashAddress);
  const instead = readToken() === undefined ? guardStranger(address, userScreens) : undefined;
  useLayoutEffect(() => {
    if (instead !== undefined) goTo(instead, { replace: true });
  }, [instead]);
  if (instead !== undefined) return null;
  if (!userScreens.some((screen) => screen.path === address.path)) return <Suspense fallback={<ScreenPending />}><Inside /></Suspense>;
  return (
    <>
      <DocumentTitle screens={userScreens} />
      <Door address={address} />
    </>
  );
}
