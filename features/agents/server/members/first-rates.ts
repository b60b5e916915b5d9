/** The rates that an agent chooses for a member when it adds it. */
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import type { CallContext } from '#foundation/server/http/handlers.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';
import type { treeCalls } from '../../tree-contract.ts';

type AddCall = (typeof treeCalls.calls)['/agent/adduser'];

export interface FirstRates {
  memberNo: bigint;
  uplineNo: bigint;
  rates: ParsedInputOf<AddCall>['rates'];
}

/** Runs in the transaction that adds the member. Refuses by itself, and then nothing is added. */
export type StartRates = (tx: Tx, context: CallContext<AddCall>, first: FirstRates) => Promise<void>;

/** Accepts no rates: every channel starts as its default says. */
export const startWithoutRates: StartRates = async (_tx, context, { rates }) => {
  if (rates.length > 0) context.wrongField('rates', 'wrong');
};
