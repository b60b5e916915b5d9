/** The page of a user who must choose a password: the form alone, without the shell. */
import { lazy, Suspense } from 'react';
import { firstPasswordTitles } from '#features/accounts/first-password-titles.ts';
import type { Screen } from '#foundation/console/page/screen.ts';
import { FIRST_PASSWORD } from './guard-user.ts';
import { DocumentTitle } from './shell/DocumentTitle.tsx';
import { CatchFailed } from './shell/screen-states.tsx';
import { SessionDialogs } from './shell/SessionDialogs.tsx';

const titled: readonly Screen[] = [{ path: FIRST_PASSWORD, name: 'FirstPassword', title: firstPasswordTitles.title }];
const Form = lazy(() =>
  import('#features/accounts/console/credentials/FirstPasswordScreen.tsx').then(({ Screen }) => ({ default: Screen })),
);

export function FirstPasswordPage() {
  return (
    <>
      <DocumentTitle screens={titled} />
      <CatchFailed>
        <Suspense>
          <Form />
        </Suspense>
      </CatchFailed>
      <SessionDialogs />
    </>
  );
}
