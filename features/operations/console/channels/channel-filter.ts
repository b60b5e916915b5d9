/** The address of the operators' list of channels, and its conversion to the call's filter. */
import { channelModes } from '#features/channels/contract.ts';
import {
  choiceField,
  choicesField,
  type FilterValues,
  textField,
  wireChoices,
} from '#foundation/console/list/address-fields.ts';
import type { InputOf } from '#foundation/core/calls.ts';
import type { operatorChannelCalls as contract } from '../../channel-contract.ts';

export const channelStates = ['open', 'closed'] as const;

export const channelAddress = {
  fields: { q: textField(), mode: choicesField(channelModes), state: choiceField(channelStates) },
  sortable: ['position', 'code', 'orders24h'],
  firstOrder: 'asc',
} as const;

export function wireChannelFilter({
  q,
  mode,
  state,
}: FilterValues<typeof channelAddress.fields>): NonNullable<
  InputOf<(typeof contract)['calls']['/operator/channel/list']>
> {
  return {
    ...(q === undefined ? {} : { q }),
    ...(mode === undefined ? {} : { mode: wireChoices(mode) }),
    ...(state === undefined ? {} : { state }),
  };
}
