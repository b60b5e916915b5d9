/** The SMS calls, typed from the contract; only its types are imported. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { smsCalls as contract } from '../contract.ts';

export const smsCalls = callsOf<typeof contract>();
