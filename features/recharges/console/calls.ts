/** The calls as the console uses them: only the contract's types. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { rechargeCalls as contract } from '../contract.ts';

export const rechargeCalls = callsOf<typeof contract>();
