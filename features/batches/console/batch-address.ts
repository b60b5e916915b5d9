/** The parameters in the address of one batch's page besides its number. */
import { disbursementOutcomes } from '#features/disbursements/rules.ts';
import { choiceField } from '#foundation/console/list/address-fields.ts';

export const batchAddress = { fields: { outcome: choiceField(disbursementOutcomes) }, sortable: ['line'] } as const;
