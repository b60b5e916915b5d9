/** Every feature's contract, in the order of the features; the documents of the calls are generated from it. */
import { GATEWAY_BASE, gatewayCalls, gatewayRefusals } from '#features/gateway/contract.ts';
import { gatewayTexts } from '#features/gateway/words.ts';
import type { DeclaredContract, Feature } from '#foundation/server/feature.ts';
import { features } from './features.ts';

export interface FeatureContract extends DeclaredContract {
  readonly feature: string;
}

/** The calls of the console. */
export const contracts: readonly FeatureContract[] = features.flatMap(({ name, contracts: declared = [] }: Feature) =>
  declared.map((one) => ({ feature: name, ...one })),
);

/** The signed calls of merchants' programs. Any of them can return any of its refusals. */
export const merchantProtocol = {
  feature: 'gateway',
  base: GATEWAY_BASE,
  calls: gatewayCalls,
  refusals: gatewayRefusals,
  texts: gatewayTexts,
} as const;
