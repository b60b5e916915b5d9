/** The profile's calls, typed from the contract; only its types are imported. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { profileCalls as contract } from '../contract.ts';

export const profileCalls = callsOf<typeof contract>();
