/** The pages before the login. Logged-in users are redirected by the route guard to wherever the address says. */
import { lazy, Suspense, useEffect } from 'react';
import { DemoLogins } from '#features/demo/console/DemoLogins.tsx';
import { Screen as LoginScreen } from '#features/accounts/console/public/LoginScreen.tsx';
import type { HashAddress } from '#foundation/console/page/address.ts';
import { goTo } from '#foundation/console/page/hash-address.ts';
import type { Screen as ScreenData } from '#foundation/console/page/screen.ts';
import { admit } from './admission.ts';
import { LOGIN } from './guard.ts';
import { publicScreens } from './public-screens.ts';
import { CatchFailed } from './shell/screen-states.tsx';

const pages = new Map(
  publicScreens.flatMap(({ path, component }) => (component ? [[path as string, pageOf(component)]] : [])),
);

export function PublicPages({ address }: { address: HashAddress }) {
  // Every navigation gives a new address object, even to the current address. A login uses this: it navigates to the
  // same address to be admitted again.
  useEffect(() => {
    let left = false;
    void admit(address).then((instead) => {
      if (!left && instead !== undefined) goTo(instead, { replace: true });
    });
    return () => {
      left = true;
    };
  }, [address]);
  // The login page is prerendered and hydrated in one go, so it must not be inside anything lazy.
  return address.path === LOGIN ? <LoginScreen foot={<DemoLogins />} /> : <Page path={address.path} />;
}

function Page({ path }: { path: string }) {
  return (
    <CatchFailed key={path}>
      <Suspense>{pages.get(path)}</Suspense>
    </CatchFailed>
  );
}

function pageOf(component: NonNullable<ScreenData['component']>) {
  const Screen = lazy(() => component().then((loaded) => ({ default: loaded.Screen })));
  return <Screen />;
}
