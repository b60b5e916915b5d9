/** Calls about views: filters of a list that a user saved under a name. */
import { z } from 'zod';
import { calls } from '#foundation/core/calls.ts';
import { someLine } from '#foundation/core/typed-fields.ts';
import { PLAIN } from '#foundation/core/wire.ts';
import { MAX_NAME, MAX_QUERY, viewLists } from './rules.ts';
import { viewTexts } from './words.ts';

const list = z.enum(viewLists);
/** The filters as they stand in the list's address, such as `status=unpaid&created=today`. */
const query = z.string().max(MAX_QUERY).regex(PLAIN);

export const View = z.strictObject({ id: z.string(), name: z.string(), query: z.string() });
export type View = z.infer<typeof View>;

export const viewCalls = calls(viewTexts, {
  '/view/list': {
    who: 'session',
    secondStep: { none: 'reads' },
    summary: 'The user’s own saved views of a list, in the order in which they were saved',
    input: z.strictObject({ list }),
    output: z.strictObject({ list: z.array(View) }),
  },
  '/view/save': {
    who: 'session',
    secondStep: { none: 'changes only the user’s own data, and nothing that identifies the user' },
    summary: 'Saves a view; another one of the same list with this name is replaced',
    input: z.strictObject({ list, name: someLine({ error: 'view_name', most: MAX_NAME }), query }),
    output: View,
    refusals: ['views_full'],
  },
  '/view/remove': {
    who: 'session',
    secondStep: { none: 'changes only the user’s own data, and nothing that identifies the user' },
    summary: 'Removes a saved view',
    input: z.strictObject({ id: z.uuid({ error: 'number_form' }) }),
  },
});
