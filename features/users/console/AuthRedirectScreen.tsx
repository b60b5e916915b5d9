/**
 * Where an outside login returns to: hands over to the login page, from which the guard sends on whoever is logged in.
 */
import { useEffect } from 'react';
import { goTo, hashAddress } from '#foundation/console/page/hash-address.ts';
import { useWords } from '#foundation/console/page/words.tsx';
import { userScreenWords } from '../screen-words.ts';

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
