/** The views that every order list has, besides all orders. */
import type { FixedView } from '#features/views/console/ViewTabs.tsx';

export const orderViews: readonly FixedView[] = [
  { name: 'paid', query: { status: 'success' } },
  { name: 'unpaid', query: { status: 'unpaid' } },
  { name: 'attention', query: { notify: 'failed' } },
];
