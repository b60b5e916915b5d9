/** What this feature hands to the server. */
import { type SandboxNotifierDeps, upstreamJobs } from './jobs.ts';
import { sealedUpstreams } from './resealing.ts';
import type { Feature } from '#foundation/server/feature.ts';

const keptPurposes = ['return address', 'sandbox bill'] as const;

declare module '#foundation/server/secrets/sealing.ts' {
  interface KeptPurposes extends Record<(typeof keptPurposes)[number], true> {}
}

export const upstreamFeature = {
  name: 'upstreams',
  jobs: (deps: SandboxNotifierDeps) => upstreamJobs(deps),
  sealed: [sealedUpstreams],
  keptPurposes,
  writes: ['upstreams', 'upstream_exchanges', 'sandbox_payments', 'sandbox_payouts'],
} as const satisfies Feature;
