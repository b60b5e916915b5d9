/** What this feature hands to the server. */
import { cardCalls } from '../contract.ts';
import { type CardCallDeps, cardHandlers } from './calls.ts';
import { cardExport } from './export.ts';
import { type CardJobDeps, cardJobs } from './jobs.ts';
import { sealedAccounts } from './resealing.ts';
import type { Feature } from '#foundation/server/feature.ts';

const retainedPurposes = ['bank card account', 'bank card account of all members'] as const;

declare module '#foundation/server/secrets/sealing.ts' {
  interface RetainedPurposes extends Record<(typeof retainedPurposes)[number], true> {}
}

export const cardFeature = {
  name: 'cards',
  contracts: [{ contract: cardCalls }],
  handlers: (deps: CardCallDeps) => [cardHandlers(deps)],
  jobs: (deps: CardJobDeps) => cardJobs(deps),
  exports: (deps: Pick<CardCallDeps, 'db' | 'sealer'>) => ({ card: cardExport(deps) }),
  sealed: [sealedAccounts],
  retainedPurposes,
  writes: ['bank_cards'],
  reads: ['members'],
} as const satisfies Feature;
