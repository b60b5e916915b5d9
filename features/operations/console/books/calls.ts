/** The calls about the books for the console; imports only the contract's types. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { booksCalls as contract } from '../../books-contract.ts';

export const booksCalls = callsOf<typeof contract>();
