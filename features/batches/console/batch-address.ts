/** What stands in the address of one batch's page besides its number. */
import { choiceField } from '#foundation/console/address-fields.ts';
import { batchOutcomes } from '../rules.ts';

export const batchAddress = { fields: { outcome: choiceField(batchOutcomes) }, sortable: ['line'] } as const;
