/** Where an outside login returns to: hands over to the login page, which sends on whoever is logged in already. */
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useWords } from '#foundation/console/words.tsx';
import { userScreenWords } from '../screen-words.ts';

export function Screen() {
  const t = useWords(userScreenWords);
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { redirect?: string };
  useEffect(() => {
    void navigate({ to: '/login', search: search as never, replace: true });
  }, [navigate, search]);
  return <p role="status" style={{ padding: 24 }}>{t('auth_redirect')}…</p>;
}
