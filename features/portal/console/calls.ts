/** The developers' calls for the console; imports only the contracts' types. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { tryCalls as tryContract } from '../try-contract.ts';

export const tryCalls = callsOf<typeof tryContract>();
