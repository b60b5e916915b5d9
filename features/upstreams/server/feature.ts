/** What this feature hands to the server. */
import { type SandboxNotifierDeps, upstreamJobs } from './jobs.ts';
import { sealedReports, sealedUpstreams } from './resealing.ts';
import type { Feature } from '#foundation/server/feature.ts';

const retainedPurposes = ['return address', 'sandbox bill'] as const;

declare module '#foundation/server/secrets/sealing.ts' {
  interface RetainedPurposes extends Record<(typeof retainedPurposes)[number], true> {}
}

export const upstreamFeature = {
  name: 'upstreams',
  jobs: (deps: SandboxNotifierDeps) => upstreamJobs(deps),
  sealed: [sealedUpstreams, sealedReports],
  retainedPurposes,
  writes: [
    'upstreams',
    'upstream_exchanges',
    'sandbox_payments',
    'sandbox_payouts',
    'upstream_hours',
    'upstream_reports',
  ],
} as const satisfies Feature;
