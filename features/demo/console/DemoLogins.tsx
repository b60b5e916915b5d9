/**
 * The slot for the role switch on the login page. Empty without a demo, and until the page is rendered: its code is not
 * part of the first load.
 */
import { useConfig } from '#features/platform/console/config.ts';
import { useLazyPart } from '#foundation/console/wire/use-lazy-part.ts';

const loadRoles = () => import('./DemoRoles.tsx');

export function DemoLogins() {
  const roles = useConfig()?.demo;
  const { part } = useLazyPart(roles !== undefined, loadRoles, () => undefined);
  return roles && part ? <part.DemoRoles roles={roles} /> : null;
}
