/** The captcha's calls, typed from the contract; only its types are imported. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { captchaCalls as contract } from '../contract.ts';

export const captchaCalls = callsOf<typeof contract>();
