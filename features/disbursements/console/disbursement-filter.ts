/** The lists' address, its conversion to the calls' input, and the calls of each kind. */
import {
  choicesField,
  dateRangeField,
  type FilterValues,
  textField,
  wireChoices,
  wireRange,
} from '#foundation/console/list/address-fields.ts';
import { beneficiaryTypes } from '#features/cards/beneficiary.ts';
import type { DisbursementFilter } from '../contract.ts';
import { type DisbursementKind, disbursementFilters } from '../rules.ts';

export const disbursementAddress = {
  fields: {
    q: textField(),
    status: choicesField(disbursementFilters),
    type: choicesField(beneficiaryTypes),
    range: dateRangeField(),
  },
  sortable: ['createdAt'],
} as const;

export type DisbursementFilters = FilterValues<typeof disbursementAddress.fields>;
export type WireDisbursementFilter = Omit<DisbursementFilter, 'page' | 'limit' | 'sort' | 'order'>;

export function wireFilter(
  { q, status, type, range }: DisbursementFilters,
  timeZone: string,
  now: Date,
): WireDisbursementFilter {
  const between = wireRange(range, timeZone, now);
  return {
    ...(q === undefined ? {} : { q }),
    ...(status === undefined ? {} : { status: wireChoices(status) }),
    ...(type === undefined ? {} : { type: wireChoices(type) }),
    ...(between === undefined ? {} : { range: between }),
  };
}

export const listCalls = { withdrawal: '/withdrawal/list', payout: '/payout/list' } as const satisfies Record<
  DisbursementKind,
  string
>;
export const detailCalls = { withdrawal: '/withdrawal/detail', payout: '/payout/detail' } as const satisfies Record<
  DisbursementKind,
  string
>;
export const cancelCalls = { withdrawal: '/withdrawal/cancel', payout: '/payout/cancel' } as const satisfies Record<
  DisbursementKind,
  string
>;
export const retryCalls = { withdrawal: '/withdrawal/retry', payout: '/payout/retry' } as const satisfies Record<
  DisbursementKind,
  string
>;
