/** The calls of the developers' page for the console; imports only the contracts' types. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { apiSettingsCalls as settingsContract } from '../settings-contract.ts';
import type { tryCalls as tryContract } from '../try-contract.ts';

export const apiSettingsCalls = callsOf<typeof settingsContract>();
export const tryCalls = callsOf<typeof tryContract>();
