/**
 * The return address of an external login: goes on to the login page, where the route guard redirects logged-in users.
 */
import { useEffect } from 'react';
import { goTo, hashAddress } from '#foundation/console/page/hash-address.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { userScreenWords } from '../../screen-words.ts';

function AuthRedirectScreen() {
  const t = useWords(userScreenWords);
  useEffect(() => {
    goTo(hashAddress.get().href.replace('/auth-redirect', '/login'), { replace: true });
  }, []);
  return (
    <p role="status" style={{ padding: 24 }}>
      {t('auth_redirect')}…
    </p>
  );
}

export { AuthRedirectScreen as Screen };
