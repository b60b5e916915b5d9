/** The calls about announcements for the console; imports only the contract's types. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { operatorAnnouncementCalls as contract } from '../../announcement-contract.ts';

export const operatorAnnouncementCalls = callsOf<typeof contract>();
