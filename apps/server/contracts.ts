/** Every feature's contract, in the order of the story: what the documents of the calls are written from. */
import { GATEWAY_BASE, gatewayCalls, gatewayRefusals } from '#features/gateway/contract.ts';
import { gatewayTexts } from '#features/gateway/words.ts';
import type { DeclaredContract, Feature } from '#foundation/server/feature.ts';
import { features } from './features.ts';

export interface FeatureContract extends DeclaredContract {
  readonly feature: string;
}

/** What the console may ask. */
export const contracts: readonly FeatureContract[] = features.flatMap(({ name, contracts: declared = [] }: Feature) =>
  declared.map((one) => ({ feature: name, ...one })),
);

/** What merchants' programs may ask, signed. Any of its calls may answer any of its refusals. */
export const merchantProtocol = {
  feature: 'gateway',
  base: GATEWAY_BASE,
  calls: gatewayCalls,
  refusals: gatewayRefusals,
  texts: gatewayTexts,
} as const;
