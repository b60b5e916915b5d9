/** What this feature hands to the server. */
import { certificationCalls } from '../contract.ts';
import { type CertificationCallDeps, certificationHandlers } from './calls.ts';
import { sealedIdNumbers } from './resealing.ts';
import type { Feature } from '#foundation/server/feature.ts';

export const certificationFeature = {
  name: 'certifications',
  contracts: [{ contract: certificationCalls }],
  handlers: (deps: CertificationCallDeps) => [certificationHandlers(deps)],
  sealed: [sealedIdNumbers],
  writes: ['certifications'],
} as const satisfies Feature;
