/** Everything behind the login: the router and, through it, the shell and the screens. */
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { addressIn } from '#foundation/console/page/address.ts';
import { goTo, hashAddress } from '#foundation/console/page/hash-address.ts';
import { draftSeal } from '#foundation/console/form/draft-seal.ts';
import { authenticatorNeeded } from '#foundation/console/wire/api.ts';
import { language } from '#foundation/console/page/language.ts';
import { setInputSeal } from '#foundation/console/form/saved-input.ts';
import { formatOf } from '#foundation/core/format.ts';
import { createConsoleRouter } from './router.tsx';
import './guard-session.ts';

setInputSeal(draftSeal);

export function AuthenticatedApp() {
  const [router] = useState(createConsoleRouter);
  // The router's navigations fire no browser event, and the address bar changes a moment after these listeners run.
  useEffect(() => router.history.subscribe(({ location }) => hashAddress.set(addressIn(location.href))), [router]);
  // An operator who needs an authenticator can do nothing else first.
  useEffect(() => authenticatorNeeded.listen(() => goTo('/user/bindgoogle')), []);
  return <RouterProvider router={router} />;
}

/**
 * Formats one amount, date and count while the user types. The first use of each formatter costs more than the next
 * thousand.
 */
export function warmFormatters(): void {
  const format = formatOf(language.get(), { currency: 'CNY', timeZone: 'UTC' });
  const now = new Date().toISOString();
  format.amount('0');
  format.number(0);
  format.dateTime(now);
  format.ago(now);
}
