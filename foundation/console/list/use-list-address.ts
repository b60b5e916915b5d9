/**
 * A list's filters, page, sort and open row, kept only in the address, so that a reload, the back button and a shared
 * link show the same list.
 */
import { useCallback, useMemo } from 'react';
import type { AddressField, AddressFields, FilterValues } from './address-fields.ts';
import { FIRST_LIMIT, filtersIn, type ListAddressOptions, type ListPaging, pagingIn } from './list-at-address.ts';
import { type PageAddress, usePageAddress } from '#foundation/console/page/page-address.tsx';

export interface Bound<Value> {
  /** The name in the address. If the call has a field of the same name, its error is shown at the filter. */
  name?: string;
  value: Value | undefined;
  /** `undefined` removes the filter. `typing` does not add a step to the browser's history. */
  onChange(value: Value | undefined, how?: { typing?: boolean }): void;
}

export interface ListAddress<Fields extends AddressFields, Sort extends string> {
  filters: FilterValues<Fields>;
  /** For a filter's control: `<TextFilter {...list.bind('q')} label={…} />`. */
  bind<Name extends keyof Fields & string>(name: Name): Bound<ValueIn<Fields[Name]>>;
  isFiltered: boolean;
  /** The number of filters that are set. */
  filterCount: number;
  /** The paging fields of a list's call. */
  paging: ListPaging<Sort>;
  setPage(page: number): void;
  setLimit(limit: number): void;
  setSort(sort: Sort, order: 'asc' | 'desc'): void;
  /** The filters as they stand in the address. */
  texts: Readonly<Record<string, string>>;
  /** Sets these filters and removes all others; keeps sort and page size. */
  showOnly(texts: Readonly<Record<string, string>>): void;
  /** Removes all filters and keeps sort and page size. */
  reset(): void;
  /** The key of the row whose details are open. */
  open: string | undefined;
  setOpen(key: string | undefined): void;
}
type ValueIn<Field> = Field extends AddressField<infer Value> ? Value : never;

/**
 * `const list = useListAddress(orderAddress)` with `orderAddress = { fields: { q: textField() }, sortable:
 * ['createdAt'] }`.
 */
export function useListAddress<const Fields extends AddressFields, const Sort extends string>(
  options: ListAddressOptions<Fields, Sort>,
): ListAddress<Fields, Sort> {
  const { fields, sortable, firstOrder = 'desc' } = options;
  const { params, change: changeAddress } = usePageAddress();
  const change = useParamChange(changeAddress);
  // Stable across addresses, so that unrelated filters don't re-render.
  const changes = useMemo(() => {
    const names = Object.keys(fields) as (keyof Fields & string)[];
    const pairs = names.map((name): [string, Bound<never>['onChange']] => [
      name,
      (value, how) =>
        change({ [name]: value === undefined ? undefined : fields[name]?.write(value), page: undefined }, how?.typing),
    ]);
    return Object.fromEntries(pairs) as Record<keyof Fields & string, Bound<never>['onChange']>;
  }, [fields, change]);
  return useMemo(() => {
    const filters = filtersIn(fields, params);
    const filterCount = Object.keys(filters).length;
    const none = Object.fromEntries(Object.keys(fields).map((name) => [name, undefined]));
    const showOnly = (texts: Readonly<Record<string, string>>) => {
      const known = Object.entries(texts).filter(([name]) => Object.hasOwn(fields, name));
      change({ ...none, ...Object.fromEntries(known), page: undefined });
    };
    return {
      filters,
      filterCount,
      isFiltered: filterCount > 0,
      paging: pagingIn(
        firstOrder === 'asc' && params.order !== 'desc' ? { ...params, order: 'asc' } : params,
        sortable,
      ),
      bind: (name) => ({ name, value: filters[name] as never, onChange: changes[name] as never }),
      setPage: (page) => change({ page: page === 1 ? undefined : String(page) }),
      setLimit: (limit) => change({ limit: limit === FIRST_LIMIT ? undefined : String(limit), page: undefined }),
      setSort: (sort, order) =>
        change({
          sort: sort === sortable[0] ? undefined : sort,
          order: order === firstOrder ? undefined : order,
          page: undefined,
        }),
      texts: Object.fromEntries(Object.keys(filters).map((name) => [name, params[name] ?? ''])),
      showOnly,
      reset: () => showOnly({}),
      open: params.open || undefined,
      setOpen: (key) => change({ open: key }),
    };
  }, [fields, sortable, firstOrder, params, change, changes]);
}

function useParamChange(
  changeAddress: PageAddress['change'],
): (changed: Record<string, string | undefined>, replace?: boolean) => void {
  return useCallback(
    (changed, replace = false) =>
      changeAddress(
        (before) =>
          Object.fromEntries(
            Object.entries({ ...before, ...changed }).filter((pair): pair is [string, string] => pair[1] !== undefined),
          ),
        {
          replace,
        },
      ),
    [changeAddress],
  );
}
