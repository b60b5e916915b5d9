/** The platform's calls, typed from the contract; only its types are imported. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { platformCalls as contract } from '../contract.ts';

export const platformCalls = callsOf<typeof contract>();
