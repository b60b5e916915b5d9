/** The address of the members' orders, and its conversion to the call's input. */
import { orderAddress, wireFilter } from '#features/orders/console/order-filter.ts';
import { choicesField, type FilterValues, wireChoices } from '#foundation/console/list/address-fields.ts';
import { notifyStatuses } from '#features/orders/statuses.ts';
import type { AgentOrderFilter } from '../../order-contract.ts';
import { memberField } from '../member-field.ts';

export const agentOrderAddress = {
  fields: { ...orderAddress.fields, notify: choicesField(notifyStatuses), member: memberField() },
  sortable: orderAddress.sortable,
} as const;

export type AgentOrderFilters = FilterValues<typeof agentOrderAddress.fields>;
export type WireAgentOrderFilter = Omit<AgentOrderFilter, 'page' | 'limit' | 'sort' | 'order'>;

export function wireAgentOrderFilter(
  { member, notify, ...filters }: AgentOrderFilters,
  timeZone: string,
  now: Date,
): WireAgentOrderFilter {
  const { notifyStatus: _, ...wire } = wireFilter(filters, timeZone, now);
  return {
    ...wire,
    ...(notify === undefined ? {} : { notifyStatus: wireChoices(notify) }),
    ...(member === undefined ? {} : { memberNo: member }),
  };
}

export interface OrderKey {
  memberNo: string;
  systemNo: string;
}

/** A system number is unique per member, so an order's key has both. */
export function keyOf({ merchant, systemNo }: { merchant: { memberNo: string }; systemNo: string }): string {
  return `${merchant.memberNo}.${systemNo}`;
}

export function readOrderKey(key: string): OrderKey | undefined {
  const [, memberNo, systemNo] = /^(\d{8})\.(\d{19})$/.exec(key) ?? [];
  return memberNo === undefined || systemNo === undefined ? undefined : { memberNo, systemNo };
}
