/** The rates that an agent chooses for a member when it adds it. */
import type { ChannelVerbs } from '#features/channels/server/verbs.ts';
import type { ParsedInputOf } from '#foundation/core/calls.ts';
import type { Currency } from '#foundation/core/money.ts';
import type { CallContext } from '#foundation/server/http/handlers.ts';
import type { Tx } from '#foundation/server/postgres/database.ts';
import type { treeCalls } from '../../tree-contract.ts';
import { readRates, refuseRates } from '../rates/rate-answers.ts';

type AddCall = (typeof treeCalls.calls)['/agent/adduser'];

export interface FirstRates {
  memberNo: bigint;
  uplineNo: bigint;
  rates: ParsedInputOf<AddCall>['rates'];
  currency: Currency;
}

/** Runs in the transaction that adds the member. Refuses if a rate can't be set, and then nothing is added. */
export async function startRates(
  channels: Pick<ChannelVerbs, 'startRates'>,
  tx: Tx,
  context: CallContext<AddCall>,
  { memberNo, uplineNo, rates, currency }: FirstRates,
): Promise<void> {
  const given = readRates(context, rates, currency);
  refuseRates(context, await channels.startRates(tx, { memberNo, uplineNo, rates: given }), currency);
}
