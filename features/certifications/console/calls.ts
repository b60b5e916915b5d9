/** The certification calls for the console; imports only the contract's types. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { certificationCalls as contract } from '../contract.ts';

export const certificationCalls = callsOf<typeof contract>();
