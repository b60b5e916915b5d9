/** Reads a list's filters and paging from an address. Pure and without React, so that prefetching can use it. */
import type { AddressFields, FilterValues, Params } from './address-fields.ts';

export const PAGE_SIZES = [10, 20, 50, 100] as const;
export const FIRST_LIMIT = 20;
const LAST_PAGE = 100_000_000;

export interface ListAddressOptions<Fields extends AddressFields, Sort extends string> {
  /** Must be a constant of the module, as the hook memoizes by its identity. */
  fields: Fields;
  /** The first one is the default. */
  sortable: readonly [Sort, ...Sort[]];
  /** Without an order in the address: descending, unless the list is a queue whose oldest comes first. */
  firstOrder?: 'asc' | 'desc';
}

export interface ListPaging<Sort extends string> {
  page: number;
  limit: number;
  sort: Sort;
  order: 'asc' | 'desc';
}

/** The filters in an address. Leaves out those that are missing or can't be read. */
export function filtersIn<Fields extends AddressFields>(fields: Fields, params: Params): FilterValues<Fields> {
  const found: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(fields)) {
    const text = params[name];
    const value = text === undefined ? undefined : field.read(text);
    if (value !== undefined) found[name] = value;
  }
  return found as FilterValues<Fields>;
}

export function pagingIn<Sort extends string>(params: Params, sortable: readonly [Sort, ...Sort[]]): ListPaging<Sort> {
  const page = Number(params.page);
  const limit = PAGE_SIZES.find((size) => size === Number(params.limit)) ?? FIRST_LIMIT;
  return {
    page: Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1,
    limit,
    sort: sortable.find((name) => name === params.sort) ?? sortable[0],
    order: params.order === 'asc' ? 'asc' : 'desc',
  };
}
