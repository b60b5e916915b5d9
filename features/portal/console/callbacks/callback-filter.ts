/** The callback log's address, and its conversion to the call's input. */
import { errorClasses } from '#features/callbacks/rules.ts';
import {
  choiceField,
  dateRangeField,
  type FilterValues,
  textField,
  wireRange,
} from '#foundation/console/list/address-fields.ts';
import type { CallbackFilter } from '../../callbacks-contract.ts';

/** Reports of scheduled files are with the downloads. */
const kinds = ['payin', 'payout'] as const;
/** As the list shows them. `pending` holds those that are retried too. */
const states = ['pending', 'retrying', 'delivered', 'failed', 'paused'] as const;

export const callbackAddress = {
  fields: {
    q: textField(),
    kind: choiceField(kinds),
    state: choiceField(states),
    host: textField(),
    errorClass: choiceField(errorClasses),
    range: dateRangeField(),
  },
  sortable: ['createdAt'],
} as const;

export const filterChoices = { kinds, states, errorClasses };

export function wireCallbackFilter(
  { q, kind, state, host, errorClass, range }: FilterValues<typeof callbackAddress.fields>,
  timeZone: string,
  now: Date,
): CallbackFilter {
  const wanted = wireRange(range, timeZone, now);
  return {
    ...(q === undefined ? {} : { q }),
    ...(kind === undefined ? {} : { kind }),
    ...(state === undefined ? {} : { state }),
    ...(host === undefined ? {} : { host }),
    ...(errorClass === undefined ? {} : { errorClass }),
    ...(wanted === undefined ? {} : { range: wanted }),
  };
}
