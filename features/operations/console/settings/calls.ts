/** The calls about settings for the console; imports only the contract's types. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { operatorSettingCalls as contract } from '../../setting-contract.ts';

export const operatorSettingCalls = callsOf<typeof contract>();

/** Others change settings and holidays too: they are read again so often. */
export const SETTINGS_FRESH_MS = 20_000;
