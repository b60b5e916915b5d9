/** What this feature hands to the server. */
import { cardCalls } from '../contract.ts';
import { type CardCallDeps, cardHandlers } from './calls.ts';
import { sealedAccounts } from './resealing.ts';
import type { Feature } from '#foundation/server/feature.ts';

const retainedPurposes = ['bank card account'] as const;

declare module '#foundation/server/secrets/sealing.ts' {
  interface RetainedPurposes extends Record<(typeof retainedPurposes)[number], true> {}
}

export const cardFeature = {
  name: 'cards',
  contracts: [{ contract: cardCalls }],
  handlers: (deps: CardCallDeps) => [cardHandlers(deps)],
  sealed: [sealedAccounts],
  retainedPurposes,
  writes: ['bank_cards'],
} as const satisfies Feature;
