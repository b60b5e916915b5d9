/** The channel calls for the console; imports only the contract's types. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { channelCalls as contract } from '../contract.ts';

export const channelCalls = callsOf<typeof contract>();
