/** What this feature hands to the server. */
import { certificationCalls } from '../contract.ts';
import { type CertificationJobDeps, certificationJobs } from './jobs.ts';
import { certificationExport } from './export.ts';
import { hashPurposes } from './hashes.ts';
import { type CertificationCallDeps, certificationHandlers } from './calls.ts';
import { sealedIdNumbers } from './resealing.ts';
import type { Feature } from '#foundation/server/feature.ts';

declare module '#foundation/server/secrets/sealing.ts' {
  interface RetainedPurposes extends Record<(typeof hashPurposes)[number], true> {}
}

export const certificationFeature = {
  name: 'certifications',
  contracts: [{ contract: certificationCalls }],
  handlers: (deps: CertificationCallDeps) => [certificationHandlers(deps)],
  jobs: (deps: CertificationJobDeps) => certificationJobs(deps),
  exports: (deps: Pick<CertificationCallDeps, 'db' | 'sealer'>) => ({ certification: certificationExport(deps) }),
  sealed: [sealedIdNumbers],
  retainedPurposes: hashPurposes,
  writes: ['certifications'],
  reads: ['members', 'users'],
} as const satisfies Feature;
