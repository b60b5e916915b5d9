/** A list's filters and page outside of React, as the address of the page stands now: for what a list asks before it stands. */
import type { AddressFields } from './address-fields.ts';
import { hashAddress } from './hash-address.ts';
import { filtersIn, type ListAddress, type ListAddressOptions, pagingIn } from './use-list-address.ts';

export function listAtAddress<const Fields extends AddressFields, const Sort extends string>({
  fields,
  sortable,
}: ListAddressOptions<Fields, Sort>): Pick<ListAddress<Fields, Sort>, 'filters' | 'paging'> {
  const { params } = hashAddress.get();
  return { filters: filtersIn(fields, params), paging: pagingIn(params, sortable) };
}
