/** What this feature hands to the server. */
import { cardCalls } from '../contract.ts';
import { type CardCallDeps, cardHandlers } from './calls.ts';
import { sealedAccounts } from './resealing.ts';
import type { Feature } from '#foundation/server/feature.ts';

const keptPurposes = ['bank card account'] as const;

declare module '#foundation/server/secrets/sealing.ts' {
  interface KeptPurposes extends Record<(typeof keptPurposes)[number], true> {}
}

export const cardFeature = {
  name: 'cards',
  contracts: [{ contract: cardCalls }],
  handlers: (deps: CardCallDeps) => [cardHandlers(deps)],
  sealed: [sealedAccounts],
  keptPurposes,
  writes: ['bank_cards'],
} as const satisfies Feature;
