/**
 * The login page's place for the role switch. Empty where there is no demo, and until the page stands: its code is no
 * part of the first page.
 */
import { useConfig } from '#features/platform/console/config.ts';
import { useLate } from '#foundation/console/wire/use-late.ts';

const loadRoles = () => import('./DemoRoles.tsx');

export function DemoDoor() {
  const roles = useConfig()?.demo;
  const { part } = useLate(roles !== undefined, loadRoles, () => undefined);
  return roles && part ? <part.DemoRoles roles={roles} /> : null;
}
