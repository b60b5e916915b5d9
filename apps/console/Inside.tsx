/** Everything behind the login: the router and, through it, the shell and the screens. */
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { addressIn } from '#foundation/console/address.ts';
import { hashAddress } from '#foundation/console/hash-address.ts';
import { draftSeal } from '#foundation/console/draft-seal.ts';
import { language } from '#foundation/console/language.ts';
import { sealTypedBy } from '#foundation/console/typed-forms.ts';
import { formatOf } from '#foundation/core/format.ts';
import { createConsoleRouter } from './router.tsx';
import { screens } from './screens.ts';

sealTypedBy(draftSeal);

export function Inside() {
  const [router] = useState(() => createConsoleRouter(screens));
  // The router's moves raise no event of the browser, and reach its address line a moment later than those who listen
  // here.
  useEffect(() => router.history.subscribe(({ location }) => hashAddress.set(addressIn(location.href))), [router]);
  return <RouterProvider router={router} />;
}

/**
 * The first amount, moment and count that are written cost more than the next thousand: they are written while somebody
 * types.
 */
export function writeAhead(): void {
  const format = formatOf(language.get(), { currency: 'CNY', timeZone: 'UTC' });
  const now = new Date().toISOString();
  format.amount('0');
  format.number(0);
  format.dateTime(now);
  format.ago(now);
}
