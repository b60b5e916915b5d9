/** Stands for a moment in another page's place, so that the page is built anew when it comes back. */
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { REDIRECT } from './guard.ts';

export function RedirectScreen() {
  const navigate = useNavigate();
  const href = useRouterState({ select: (state) => state.location.href });
  useEffect(() => {
    if (href.startsWith(REDIRECT)) void navigate({ href: `/${href.slice(REDIRECT.length)}`, replace: true });
  }, [href, navigate]);
  return null;
}
