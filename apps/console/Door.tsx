/** The pages before the login. Who has logged in is sent on by the guard, to wherever the address says. */
import { lazy, Suspense, useEffect } from 'react';
import { DemoDoor } from '#features/demo/console/DemoDoor.tsx';
import { Screen as LoginScreen } from '#features/users/console/LoginScreen.tsx';
import { userScreens } from '#features/users/console/screens.ts';
import type { HashAddress } from '#foundation/console/address.ts';
import { goTo } from '#foundation/console/hash-address.ts';
import type { Screen as ScreenData } from '#foundation/console/screen.ts';
import { admit } from './admission.ts';
import { LOGIN } from './guard.ts';
import { CatchFailed } from './screen-states.tsx';

const pages = new Map(
  userScreens.flatMap(({ path, component }) => (component ? [[path as string, pageOf(component)]] : [])),
);

export function Door({ address }: { address: HashAddress }) {
  // The cell gives a new object for every move, also to where one is: a login asks anew by going to the same address.
  useEffect(() => {
    let left = false;
    void admit(address).then((instead) => {
      if (!left && instead !== undefined) goTo(instead, { replace: true });
    });
    return () => {
      left = true;
    };
  }, [address]);
  // The login is drawn ahead and taken over in one go: nothing lazy may stand around it.
  return address.path === LOGIN ? <LoginScreen foot={<DemoDoor />} /> : <Page path={address.path} />;
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
