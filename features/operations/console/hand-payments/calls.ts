/** The calls about what is paid at a bank, for the console; imports only the contract's types. */
import { callsOf } from '#foundation/console/wire/typed-calls.ts';
import type { handPaymentCalls as contract } from '../../hand-payment-contract.ts';

export const handPaymentCalls = callsOf<typeof contract>();

/** What to fetch again after a change. */
export const REFRESHED = [
  '/operator/disbursement/list',
  '/operator/disbursement/detail',
  '/operator/disbursement/files',
  '/operator/disbursement/fileDetail',
];
