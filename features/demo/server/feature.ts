/** What this feature hands to the server. */
import type { Role } from '#foundation/core/session.ts';
import { demoCalls } from '../contract.ts';
import { type DemoDeps, demoHandlers } from './calls.ts';
import type { Feature } from '#foundation/server/feature.ts';

export interface DemoSwitch extends Omit<DemoDeps, 'logins'> {
  /** Undefined without demo data and in production: the switch is then not served. */
  demoRoles?: readonly Role[] | undefined;
  demoLogins: DemoDeps['logins'];
}

export const demoFeature = {
  name: 'demo',
  contracts: [{ contract: demoCalls }],
  handlers: ({ demoRoles, demoLogins, ...deps }: DemoSwitch) =>
    demoRoles === undefined ? [] : [demoHandlers({ ...deps, logins: demoLogins })],
} as const satisfies Feature;
