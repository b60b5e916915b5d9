/** The ledger calls for the console; imports only the contract's types. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { ledgerCalls as contract } from '../contract.ts';

export const ledgerCalls = callsOf<typeof contract>();
