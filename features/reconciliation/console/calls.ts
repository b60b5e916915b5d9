/** The calls as the operators' screen uses them: only the contracts' types. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { reconciliationCalls as files } from '../contract.ts';
import type { matchingCalls as matching } from '../matching-contract.ts';

export const reconciliationCalls = callsOf<typeof files>();
export const matchingCalls = callsOf<typeof matching>();

/** What to fetch again after a change of a difference, a statement or a settlement. */
export const REFRESHED = [
  '/operator/reconciliation/days',
  '/operator/reconciliation/day',
  '/operator/reconciliation/differences',
  '/operator/reconciliation/clearing',
  '/operator/reconciliation/files',
];
