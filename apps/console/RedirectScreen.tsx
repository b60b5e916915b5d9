/** Replaces another page for a moment, so that the page is recreated when it is shown again. */
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { addressIn } from '#foundation/console/page/address.ts';
import { REDIRECT } from './guard.ts';
import { rebuild } from './shell/tabs.ts';

export function RedirectScreen() {
  const navigate = useNavigate();
  const href = useRouterState({ select: (state) => state.location.href });
  useEffect(() => {
    if (!href.startsWith(REDIRECT)) return;
    const target = addressIn(`/${href.slice(REDIRECT.length)}`);
    rebuild(target.path);
    void navigate({ href: target.href, replace: true });
  }, [href, navigate]);
  return null;
}
